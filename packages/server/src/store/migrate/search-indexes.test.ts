// Trigram indexes of large tables: built once, while others write; cancelled for a migration; dropped where they do not
// fit. PostgreSQL uses them in the statement of a caller behind row-level security, and would not without the detour.

import { FIELDS } from '@ninefold/core/check/specification-for-tests.ts'
import { compile } from '@ninefold/core/compile.ts'
import * as build from '@ninefold/core/expression/build.ts'
import { entityNamed, fieldNamed } from '@ninefold/core/model/find.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import { planSearch } from '@ninefold/core/plan/read/full-text-search.ts'
import { searchIndexes } from '@ninefold/core/plan/schema/search-indexes.ts'
import { planTables } from '@ninefold/core/plan/schema/tables.ts'
import { matchesWords, sortExpression } from '@ninefold/core/rights/list-conditions.ts'
import pg from 'pg'
import { expect, it } from 'vitest'
import { createTestDatabase, someStatementWaits, type TestDatabase } from '../../testing/test-database.ts'
import { parameterValues } from '../driver/statement.ts'
import { migrate } from './migrate.ts'
import { keepSearchIndexes } from './search-indexes.ts'

/** The caller sees a tenth of the books, by a condition without an index. */
function libraryWith(field: string): string {
  return `# Library

## 2. Screens and routes

### Screen: Books

- **Who:** Member
- **Shows:** list of Book
- **Columns:** ${field}
- **Search in:** ${field}

## 3. Entities and their fields

### Entity: User

${FIELDS}
| email | email | required, unique | | |
| password | password 10 to 200 | required, hidden | | |

### Entity: Book

${FIELDS}
| ${field} | text up to 200 | required | | |
| shelf | whole number | required | | |

## 6. Roles and permissions

### Signing in

- **Users are:** User
- **Sign in with:** email and password
- **Sign up:** open, gives Member

### Roles

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |
| Member | | by signing up |

### Permissions

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | create | User | | email, password |
| Member | see | Book | \`shelf < 10\` | all |
`
}

const BOOKS = 3_000

async function library(): Promise<{ readonly model: Model; readonly database: TestDatabase }> {
  const model = modelOf(libraryWith('title'))
  const database = await createTestDatabase()
  await migrate(database.pool, planTables(model), { consent: false })
  await database.pool.query(
    `INSERT INTO book (title, shelf) SELECT 'Volume ' || md5(i::text), i % 100 FROM generate_series(1, ${BOOKS}) AS i`,
  )
  await database.pool.query('ANALYZE book')
  return { model, database }
}

function modelOf(text: string): Model {
  const { model, diagnostics } = compile(text)
  if (model === null) throw new Error(JSON.stringify(diagnostics))
  return model
}

async function validIndexes({ pool }: TestDatabase): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT indexrelid::regclass::text AS name FROM pg_index WHERE indisvalid AND pg_get_indexdef(indexrelid) LIKE '%gin_trgm_ops%' ORDER BY 1`,
  )
  return rows.map(({ name }) => name)
}

/** PostgreSQL's plan of a search for a member. */
async function planOf({ pool }: TestDatabase, model: Model, isServed: boolean): Promise<string> {
  const viewer = { model, caller: { roles: new Set(['Member']), isSignedIn: true }, isBehindWall: true }
  const entity = entityNamed(model, 'Book')
  const fields = [fieldNamed(entity, 'title')]
  const statement = planSearch(
    viewer,
    [
      {
        entity,
        condition: matchesWords(viewer, entity, fields, ['word']),
        sought: isServed ? { entity, fields, patterns: ['pattern'] } : null,
        order: [sortExpression(viewer, entity.label)],
        output: build.object([]),
      },
    ],
    5,
  )
  const client = await pool.connect()
  try {
    await client.query('BEGIN; SET LOCAL enable_seqscan = off')
    await client.query(
      `SELECT set_config('ninefold.roles', '["Member"]', true), set_config('role', ninefold.caller_role(), true)`,
    )
    const values = parameterValues(statement, { word: 'c4ca4238', pattern: '%c4ca4238%' })
    const { rows } = await client.query<Record<string, string>>(`EXPLAIN (COSTS OFF) ${statement.text}`, values)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  } finally {
    await client.query('ROLLBACK')
    client.release()
  }
}

it('is built for large tables only, once, and serves callers behind row-level security', async () => {
  const { model, database: kept } = await library()
  await using database = kept
  const wanted = searchIndexes(model)
  expect(await keepSearchIndexes(database.pool, wanted)).toEqual({ built: [], dropped: [], failed: null })
  expect(await keepSearchIndexes(database.pool, wanted, { largeBytes: 1 })).toMatchObject({
    built: ['book_search'],
    failed: null,
  })
  expect(await keepSearchIndexes(database.pool, wanted, { largeBytes: 1 })).toMatchObject({ built: [], dropped: [] })
  expect(await validIndexes(database)).toEqual(['book_search'])
  expect(await planOf(database, model, true)).toContain('Bitmap Index Scan on book_search')
  // The same condition in the statement of the caller comes after that of row-level security.
  expect(await planOf(database, model, false)).not.toContain('book_search')
})

it('is dropped where nothing searches its column, and built anew after an interrupted build or a renaming', async () => {
  const { model, database: kept } = await library()
  await using database = kept
  const { pool } = database
  const keep = (of: Model) => keepSearchIndexes(pool, searchIndexes(of), { largeBytes: 1 })
  await keep(model)
  await pool.query(`UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'book_search'::regclass`)
  expect(await keep(model)).toMatchObject({ built: ['book_search'], dropped: ['book_search'] })

  await pool.query(
    'ALTER TABLE book RENAME COLUMN title TO heading; ALTER TABLE book ADD COLUMN title text COLLATE "pg_c_utf8"',
  )
  expect(await keep(model)).toMatchObject({ built: ['book_search'], dropped: ['book_search'] })
  expect(await keep(modelOf(libraryWith('heading')))).toMatchObject({
    built: ['book_search'],
    dropped: ['book_search'],
  })
  expect(await validIndexes(database)).toEqual(['book_search'])
})

it('lets others write meanwhile, and a migration and the end of the server do not wait for it', async () => {
  const { model, database: kept } = await library()
  await using database = kept
  const { pool } = database
  const wanted = searchIndexes(model)
  const slow = new pg.Client({ connectionString: database.connectionString })
  await slow.connect()
  const begin = async (): Promise<void> => {
    await slow.query('BEGIN')
    await slow.query(`INSERT INTO book (title, shelf) VALUES ('slow', 1)`)
  }
  const ending = new AbortController()
  const ends: readonly (() => Promise<unknown>)[] = [
    async () =>
      migrate(pool, planTables(modelOf(libraryWith('title').replace('up to 200', 'up to 300'))), { consent: false }),
    async () => ending.abort(),
  ]
  for (const end of ends) {
    await begin()
    // The build waits for the slow write.
    const building = keepSearchIndexes(pool, wanted, { largeBytes: 1, signal: ending.signal })
    await someStatementWaits(pool)
    await pool.query(`INSERT INTO book (title, shelf) VALUES ('quick', 1)`)
    const ended = end()
    const { built, failed } = await building.finally(() => slow.query('COMMIT'))
    expect([built, failed?.cause.code]).toEqual([[], '57014'])
    await ended
    expect(await validIndexes(database)).toEqual([])
  }
  await slow.end()
  expect((await keepSearchIndexes(pool, wanted, { largeBytes: 1 })).built).toEqual(['book_search'])
})
