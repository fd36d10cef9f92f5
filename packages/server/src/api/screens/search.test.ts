import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { everybodySees, withPlans } from '../../testing/forgetful-plans.ts'
import { runApplication, type Client, type RunningApplication } from '../../testing/running-application.ts'

const HELP_DESK = readFileSync(new URL('../../../../../examples/helpdesk/app.md', import.meta.url), 'utf8')

/** A double whose search ignores the rights to tickets. */
const forgetful = withPlans(({ name }, plan, viewer) =>
  plan(name === 'search everything' ? { ...viewer, model: everybodySees(viewer.model, 'Ticket') } : viewer),
)

describe('search over everything', () => {
  let application: RunningApplication
  let cleo: Client
  let ada: Client
  let dora: Client
  let category: string

  beforeAll(async () => {
    application = await runApplication(HELP_DESK)
    ada = await application.signIn('ada@example.test', 'correct-horse-1')
    cleo = await application.signIn('cleo@example.test', 'correct-horse-3')
    dora = await application.signUp({ name: 'Dora', email: 'dora@example.test', password: 'long enough indeed' })
    const team = (await ada.post('/api/teams', { name: 'Printers' })).body.id
    category = (await ada.post('/api/categories', { name: 'Smoke', team })).body.id
    for (let count = 0; count < 7; count++)
      expect((await cleo.post('/api/tickets', ticket(`Printer ${count} smokes`))).status).toBe(201)
    expect((await dora.post('/api/tickets', ticket('Printer of Dora'))).status).toBe(201)
  })

  afterAll(() => application[Symbol.asyncDispose]())

  const ticket = (subject: string): unknown => ({ subject, body: 'Since this morning.', category })
  const found = async (client: Client, q: string): Promise<any> =>
    (await client.get(`/_ninefold/search?q=${encodeURIComponent(q)}`)).body

  it('finds what its caller may see, the first of it with its address, and says how many there are', async () => {
    const { groups } = await found(cleo, ' pRINTER ')
    expect(groups).toHaveLength(1)
    expect(groups[0]).toMatchObject({ entity: 'Ticket', total: 7 })
    expect(groups[0].records).toHaveLength(5)
    expect(groups[0].records[0].address).toMatch(/^\/tickets\/\d+$/)
    const { groups: own } = await found(dora, 'printer')
    expect(own.map(({ total }: { total: number }) => total)).toEqual([1])
  })

  it('finds every word, in any order and in any field, the nearest first', async () => {
    for (const [subject, body] of [
      ['The door is loud', 'It has a badge reader.'],
      ['Badge reader makes a loud noise', 'At the door.'],
      ['A new badge', 'Its reader is broken and loud.'],
      ['Badge loud', 'Nothing else.'],
      ['Badge', 'It is silent.'],
    ])
      expect((await dora.post('/api/tickets', { subject, body, category })).status).toBe(201)
    const labels = async (q: string): Promise<string[]> => {
      const [group] = (await found(dora, q)).groups
      return (group?.records ?? []).map(({ label }: { label: string }) => label.replace(/^#\d+ /, ''))
    }
    expect(await labels('reader badge')).toEqual(['Badge reader makes a loud noise', 'The door is loud', 'A new badge'])
    expect(await labels('LOUD  badge')).toEqual([
      'Badge reader makes a loud noise',
      'Badge loud',
      'The door is loud',
      'A new badge',
    ])
    expect((await labels('badge loud'))[0]).toBe('Badge loud')
    expect((await labels('noise'))[0]).toBe('Badge reader makes a loud noise')
    expect(await labels('badge silence')).toEqual([])
    const list = async (q: string): Promise<number> =>
      (await ada.get(`/_ninefold/screens/queue/0?q=${encodeURIComponent(q)}`)).body.total
    expect([await list('reader loud'), await list('loud reader'), await list('reader quiet')]).toEqual([3, 3, 0])
  })

  it('offers whoever chooses a person themselves first, and what begins with what is typed before the rest', async () => {
    const labels = async (client: Client, q = ''): Promise<string[]> =>
      (await client.get(`/_ninefold/options/User${q === '' ? '' : `?q=${q}`}`)).body.options.map(
        ({ label }: { label: string }) => label,
      )
    const all = await labels(ada)
    expect(all[0]).toBe('Ada Admin')
    expect(new Set(all).size).toBe(all.length)
    const asBen = await labels(await application.signIn('ben@example.test', 'correct-horse-2'))
    expect(asBen[0]).toBe('Ben Agent')
    // By the field with which a call identifies people.
    const ben = await application.signIn('ben@example.test', 'correct-horse-2')
    const byEmail = (await ben.get('/_ninefold/options/User?by=email')).body.options as { value: string }[]
    expect(byEmail.map(({ value }) => value).slice(0, 2)).toEqual(['ben@example.test', 'ada@example.test'])
    expect(new Set(byEmail.map(({ value }) => value)).size).toBe(byEmail.length)
    expect((await labels(ada, 'cust'))[0]).toBe('Cleo Customer')
  })

  it('takes a percent sign as what it is, and finds nothing for nothing', async () => {
    expect(await found(ada, '%')).toEqual({ groups: [] })
    expect(await found(ada, '  ')).toEqual({ groups: [] })
  })

  it('refuses what is no search', async () => {
    for (const query of ['q=a&q=b', 'q=%00', `q=${'x'.repeat(201)}`, 'x=1'])
      expect((await cleo.get(`/_ninefold/search?${query}`)).status, query).toBe(422)
  })

  it('finds nothing for whoever may open nothing', async () => {
    const answer = await application.guest.get('/_ninefold/search?q=printer')
    expect([answer.status, answer.body]).toEqual([200, { groups: [] }])
  })

  it('would be found out if it forgot the rights', async () => {
    await using faulty = await runApplication(HELP_DESK, { double: forgetful })
    const admin = await faulty.signIn('ada@example.test', 'correct-horse-1')
    const team = (await admin.post('/api/teams', { name: 'Printers' })).body.id
    category = (await admin.post('/api/categories', { name: 'Smoke', team })).body.id
    expect((await admin.post('/api/tickets', ticket('Printer of Ada'))).status).toBe(201)
    const other = await faulty.signIn('cleo@example.test', 'correct-horse-3')
    expect((await found(other, 'printer')).groups).toMatchObject([{ total: 1 }])
  })
})

it('says which text has the words of a record whose label has none of them', async () => {
  const text = readFileSync(new URL('../../testing/texts/laboratory.md', import.meta.url), 'utf8')
  await using laboratory = await runApplication(text)
  const clara = await laboratory.signIn('clara@example.test', 'correct-horse-3')
  const found = async (q: string): Promise<any[]> =>
    (await clara.get(`/_ninefold/search?q=${encodeURIComponent(q)}`)).body.groups.flatMap(
      ({ records }: { records: any[] }) => records,
    )
  expect(await found('PUMP village')).toEqual([
    { label: 'W-2026-00001', address: '/samples/W-2026-00001', detail: 'Village pump' },
  ])
  expect((await found('lido')).map(({ detail }) => detail)).toEqual(['Lido'])
  const [byLabel] = await found('2026-00001')
  expect(Object.keys(byLabel)).toEqual(['label', 'address'])
  // Samples of others.
  expect(await found('Plön')).toEqual([])
})
