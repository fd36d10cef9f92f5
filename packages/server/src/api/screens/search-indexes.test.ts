// Searches with trigram indexes answer as searches without them: for callers who see all, some or few records, for rare
// and frequent words, in the palette, in lists and in pickers. A planted statement that takes too few candidates is found.

import { readFileSync } from 'node:fs'
import { searchIndexes } from '@ninefold/core/plan/schema/search-indexes.ts'
import { CANDIDATES_MAX } from '@ninefold/core/plan/read/search-candidates.ts'
import type { Statement } from '@ninefold/core/plan/sql/sql.ts'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Application } from '../../gate/context/application.ts'
import { keepSearchIndexes } from '../../store/migrate/search-indexes.ts'
import { isStatement, withPlans } from '../../testing/forgetful-plans.ts'
import { type Client, runApplication, type RunningApplication } from '../../testing/running-application.ts'

const HELP_DESK = readFileSync(new URL('../../../../../examples/helpdesk/app.md', import.meta.url), 'utf8')

const WORDS = [
  'badge',
  'Badger',
  'edge',
  'GRÖSSE',
  'größer',
  '100%',
  '1_000',
  'a\\b',
  'ΣΑΣ',
  'привет',
  '東京都',
  'x',
  'reader',
]
const FILLING = 'filling'
const RARE = 240

let helpDesk: RunningApplication
let callers: Readonly<Record<string, Client>>

beforeAll(async () => {
  helpDesk = await runApplication(HELP_DESK)
  callers = await filled(helpDesk)
})
afterAll(() => helpDesk[Symbol.asyncDispose]())

/** Some tickets with few words each, and more than the maximum of candidates with one word. */
async function filled({ database, signIn, signUp }: RunningApplication): Promise<Record<string, Client>> {
  const ada = await signIn('ada@example.test', 'correct-horse-1')
  const ben = await signIn('ben@example.test', 'correct-horse-2')
  const cleo = await signIn('cleo@example.test', 'correct-horse-3')
  const dora = await signUp({ name: 'Dora', email: 'dora@example.test', password: 'long enough indeed' })
  const word = (prime: number): string =>
    `(ARRAY[${WORDS.map((_, index) => `$${index + 1}`).join(', ')}])[1 + i * ${prime} % 97 % ${WORDS.length}]`
  await database.pool.query(
    `INSERT INTO ticket (number, subject, body, requester_id, category_id, team_id, priority, status, due_at, created_at, updated_at)
     SELECT 5000 + i, 'About ' || ${word(7)} || ' ' || ${word(31)}, ${word(11)}, asking.id, category.id, category.team_id, 'low', 'new', now(), now(), now()
     FROM generate_series(1, ${RARE}) i, category, "user" AS asking
     WHERE asking.email = (ARRAY['cleo', 'dora', 'ada'])[1 + i % 3] || '@example.test'
       AND category.id = (SELECT id FROM category ORDER BY name OFFSET i % (SELECT count(*) FROM category) LIMIT 1)`,
    WORDS,
  )
  await database.pool.query(
    `INSERT INTO ticket (number, subject, body, requester_id, category_id, team_id, priority, status, due_at, created_at, updated_at)
     SELECT 100000 + i, '${FILLING} ' || i, 'nothing', asking.id, category.id, category.team_id, 'low', 'closed', now(), now(), now()
     FROM generate_series(1, 20500) i, (SELECT * FROM category LIMIT 1) AS category, "user" AS asking
     WHERE asking.email = (CASE WHEN i % 5000 = 1 THEN 'dora' ELSE 'ada' END) || '@example.test'`,
  )
  await database.pool.query(
    `INSERT INTO team_members SELECT category.team_id, "user".id FROM "user", (SELECT team_id FROM category ORDER BY name LIMIT 1) AS category
     WHERE "user".email = 'ben@example.test' ON CONFLICT DO NOTHING`,
  )
  await database.pool.query('ANALYZE')
  return { ada, ben, cleo, dora }
}

/** Parts of the stored words, some in other letters, one to three of them. */
const searches = fc
  .array(
    fc.oneof(
      {
        weight: 5,
        arbitrary: fc.tuple(fc.constantFrom(...WORDS), fc.nat(3), fc.integer({ min: 1, max: 8 }), fc.boolean()),
      },
      { weight: 1, arbitrary: fc.constant([FILLING, 0, 8, false] as const) },
      {
        weight: 1,
        arbitrary: fc.integer({ min: 5000, max: 5240 }).map((number) => [String(number), 0, 4, false] as const),
      },
    ),
    { minLength: 1, maxLength: 3 },
  )
  .map((parts) =>
    parts
      .map(([word, from, length, isLoud]) => {
        const part = word.slice(Math.min(from, word.length - 1)).slice(0, length)
        return isLoud ? part.toUpperCase() : part
      })
      .join(' '),
  )

const PLACES = ['/_ninefold/search?', '/_ninefold/screens/queue/0?', '/_ninefold/options/Ticket?by=number&']

/** Ids and moments, which differ between two databases. */
const MADE = /[0-9a-f-]{36}|\d{4}-\d\d-\d\dT[0-9:.]+Z/g

async function answers(asked: readonly string[], of: Readonly<Record<string, Client>>): Promise<string[]> {
  const found: string[] = []
  for (const q of asked)
    found.push(...(await Promise.all(Object.entries(of).map((caller) => answersOf(q, caller)))).flat())
  return found
}

async function answersOf(q: string, [name, caller]: readonly [string, Client]): Promise<string[]> {
  const found: string[] = []
  for (const place of PLACES) {
    const { status, body } = await caller.get(`${place}q=${encodeURIComponent(q)}`)
    // A customer has no queue, and each refusal has an id of its own.
    const told = status === 200 ? JSON.stringify(body).replaceAll(MADE, '') : status
    found.push(`${place} ${q} for ${name}: ${told}`)
  }
  return found
}

function different(one: readonly string[], other: readonly string[]): string[] {
  return one.flatMap((answer, index) => (answer === other[index] ? [] : [`${answer}\nwithout: ${other[index]}`]))
}

/** The same searches in each run of the property. */
const MADE_UP = fc.sample(searches, { numRuns: 25, seed: Number(process.env['PROPERTY_SEED'] ?? 9) })
const STATED = [FILLING, `${FILLING} 17`, 'badge', 'größe', '%', '_', 'ΣΑΣ']
/** Searches for each application of its own. */
const FEW = [...MADE_UP.slice(0, 8), ...STATED]

let without: readonly string[]
let ofFew: readonly string[]

it('answers with indexes as without them', async () => {
  const { pool } = helpDesk.database
  without = await answers([...FEW, ...MADE_UP.slice(8)], callers)
  ofFew = without.slice(0, FEW.length * Object.keys(callers).length * PLACES.length)
  const { built, failed } = await keepSearchIndexes(pool, wanted(), { largeBytes: 1 })
  expect(failed).toBeNull()
  expect(built).toEqual(expect.arrayContaining(['ticket_search']))
  expect(different(await answers([...FEW, ...MADE_UP.slice(8)], callers), without)).toEqual([])
  expect(without.filter((answer) => answer.includes('"address"')).length).toBeGreaterThan(20)
})

it('answers the same with more matches than candidates', async () => {
  expect(different(await answersWith(lowMaximum), ofFew)).toEqual([])
})

it('finds a statement that takes too few candidates', async () => {
  const found = different(await answersWith(tooFew), ofFew)
  expect(found.filter((answer) => !answer.includes(': 500')).length).toBeGreaterThan(0)
})

async function answersWith(double: (application: Application) => Application): Promise<string[]> {
  await using other = await runApplication(HELP_DESK, { double })
  const others = await filled(other)
  await keepSearchIndexes(other.database.pool, wanted(), { largeBytes: 1 })
  return await answers(FEW, others)
}

const wanted = (): ReturnType<typeof searchIndexes> => searchIndexes(helpDesk.application.model)

/** Two candidates, whether they are all of them or not. */
const tooFew = changedBy((text) =>
  text
    .replaceAll(`LIMIT ${CANDIDATES_MAX + 1}`, 'LIMIT 2')
    .replaceAll(/count\(\*\) <= \d+ AS is_whole/g, 'count(*) < 0 AS is_whole'),
)
/** More than six candidates are many, and nobody sees so few records that the index is left out. */
const lowMaximum = changedBy((text) =>
  text
    .replaceAll(`LIMIT ${CANDIDATES_MAX + 1}`, 'LIMIT 7')
    .replaceAll(`<= ${CANDIDATES_MAX}`, '<= 6')
    .replaceAll(/count\(\*\) <= \d+ AS is_whole/g, 'count(*) < 0 AS is_whole'),
)

function changedBy(change: (text: string) => string): (application: Application) => Application {
  const changed = (statement: Statement): Statement => ({ ...statement, text: change(statement.text) })
  return withPlans((_, plan, viewer) => {
    const made = plan(viewer)
    if (isStatement(made)) return changed(made)
    const { statement = null } = (made ?? {}) as { readonly statement?: Statement | null }
    return statement === null ? made : { ...(made as object), statement: changed(statement) }
  }, 'the wall stands')
}
