import { readFileSync } from 'node:fs'
import { compile } from '@ninefold/core/compile.ts'
import { openApiDocument } from '@ninefold/core/contract/open-api/document.ts'
import { expect, it, onTestFinished } from 'vitest'
import type { Application } from '../../gate/context/application.ts'
import { erasePersonalData } from '../../gate/records/erasure.ts'
import { tidyUp } from '../../store/tables/housekeeping.ts'
import { readEvents } from '../../testing/event-reader.ts'
import { type Client, runApplication } from '../../testing/running-application.ts'

const TEXT = readFileSync(new URL('../../testing/texts/told.md', import.meta.url), 'utf8')
const PATH = '/_ninefold/notifications'

async function workshop(text = TEXT, double?: (application: Application) => Application) {
  const running = await runApplication(text, double === undefined ? {} : { double })
  onTestFinished(() => running[Symbol.asyncDispose]())
  const [ada, ben, cleo] = await Promise.all([
    running.signIn('ada@example.test', 'correct-horse-1'),
    running.signIn('ben@example.test', 'correct-horse-2'),
    running.signIn('cleo@example.test', 'correct-horse-3'),
  ])
  const rows = async (sql: string) => (await running.database.pool.query(sql)).rows
  const idOf = async (name: string) => (await rows(`SELECT id FROM person WHERE name = '${name}'`))[0].id as string
  const add = async (title: string, owner: string) =>
    expect((await ada.post('/api/repairs', { title, owner: await idOf(owner), price: '12.50' })).status).toBe(201)
  return { ...running, ada, ben, cleo, rows, add, idOf }
}

const subjects = async (client: Client, query = ''): Promise<string[]> =>
  (await client.get(PATH + query)).body.items.map(({ subject }: { subject: string }) => subject)

it('tells whom it goes to, what it is about, and nobody else', async () => {
  const { ada, ben, cleo, guest, add, rows } = await workshop()
  await add('Lamp', 'Ben')
  expect((await ada.post('/api/repairs/Lamp/finish')).status).toBe(200)
  const [{ id }] = await rows('SELECT id FROM repair')
  expect((await ben.get(PATH)).body).toEqual({
    items: [
      {
        id: expect.any(String),
        message: 'Finished',
        subject: 'Lamp is done',
        body: 'It costs 12.5.',
        at: expect.any(String),
        isRead: false,
        about: { entity: 'Repair', id, label: 'Lamp', address: '/repairs/Lamp' },
      },
    ],
    next: null,
    unread: 1,
  })
  for (const other of [ada, cleo]) expect((await other.get(PATH)).body).toEqual({ items: [], next: null, unread: 0 })
  expect((await guest.get(PATH)).status).toBe(401)
})

it('tells nobody of what was undone, and each of many once', async () => {
  const { ada, ben, cleo, rows } = await workshop()
  expect((await ada.post('/api/tell', { text: 'Hello' })).status).toBe(204)
  for (const each of [ada, ben, cleo]) expect(await subjects(each)).toEqual(['A word'])
  const broken = TEXT.replace(
    '2. send Word\n3. respond 204',
    '2. send Word\n3. require `1 > 2` or fail WRONG\n4. respond 204',
  )
  const other = await workshop(broken)
  expect((await other.ada.post('/api/tell', { text: 'Hello' })).status).toBe(422)
  expect(await other.rows('SELECT FROM ninefold.notification')).toEqual([])
  expect(await rows('SELECT FROM ninefold.notification')).toHaveLength(3)
})

it('shows the record only to those who may see it now', async () => {
  const { ada, cleo, ben, add, rows } = await workshop()
  await add('Lamp', 'Cleo')
  await add('Chair', 'Ben')
  for (const title of ['Lamp', 'Chair']) await ada.post(`/api/repairs/${title}/finish`)
  // A reader has no right to see repairs.
  expect((await cleo.get(PATH)).body.items).toMatchObject([{ subject: 'Lamp is done', about: null }])
  expect((await ben.get(PATH)).body.items).toMatchObject([{ about: { label: 'Chair' } }])
  await rows('UPDATE repair SET is_secret = true')
  expect((await ben.get(PATH)).body.items).toMatchObject([{ about: null }])
})

it('comes page by page, the newest first', async () => {
  const { ada, ben } = await workshop()
  for (const text of ['1', '2', '3', '4', '5']) await ada.post('/api/tell', { text })
  const bodies: string[][] = []
  let after = ''
  for (;;) {
    const { body } = await ben.get(`${PATH}?take=2${after}`)
    bodies.push(body.items.map((item: { body: string }) => item.body))
    if (body.next === null) break
    after = `&after=${body.next}`
  }
  expect(bodies).toEqual([['5', '4'], ['3', '2'], ['1']])
})

it('counts what is unread, and takes one, or all that have been seen, for read', async () => {
  const { ada, ben } = await workshop()
  for (const text of ['1', '2', '3']) await ada.post('/api/tell', { text })
  const unread = async (): Promise<number> => (await ben.get(`${PATH}/unread`)).body.unread
  const [third, second] = (await ben.get(PATH)).body.items
  expect(await unread()).toBe(3)
  for (let times = 0; times < 2; times++) expect((await ben.post(`${PATH}/${third.id}/read`)).status).toBe(204)
  expect(await unread()).toBe(2)
  await ada.post('/api/tell', { text: 'Since then' })
  expect((await ben.post(`${PATH}/${third.id}/unread`)).status).toBe(204)
  expect(await unread()).toBe(4)
  expect((await ben.post(`${PATH}/${third.id}/read`)).status).toBe(204)
  expect((await ben.post(`${PATH}/${second.id}/read-until`)).status).toBe(204)
  expect(await unread()).toBe(1)
  expect((await ben.get(PATH)).body.items.map(({ isRead }: { isRead: boolean }) => isRead)).toEqual([
    false,
    true,
    true,
    true,
  ])
})

it('does not let anybody touch what went to somebody else, and says nothing of it', async () => {
  const { ada, ben } = await workshop()
  await ada.post('/api/tell', { text: 'Hello' })
  const [own] = (await ben.get(PATH)).body.items
  const nothing = 'b6b8f4a4-0000-4000-8000-000000000000'
  for (const act of ['read', 'unread', 'read-until']) {
    const [others, none] = [await ada.post(`${PATH}/${own.id}/${act}`), await ada.post(`${PATH}/${nothing}/${act}`)]
    expect([others.status, none.status]).toEqual([404, 404])
    expect({ ...others.body, requestId: 0 }).toEqual({ ...none.body, requestId: 0 })
    expect((await ada.post(`${PATH}/x/${act}`)).status).toBe(404)
  }
  expect((await ada.get(`${PATH}?after=${own.id}`)).status).toBe(422)
  expect((await ben.get(`${PATH}/unread`)).body).toEqual({ unread: 1 })
})

it('refuses what is no question with a code, and what comes from other sites or without a session', async () => {
  const { ben, guest } = await workshop()
  const questions = [
    '?take=0',
    '?take=101',
    '?take=x',
    '?take=1&take=2',
    '?after=x',
    "?after='",
    '?other=1',
    '?after[a]=1',
  ]
  for (const query of questions) {
    const { status, body } = await ben.get(PATH + query)
    expect([400, 422], query).toContain(status)
    expect(body.errors[0].code, query).toEqual(expect.any(String))
  }
  const id = 'b6b8f4a4-0000-4000-8000-000000000000'
  expect((await ben.post(`${PATH}/${id}/read`, undefined, { origin: 'https://evil.example' })).status).toBe(403)
  expect((await guest.post(`${PATH}/${id}/read`)).status).toBe(401)
  expect((await guest.get(`${PATH}/unread`)).status).toBe(401)
})

it('is gone with its user, after 90 days, and with what is erased', async () => {
  const erased = TEXT.replace('| hook | url | | | |', '| hook | url | personal data erased after 30 days | | |')
  const { application, database, ada, ben, add, rows } = await workshop(erased)
  await ada.post('/api/tell', { text: 'Hello' })
  expect((await ben.delete('/api/people/cleo@example.test')).status).toBe(204)
  expect(await rows('SELECT FROM ninefold.notification')).toHaveLength(2)
  await rows(`UPDATE ninefold.notification SET created_at = now() - interval '91 days'`)
  expect(await subjects(ben)).toEqual([])
  await tidyUp(database, null)
  expect(await rows('SELECT FROM ninefold.notification')).toEqual([])
  await add('Lamp', 'Ben')
  await ada.patch('/api/repairs/Lamp', { hook: 'https://lamp.example' })
  await ada.post('/api/repairs/Lamp/finish')
  await rows(`UPDATE repair SET created_at = now() - interval '31 days'`)
  await erasePersonalData(application)
  expect(await rows('SELECT FROM ninefold.notification')).toEqual([])
})

it('is not there where nobody is told anything in the application', async () => {
  const { ben } = await workshop(TEXT.replaceAll('| in-app |', '| email |'))
  expect((await ben.get(PATH)).status).toBe(404)
  expect((await ben.get('/_ninefold/app')).body.hasNotifications).toBe(false)
})

it('is declared', () => {
  const { paths } = openApiDocument(compile(TEXT).model!, '1')
  expect(Object.keys(paths).filter((path) => path.startsWith(PATH))).toEqual([
    PATH,
    `${PATH}/unread`,
    `${PATH}/settings`,
    `${PATH}/{id}/read`,
    `${PATH}/{id}/unread`,
    `${PATH}/{id}/read-until`,
  ])
  expect(openApiDocument(compile(TEXT.replaceAll('| in-app |', '| email |')).model!, '1').paths).not.toHaveProperty([
    PATH,
  ])
})

it('finds a notification that is written outside of its transaction', async () => {
  const broken = TEXT.replace(
    '2. send Word\n3. respond 204',
    '2. send Word\n3. require `1 > 2` or fail WRONG\n4. respond 204',
  )
  const { ada, rows } = await workshop(broken, (honest) => ({
    ...honest,
    database: {
      ...honest.database,
      write: (work) =>
        honest.database.write((transaction) =>
          work({
            ...transaction,
            runOwn: (name, ...rest) =>
              (name === 'keep-notification' ? honest.database : transaction).runOwn(name, ...rest),
          }),
        ),
    },
  }))
  expect((await ada.post('/api/tell', { text: 'Hello' })).status).toBe(422)
  expect(await rows('SELECT FROM ninefold.notification')).toHaveLength(3)
})

it('says by a connection how many wait, when there are others, and to nobody else', async () => {
  const { address, ada, ben, cleo, guest, add } = await workshop()
  const live = `${address}/_ninefold/live?read=${encodeURIComponent('notifications/unread')}`
  await using bens = await readEvents(live, ben)
  await using cleos = await readEvents(live, cleo)
  expect(bens.refusal).toBeNull()
  for (const reader of [bens, cleos]) expect((await reader.next())?.data).toBe('{"unread":0}')
  await add('Lamp', 'Ben')
  expect((await ada.post('/api/repairs/Lamp/finish')).status).toBe(200)
  expect((await bens.next())?.data).toBe('{"unread":1}')
  const [first] = (await ben.get(PATH)).body.items
  expect((await ben.post(`${PATH}/${first.id}/read`)).status).toBe(204)
  expect((await bens.next())?.data).toBe('{"unread":0}')
  expect((await ada.post('/api/tell', { text: 'Hello' })).status).toBe(204)
  // Cleo's first notification is her own.
  expect((await cleos.next())?.data).toBe('{"unread":1}')
  expect((await readEvents(live, guest)).status).toBe(401)
})

it('keeps nothing for those who have turned a message off, until they turn it on again', async () => {
  const { ada, ben, cleo, guest, add } = await workshop()
  const settings = `${PATH}/settings`
  const put = (client: Client, body: unknown) =>
    client.send(settings, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  expect((await ben.get(settings)).body).toEqual({
    messages: [
      { message: 'Finished', label: 'Finished', isOn: true },
      { message: 'Remark', label: 'Remark', isOn: true },
      { message: 'Word', label: 'Word', isOn: true },
    ],
  })
  for (let times = 0; times < 2; times++) expect((await put(ben, { off: ['Word'] })).status).toBe(204)
  await add('Lamp', 'Ben')
  await ada.post('/api/repairs/Lamp/finish')
  await ada.post('/api/tell', { text: 'Hello' })
  expect([await subjects(ben), await subjects(cleo)]).toEqual([['Lamp is done'], ['A word']])
  const isOn = async (client: Client): Promise<boolean[]> =>
    (await client.get(settings)).body.messages.map((each: { isOn: boolean }) => each.isOn)
  expect([await isOn(ben), await isOn(cleo)]).toEqual([
    [true, true, false],
    [true, true, true],
  ])
  expect((await put(ben, { off: [] })).status).toBe(204)
  await ada.post('/api/tell', { text: 'Again' })
  expect(await subjects(ben)).toEqual(['A word', 'Lamp is done'])
  expect((await guest.get(settings)).status).toBe(401)
  for (const body of [{}, { off: 'Word' }, { off: ['Nothing'] }, { off: [], on: [] }])
    expect([400, 422], JSON.stringify(body)).toContain((await put(ben, body)).status)
})
