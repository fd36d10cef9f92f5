// A text with a translation, over HTTP: callers who ask for its language get its words everywhere, and others those of
// the text.

import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { everyWord } from '@ninefold/core/contract/languages/languages.ts'
import { readEvents } from '../../testing/event-reader.ts'
import { type Answer, type Client, runApplication, type RunningApplication } from '../../testing/running-application.ts'

const text = readFileSync(new URL('../../../../../examples/helpdesk/app.md', import.meta.url), 'utf8')
const GERMAN = { 'accept-language': 'de-AT, en;q=0.5' }
/** The header of the product's own pages for a person who has not chosen a language. */
const OWN_PAGE = { 'accept-language': '*, de;q=0.9, en;q=0.8' }

let helpDesk: RunningApplication
let ada: Client
let cleo: Client

beforeAll(async () => {
  helpDesk = await runApplication(text)
  ada = await helpDesk.signIn('ada@example.test', 'correct-horse-1')
  cleo = await helpDesk.signIn('cleo@example.test', 'correct-horse-3')
})

afterAll(() => helpDesk[Symbol.asyncDispose]())

/** Keys of the description with words for readers. */
const SPOKEN_KEYS = new Set(['label', 'title', 'whenEmpty', 'whenFailing', 'message', 'help', 'purpose', 'keptAs'])

function wordsIn(part: unknown, key = ''): string[] {
  if (typeof part === 'string') return SPOKEN_KEYS.has(key) && part !== '' ? [part] : []
  if (typeof part !== 'object' || part === null) return []
  // Labels that the product supplies are worded by the browser.
  const isSupplied = 'made' in part || 'isBuiltIn' in part
  return Object.entries(part).flatMap(([name, value]) =>
    name === 'questions' || name === 'sampleUsers' || name === 'caller' || (isSupplied && name === 'label')
      ? []
      : wordsIn(value, Array.isArray(part) ? key : name),
  )
}

test('answers that are kept up to date are in the language that the page asks for, whatever the browser has', async () => {
  const made = await cleo.post('/api/tickets', {
    subject: 'In which language',
    body: 'Is this said?',
    category: (await cleo.get('/api/categories')).body.items[0].id,
  })
  const read = `screens/ticket/0?number=${made.body.number}`
  const reasons = async (language: string): Promise<string[]> => {
    const address = `${helpDesk.address}/_ninefold/live?${new URLSearchParams({ language, read })}`
    await using reader = await readEvents(address, cleo, { 'accept-language': 'en' })
    const { row } = JSON.parse((await reader.next())?.data ?? '{}')
    return Object.values<{ reason?: string }>(row.actions).flatMap(({ reason }) => reason ?? [])
  }
  expect((await reasons('de')).join(' ')).toContain('Gelöst')
  expect((await reasons('en')).join(' ')).toContain('resolved')
})

test('an application is described in the language of its reader, and its names and addresses stay', async () => {
  for (const client of [ada, cleo, helpDesk.guest]) {
    const english = (await client.get('/_ninefold/app')).body
    const german = await client.get('/_ninefold/app', GERMAN)
    expect(german.headers.get('content-language')).toBe('de')
    expect(german.headers.get('vary')).toContain('Accept-Language')
    expect(german.body.language).toBe('de')
    const translated = new Set(
      helpDesk.application.model.limits.translations[0]!.entries.map(({ translation }) => translation.text),
    )
    expect(wordsIn(german.body).filter((words) => !translated.has(words))).toEqual([])
    // Everything except for words is equal.
    const addresses = (app: any) =>
      JSON.stringify(
        app.screens.map((screen: any) => [
          screen.key,
          screen.address,
          screen.actions.map(({ key, path }: any) => [key, path]),
        ]),
      )
    expect(addresses(german.body)).toBe(addresses(english))
  }
  const own = (await ada.get('/_ninefold/app', OWN_PAGE)).body
  expect(own.navigation.map(({ label }: any) => label)).toEqual(['Warteschlange', 'Einrichtung', 'Meine Tickets'])
  expect(own.roleWords).toMatchObject({ Agent: 'Support' })
  expect((await ada.get('/_ninefold/app', { 'accept-language': 'fr' })).headers.get('content-language')).toBe('en')
})

test('everything that a reader is told is a word of the list', async () => {
  const { model } = helpDesk.application
  expect(model.limits.translations.map(({ language }) => language)).toEqual(['de'])
  const listed = new Set(everyWord(model).map(({ words }) => words))
  for (const client of [ada, cleo, helpDesk.guest]) {
    const app = (await client.get('/_ninefold/app')).body
    expect(wordsIn(app).filter((words) => !listed.has(words))).toEqual([])
  }
})

test('a refusal, its values and its limits are said in the language of the request', async () => {
  const refused = async (client: Client, path: string, body: unknown, headers: Record<string, string>) =>
    (await client.post(path, body, headers)).body.error
  expect(await refused(ada, '/api/tickets/4711/comments', { body: 'Hello' }, GERMAN)).toMatchObject({
    code: 'TICKET_NOT_FOUND',
    message: 'Ein Ticket 4711 gibt es nicht.',
  })
  expect(await refused(ada, '/api/tickets', { subject: 'x' }, GERMAN)).toMatchObject({
    fields: { subject: ['Bitte verwenden Sie mindestens 5 Zeichen.'] },
  })
  expect(await refused(ada, '/api/tickets/4711/comments', { body: 'Hello' }, {})).toMatchObject({
    message: 'There is no ticket 4711.',
  })
  const strange = { identifier: 'nobody@example.test', password: 'correct-horse-0' }
  const entering = await helpDesk.guest.post('/_ninefold/session', strange, GERMAN)
  expect(entering.body.errors[0].message).toBe('E-Mail-Adresse und Passwort gehören nicht zusammen.')
})

test('what a row says of its actions, and the headings of a file, are in the same language', async () => {
  const { body: category } = await ada.get('/api/categories')
  await cleo.post('/api/tickets', { subject: 'A printer', body: 'It burns.', category: category.items[0].id })
  const ticket = await ada.get('/_ninefold/screens/ticket/0?number=1000', GERMAN)
  const reasons = Object.values<any>(ticket.body.row.actions).flatMap(({ reason }) => reason ?? [])
  expect(reasons).toContain('Only possible while it is Offen or Wartet auf Antwort.')
  const file = await ada.get('/_ninefold/screens/queue/0/rows.csv', GERMAN)
  expect(file.headers.get('content-disposition')).toContain('Warteschlange.csv')
  expect(file.body.split('\r\n')[0]).toContain('Betreff')
})

test('a message is in the language in which its receiver read last, whoever causes it', async () => {
  const { body: categories } = await ada.get('/api/categories')
  const { body: ticket } = await cleo.post('/api/tickets', {
    subject: 'A lamp',
    body: 'It is dark.',
    category: categories.items[0].id,
  })
  const taken = await ada.patch(
    `/api/tickets/${ticket.number}`,
    { assignee: (await ada.get('/_ninefold/app')).body.caller.id },
    GERMAN,
  )
  expect(taken.status, JSON.stringify(taken.body)).toBe(422)
  expect(taken.body.error.message).toBe('Ada Admin arbeitet nicht im Team „First line“.')
  const resolve = (): Promise<Answer> => ada.post(`/api/tickets/${ticket.number}/resolve`, {}, GERMAN)
  expect((await resolve()).body.error.message).toBe('Nur möglich im Zustand „Offen“ oder „Wartet auf Antwort“.')
  const { body: teams } = await ada.get('/api/teams')
  await ada.patch(`/api/teams/${teams.items[0].id}`, { members: [(await ada.get('/_ninefold/app')).body.caller.id] })
  expect((await ada.post(`/api/tickets/${ticket.number}/take`, {}, GERMAN)).status).toBe(200)
  expect((await resolve()).status).toBe(200)
  const reader = await helpDesk.signIn('cleo@example.test', 'correct-horse-3')
  expect((await reader.get('/_ninefold/app', GERMAN)).status).toBe(200)
  expect((await cleo.post(`/api/tickets/${ticket.number}/reopen`)).status).toBe(200)
  expect((await ada.post(`/api/tickets/${ticket.number}/resolve`)).status).toBe(200)
  const { rows } = await helpDesk.database.pool.query('SELECT subject, body FROM ninefold.message ORDER BY created_at')
  expect(rows).toEqual([
    {
      subject: `[#${ticket.number}] solved`,
      body: 'We think it is solved. You can reopen it within 7 days.',
    },
    {
      subject: `[#${ticket.number}] gelöst`,
      body: 'Ihr Problem ist aus unserer Sicht gelöst. Falls nicht, können Sie das Ticket wieder öffnen (Frist: 7 Tage).',
    },
  ])
})
