// A download has the caller's content of the list: the same rows, order, columns and refusals, however many there are.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TWO_TEAMS_TEXT, idOf, PASSWORD, PEOPLE, twoTeams } from '../../testing/two-teams.ts'
import { type Client, runApplication, type RunningApplication } from '../../testing/running-application.ts'
import type { Application } from '../../gate/context/application.ts'
import type { TestDatabase } from '../../testing/test-database.ts'

/** Sorted by two fields, the first of which may be empty. */
const SORTED = TWO_TEAMS_TEXT.replace(
  'sorted by dueAt oldest first',
  'sorted by rating largest first then subject A to Z',
)

let template: TestDatabase
let helpDesk: RunningApplication
let ben: Client
let cleo: Client

beforeAll(async () => {
  template = await twoTeams()
  helpDesk = await runApplication(TWO_TEAMS_TEXT, { copyOf: template.name })
  ben = await helpDesk.signIn(PEOPLE.ben, PASSWORD)
  cleo = await helpDesk.signIn(PEOPLE.cleo, PASSWORD)
})
afterAll(async () => {
  await helpDesk[Symbol.asyncDispose]()
  await template.drop()
})

const QUEUE = '/_ninefold/screens/queue/0'

/** Quoted cells with line breaks and commas do not occur here. */
function linesOf(text: string): string[][] {
  return text
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','))
}

async function numbers(client: Client, query: string): Promise<string[]> {
  const { status, body } = await client.get(`${QUEUE}/rows.csv${query}`)
  expect(status).toBe(200)
  return linesOf(body)
    .slice(1)
    .map(([number = '']) => number)
}

describe('a list as a file', () => {
  it('has the rows, the order and the columns of the screen, under the headings of the screen', async () => {
    const { body, headers } = await ben.get(`${QUEUE}/rows.csv`)
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(headers.get('content-disposition')).toBe('attachment; filename=Queue.csv')
    const [heading, first] = linesOf(body)
    expect(heading).toEqual(['Number', 'Subject', 'Priority', 'Status', 'Requester', 'Assignee', 'Due at', 'Late'])
    expect(first).toEqual(['1000', 'Printer on fire', 'Normal', 'New', 'Cleo Customer', '', expect.any(String), 'true'])
    expect(Date.parse(first?.[6] ?? '')).toBe(Date.parse('2025-03-01T10:00:00Z'))
    const shown = (await ben.get(QUEUE)).body.rows as { values: { number: number } }[]
    expect(await numbers(ben, '')).toEqual(shown.map(({ values }) => String(values.number)))
  })

  it('begins with what says that it is UTF-8', async () => {
    const response = await fetch(`${helpDesk.address}${QUEUE}/rows.csv`, { headers: { cookie: ben.cookie ?? '' } })
    expect([...new Uint8Array(await response.arrayBuffer()).slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  })

  it('has semicolons between its cells, where it is asked so', async () => {
    const { body } = await ben.get(`${QUEUE}/rows.csv?between-cells=semicolon&shown-columns=number,subject`)
    expect(String(body).split('\r\n')[0]).toMatch(/Number;Subject$/)
    expect(String(body)).toContain('1000;Printer on fire\r\n')
    expect((await ben.get(`${QUEUE}/rows.csv?between-cells=tab`)).status).toBe(422)
  })

  it('is narrowed and sorted as the list is', async () => {
    expect(await numbers(ben, '?priority=normal&sort=-number')).toEqual(['1003', '1000'])
    expect(await numbers(ben, '?q=fire')).toEqual(['1000'])
    // High: 1006; normal: 1000 and 1003 of his team; low: 1002, his own question.
    expect(await numbers(ben, '?sort=-priority,-number')).toEqual(['1006', '1003', '1000', '1002'])
    const { body } = await ben.get(`${QUEUE}?sort=-priority,-number`)
    expect(body.rows.map(({ values }: { values: { number: number } }) => values.number)).toEqual([
      1006, 1003, 1000, 1002,
    ])
  })

  it('has the columns that are wanted, in their order, and none that the list does not have', async () => {
    const { body } = await ben.get(`${QUEUE}/rows.csv?shown-columns=priority,number&sort=number`)
    expect(linesOf(body).slice(0, 2)).toEqual([
      ['Priority', 'Number'],
      ['Normal', '1000'],
    ])
  })

  it('is refused where the list is, before anything is sent', async () => {
    for (const query of [
      '?nothing=1',
      '?sort=body',
      '?priority=huge',
      '?page=2',
      '?sort=number,-number',
      '?sort=number,',
      '?sort=number,subject,priority,status',
      '?shown-columns=number,body',
      '?shown-columns=',
    ]) {
      const { status, headers } = await ben.get(`${QUEUE}/rows.csv${query}`)
      expect([query, status]).toEqual([query, 422])
      expect(headers.get('content-type')).toContain('application/problem+json')
    }
    expect((await cleo.get(`${QUEUE}/rows.csv`)).status).toBe((await cleo.get(QUEUE)).status)
    expect((await helpDesk.guest.get(`${QUEUE}/rows.csv`)).status).toBe(401)
    expect((await ben.get('/_ninefold/screens/queue/7/rows.csv')).status).toBe(404)
    expect((await ben.get('/_ninefold/screens/ticket/0/rows.csv?number=1000')).status).toBe(404)
  })

  it('holds the records of a record, and nothing of one that is not seen', async () => {
    const seen = await cleo.get('/_ninefold/screens/ticket/1/rows.csv?number=1001')
    expect(linesOf(seen.body)).toHaveLength(2)
    expect(seen.body).not.toContain('secret')
    expect((await cleo.get('/_ninefold/screens/ticket/1/rows.csv?number=1004')).status).toBe(404)
  })

  it('keeps a text from being taken for a formula, and quotes what has commas, quotes and line ends', async () => {
    const subjects = ['=1+1+1', '+11111', '-11111', '@aaaaa', '\ttabs', "'=1111", 'a "b", c', ' rooms', "it's so"]
    for (const [index, subject] of subjects.entries())
      await helpDesk.database.pool.query(
        `INSERT INTO ticket (number, subject, body, requester_id, category_id, team_id, priority, status, due_at, created_at, updated_at)
         VALUES ($1, $2, 'x', $3, $4, $5, 'urgent', 'new', '2025-03-01 10:00Z', now(), now())`,
        [5000 + index, subject, idOf(3), idOf(21), idOf(11)],
      )
    const { body } = await ben.get(`${QUEUE}/rows.csv?priority=urgent&status=new&sort=number`)
    await helpDesk.database.pool.query('DELETE FROM ticket WHERE number >= 5000')
    const cells = (body as string).split('\r\n').map((line) => /^50[0-9]{2},(.*?),Urgent/.exec(line)?.[1])
    expect(cells.filter((cell) => cell !== undefined)).toEqual([
      "'=1+1+1",
      "'+11111",
      "'-11111",
      "'@aaaaa",
      "'\ttabs",
      "''=1111",
      '"a ""b"", c"',
      '" rooms"',
      "it's so",
    ])
  })
})

/** Open tickets of the first team. */
const MANY = `INSERT INTO ticket (number, subject, body, requester_id, category_id, team_id, priority, status, due_at, created_at, updated_at, rating)
       SELECT 10000 + n, 'Subject ' || n % 7, 'x', $1, $2, $3, (ARRAY['low', 'normal', 'high', 'urgent'])[1 + n % 4], 'new', '2025-03-01 10:00Z', now(), now(),
              CASE WHEN n % 3 > 0 THEN 1 + n % 5 END FROM generate_series(1, 2500) AS n`

describe('of more rows than are read at once', () => {
  let large: RunningApplication
  let agent: Client

  beforeAll(async () => {
    large = await runApplication(SORTED, { copyOf: template.name })
    agent = await large.signIn(PEOPLE.ben, PASSWORD)
    await large.database.pool.query(MANY, [idOf(3), idOf(21), idOf(11)])
  })
  afterAll(() => large[Symbol.asyncDispose]())

  async function downloaded(query = ''): Promise<string[]> {
    const { body } = await agent.get(`${QUEUE}/rows.csv${query}`)
    return linesOf(body)
      .slice(1)
      .map(([number = '']) => number)
  }

  it('each comes once, in the order of several fields of which some are empty', async () => {
    const { rows } = await large.database.pool.query<{ number: string }>(
      `SELECT number::text FROM ticket WHERE status IN ('new', 'open', 'pending') AND (team_id = $1 OR requester_id = $2)
       ORDER BY rating DESC NULLS LAST, subject, id`,
      [idOf(11), idOf(2)],
    )
    expect(rows.length).toBeGreaterThan(2500)
    expect(await downloaded()).toEqual(rows.map(({ number }) => number))
  })

  it('each comes once, by one field, either way', async () => {
    const ascending = await downloaded('?sort=number')
    expect(new Set(ascending).size).toBe(ascending.length)
    expect(await downloaded('?sort=-number')).toEqual(ascending.toReversed())
    expect(new Set(await downloaded('?sort=-priority')).size).toBe(ascending.length)
  })

  it('nothing more is sent to whoever is signed out in the middle, and the file is broken off', async () => {
    let parts = 0
    const signingOut = (application: Application): Application => {
      const { database } = application
      const run: typeof database.run = async (statement, bindings) => {
        const rows = await database.run(statement, bindings)
        if (statement.text.includes('AS key0') && ++parts === 1)
          await database.pool.query('DELETE FROM ninefold.session')
        return rows
      }
      return { ...application, database: { ...database, run } }
    }
    await using desk = await runApplication(TWO_TEAMS_TEXT, { copyOf: template.name, double: signingOut })
    const client = await desk.signIn(PEOPLE.ben, PASSWORD)
    await desk.database.pool.query(MANY, [idOf(3), idOf(21), idOf(11)])
    await expect(client.get(`${QUEUE}/rows.csv`)).rejects.toThrow()
    expect(parts).toBe(1)
  })
})
