// Behind row-level security PostgreSQL lets an index serve only what cannot tell of rows that its policy hides: how one
// record is found by its key is asked so that an index serves all the same.

import { compile } from '@ninefold/core/compile.ts'
import { entityNamed, fieldNamed } from '@ninefold/core/model/find.ts'
import { planFindBy } from '@ninefold/core/plan/finds.ts'
import { planTables } from '@ninefold/core/plan/tables.ts'
import type pg from 'pg'
import { expect, it } from 'vitest'
import { createTestDatabase } from '../testing/test-database.ts'
import { migrate } from './migrate.ts'

const FIELDS = '| Field | Type | Rules | Default | Meaning |\n| --- | --- | --- | --- | --- |'

/** Who sees a product is told by no index. */
const TEXT = `# Products

## 3. Entities and their fields

### Entity: User

${FIELDS}
| email | email | required, unique | | |
| password | password 10 to 200 | required, hidden | | |

### Entity: Product

${FIELDS}
| code | text up to 60 | required, unique ignoring case | | |
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
  /** How many. */
  readonly values: number
}

/** How PostgreSQL would find it as a caller, were reading a whole table out of the question. */
async function planOf(pool: pg.Pool, { text, values }: Asked): Promise<string> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    await client.query('SET LOCAL enable_seqscan = off')
    await client.query(
      `SELECT set_config('ninefold.roles', '["Member"]', true), set_config('role', ninefold.caller_role(), true)`,
    )
    await client.query(`PREPARE asked AS ${text}`)
    const { rows } = await client.query<Record<string, string>>(
      `EXPLAIN (COSTS OFF) EXECUTE asked (${Array.from({ length: values }, () => `'A1'`).join(', ')})`,
    )
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  } finally {
    await client.query('ROLLBACK')
    client.release(true)
  }
}

it('finds a record by its key through an index, in the letters that are written and ignoring case', async () => {
  const { model } = compile(TEXT)
  if (model === null) throw new Error('The specification has errors.')
  await using database = await createTestDatabase()
  await migrate(database.pool, planTables(model), { consent: false })
  const product = entityNamed(model, 'Product')
  const code = fieldNamed(product, 'code')
  const viewer = { model, caller: { roles: new Set(['Member']) } }

  const exact = { text: 'SELECT id FROM product AS t WHERE t.code = $1 AND t.listed', values: 1 }
  expect(await planOf(database.pool, exact)).toMatch(/product_code_(index|ascending)/)
  const planned = (isBehindWall: boolean): Promise<string> => {
    const { text, parameters } = planFindBy({ ...viewer, isBehindWall }, product, code)
    return planOf(database.pool, { text, values: parameters.length })
  }
  expect(await planned(true)).toContain('product_code_unique')
  // As it would be if the wall were asked first.
  expect(await planned(false)).not.toContain('product_code_unique')
})
