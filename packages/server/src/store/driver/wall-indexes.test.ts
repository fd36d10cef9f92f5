// Behind row-level security PostgreSQL uses an index only for conditions that cannot leak hidden rows. Look-ups by key,
// and the cursor of a list sorted by a choice, are phrased so that an index still serves them.

import { compile } from '@ninefold/core/compile.ts'
import { entityNamed, fieldNamed } from '@ninefold/core/model/find.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import { planFindBy } from '@ninefold/core/plan/read/finds.ts'
import { placeAmong } from '@ninefold/core/plan/sql/list-order.ts'
import { rawSql, renderSql } from '@ninefold/core/plan/sql/sql.ts'
import { planTables } from '@ninefold/core/plan/schema/tables.ts'
import type pg from 'pg'
import { expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { migrate } from '../migrate/migrate.ts'
import { FIELDS } from '@ninefold/core/check/specification-for-tests.ts'

/** The caller sees nearly all products. */
const TEXT = `# Products

## 3. Entities and their fields

### Entity: User

${FIELDS}
| email | email | required, unique | | |
| password | password 10 to 200 | required, hidden | | |

### Entity: Product

${FIELDS}
| code | text up to 60 | required, unique ignoring case | | |
| kind | choice: small, large | required | small | |
| listed | yes/no | required | no | |

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
| Member | see | Product | \`listed\` | all |

## 7. The calls it makes

### Standard calls

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Product | \`/products\` | get | code | everything visible |
`

interface Asked {
  readonly text: string
  /** The number of values. */
  readonly values: number
}

/** PostgreSQL's plan for a caller, with sequential scans and sorts disabled. */
async function planOf(pool: pg.Pool, { text, values }: Asked): Promise<string> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    await client.query(
      'SET LOCAL enable_seqscan = off; SET LOCAL enable_sort = off; SET LOCAL enable_incremental_sort = off',
    )
    await client.query(
      `SELECT set_config('ninefold.roles', '["Member"]', true), set_config('role', ninefold.caller_role(), true)`,
    )
    await client.query(`PREPARE asked AS ${text}`)
    const { rows } = await client.query<Record<string, string>>(
      `EXPLAIN (COSTS OFF) EXECUTE asked${values === 0 ? '' : ` (${Array.from({ length: values }, () => `'A1'`).join(', ')})`}`,
    )
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  } finally {
    await client.query('ROLLBACK')
    client.release(true)
  }
}

async function made(): Promise<{ model: Model; database: TestDatabase }> {
  const { model } = compile(TEXT)
  if (model === null) throw new Error('The specification has errors.')
  const database = await createTestDatabase()
  await migrate(database.pool, planTables(model), { consent: false })
  await database.pool.query(`INSERT INTO product (id, code, kind, listed)
    SELECT gen_random_uuid(), 'a' || i, (ARRAY['small', 'large'])[1 + i % 2], i % 10 <> 0 FROM generate_series(1, 2000) AS i`)
  await database.pool.query('ANALYZE product')
  return { model, database }
}

it('goes on in a list that is sorted by a choice where an index has the place', async () => {
  const { database: kept } = await made()
  await using database = kept
  const place = renderSql(placeAmong(['small', 'large'], rawSql('t.kind'))).text
  const text = `SELECT t.id FROM product AS t WHERE t.listed AND ${place} >= 2 ORDER BY ${place}, t.id LIMIT 20`
  expect(await planOf(database.pool, { text, values: 0 })).toMatch(
    /product_kind_ascending on product t\n +Index Cond: \(CASE kind /,
  )
})

it('finds a record by its key through an index, in the letters that are written and ignoring case', async () => {
  const { model, database: kept } = await made()
  await using database = kept
  const product = entityNamed(model, 'Product')
  const code = fieldNamed(product, 'code')
  const viewer = { model, caller: { roles: new Set(['Member']), isSignedIn: true } }

  const exact = { text: 'SELECT id FROM product AS t WHERE t.code = $1 AND t.listed', values: 1 }
  expect(await planOf(database.pool, exact)).toMatch(/product_code_(index|ascending)/)
  const planned = (isBehindWall: boolean): Promise<string> => {
    const { text, parameters } = planFindBy({ ...viewer, isBehindWall }, product, code)
    return planOf(database.pool, { text, values: parameters.length })
  }
  expect(await planned(true)).toContain('product_code_unique')
  // The plan if row-level security came first.
  expect(await planned(false)).not.toContain('product_code_unique')
})
