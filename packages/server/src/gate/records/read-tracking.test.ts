// The tables that a statement reads and writes are derived from its text. PostgreSQL reports the actual ones, and none
// of them may be missing.

import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { changedTables, changesIn, namesIn, NEVER_READ } from '@ninefold/core/plan/schema/statement-tables.ts'
import { requestsTo } from '../../testing/generated-requests.ts'
import { sendRaw } from '../../testing/raw-request.ts'
import { type Client, runApplication } from '../../testing/running-application.ts'
import { idOf, PASSWORD, PEOPLE, POOL, TWO_TEAMS_TEXT, twoTeams } from '../../testing/two-teams.ts'
import type { TestDatabase } from '../../testing/test-database.ts'
import type { Database, Executor } from '../../store/driver/database.ts'
import type { Application } from '../context/application.ts'

const REQUESTS = Number(process.env['NINEFOLD_WATCHED'] ?? 120)
const text = TWO_TEAMS_TEXT.replace(
  '| Requester | change | User | `id == me.id`',
  '| Admin | delete | User | | |\n| Admin | delete | Ticket | | |\n| Requester | change | User | `id == me.id`',
)
  .replace('| Nobody | delete | Ticket | | |\n', '')
  .replace(
    '| Team | `/api/teams` |',
    '| User | `/api/users` | list, get, change, delete | id | everything visible |\n| Team | `/api/teams` |',
  )
  .replace('list, get, create, change, transitions |', 'list, get, create, change, delete, transitions |')

const RELATION = /"Relation Name": "([^"]+)",\s+"Schema": "([^"]+)"/g

let template: TestDatabase

beforeAll(async () => {
  template = await twoTeams()
})

afterAll(() => template.drop())

interface Found {
  readonly missedReads: Set<string>
  readonly missedWrites: Set<string>
  statements: number
  writes: number
}

/** Compares each statement, and each transaction, with PostgreSQL's report. */
function compared(found: Found, isBlind = false): (application: Application) => Application {
  const explained = new Set<string>()
  const explain = async (database: Database, sql: string): Promise<void> => {
    if (explained.has(sql) || !/^\s*(?:SELECT|WITH)/.test(sql)) return
    explained.add(sql)
    found.statements += 1
    const rows = await planOf(database, sql)
    const names = new Set(namesIn(sql).filter((name) => !isBlind || name !== 'team_members'))
    for (const [, table, schema] of String(rows[0]?.['QUERY PLAN']).matchAll(RELATION)) {
      const name = schema === 'public' ? (table ?? '') : `${schema}.${table}`
      if (/^(?!pg_)/.test(schema ?? '') && !names.has(name)) found.missedReads.add(name)
    }
  }
  return (application) => {
    const { database, schema } = application
    const watching = (executor: Executor, texts: string[]): Executor => ({
      ...executor,
      run: async (statement, bindings) => {
        await explain(database, statement.text)
        texts.push(statement.text)
        return executor.run(statement, bindings)
      },
      runOwn: async (name, sql, values) => {
        await explain(database, sql)
        texts.push(sql)
        return executor.runOwn(name, sql, values)
      },
    })
    const write: Database['write'] = (work) =>
      database.write(async (transaction) => {
        const texts: string[] = []
        const before = await writtenIn(transaction)
        const result = await work(watching(transaction, texts))
        const changed = changedTables(schema, isBlind ? [] : texts.flatMap(changesIn))
        for (const [name, rows] of await writtenIn(transaction)) {
          if (rows === (before.get(name) ?? 0)) continue
          found.writes += 1
          if (!changed.has(name)) found.missedWrites.add(name)
        }
        return result
      })
    const own: Database = {
      ...database,
      ...watching(database, []),
      write,
      writeAtOnce: (statement, bindings) => write((transaction) => transaction.run(statement, bindings)),
      read: (work) => database.read((transaction) => work(watching(transaction, []))),
    }
    return { ...application, database: own }
  }
}

/** Covers all parameters: a plan for particular values may leave a table out. */
async function planOf({ pool }: Database, sql: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const count = Math.max(0, ...[...sql.matchAll(/\$([0-9]+)/g)].map(([, number]) => Number(number)))
  const values = count === 0 ? '' : `(${Array.from({ length: count }, () => 'NULL').join(', ')})`
  const results = await pool.query(
    `SET plan_cache_mode = force_generic_plan; PREPARE watched AS ${sql}; EXPLAIN (VERBOSE, FORMAT JSON) EXECUTE watched${values}; DEALLOCATE watched; RESET plan_cache_mode`,
  )
  return (results as unknown as readonly { readonly rows: readonly Record<string, unknown>[] }[])[2]?.rows ?? []
}

/** The database writes and reads a history together with its row. */
function isKnown(name: string): boolean {
  return name !== 'ninefold.change' && !NEVER_READ.has(name)
}

/** Row counts by table, because PostgreSQL's counters continue across the transactions of a connection. */
async function writtenIn(transaction: Executor): Promise<ReadonlyMap<string, number>> {
  const rows = await transaction.runOwn(
    'written',
    `SELECT CASE schemaname WHEN 'public' THEN relname ELSE schemaname || '.' || relname END AS name,
       CASE relname WHEN 'session' THEN 0 ELSE n_tup_ins + n_tup_upd END + n_tup_del AS rows
     FROM pg_stat_xact_user_tables`,
    [],
  )
  return new Map(rows.flatMap(({ name, rows }) => (isKnown(String(name)) ? [[String(name), Number(rows)]] : [])))
}

async function compareAll(isBlind: boolean): Promise<Found> {
  const found: Found = { missedReads: new Set(), missedWrites: new Set(), statements: 0, writes: 0 }
  await using world = await runApplication(text, { copyOf: template.name, double: compared(found, isBlind) })
  const people: Client[] = [world.guest]
  for (const email of Object.values(PEOPLE)) people.push(await world.signIn(email, PASSWORD))
  const requests = fc.sample(requestsTo(world.application, POOL), {
    numRuns: isBlind ? REQUESTS / 10 : REQUESTS,
    seed: 9,
  })
  for (const [index, request] of requests.entries()) {
    const { cookie } = people[index % people.length] ?? world.guest
    await sendRaw(world.address, cookie, request)
  }
  const ada = people[1]
  for (const path of ['/api/tickets/1000', `/api/users/${idOf(6)}`]) await ada?.delete(path)
  await ada?.post(`/api/users/${idOf(3)}/roles`, { role: 'Agent' })
  await ada?.patch(`/api/teams/${idOf(11)}`, { members: [idOf(3)] })
  await ada?.delete('/_ninefold/session')
  return found
}

it('names every table that PostgreSQL looks at, and every one that it has written', async () => {
  const found = await compareAll(false)
  expect([...found.missedReads, ...found.missedWrites]).toEqual([])
  expect(found.statements).toBeGreaterThan(50)
  expect(found.writes).toBeGreaterThan(5)
})

it('would see a table that is passed over', async () => {
  const found = await compareAll(true)
  expect([...found.missedReads]).toContain('team_members')
  expect(found.missedWrites.size).toBeGreaterThan(0)
})
