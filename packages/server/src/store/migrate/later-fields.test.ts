// Additions to a specification with existing records: amounts, secrets, histories, restorable deleted records. Also
// amounts with more decimal places than their currency.

import { expect, it } from 'vitest'
import { compile } from '@ninefold/core/compile.ts'
import { planTables } from '@ninefold/core/plan/schema/tables.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { migrate } from './migrate.ts'

interface Shop {
  readonly fields?: readonly string[]
  readonly labels?: readonly string[]
}

function schemaOf({ fields = [], labels = [] }: Shop) {
  const { model, diagnostics } = compile(`# Shop

**Ninefold:** 1

## 3. Entities and their fields

**Every entity has:** id as a counting number

### Entity: Tag

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| name | text | required | | |

### Entity: Item

${labels.join('\n')}

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| name | text | required | | |
| tags | list of Tag | | | |
${fields.join('\n')}
`)
  if (model === null) throw new Error(diagnostics.map(({ message }) => message).join('; '))
  return planTables(model)
}

async function shop(before: Shop) {
  const database = await createTestDatabase()
  const bring = async (to: Shop) =>
    (await migrate(database.pool, schemaOf(to), { consent: false })).waiting.map(
      ({ sentence, rows, hint }) => `${sentence} (${rows})${hint === undefined ? '' : ` ${hint}`}`,
    )
  expect(await bring(before)).toEqual([])
  const rows = async (sql: string) => (await database.pool.query(sql)).rows
  return { bring, rows, [Symbol.asyncDispose]: () => database.drop() }
}

const BEGUN = [
  '| deposit | money with currency | required | 0 USD | |',
  '| opens | date and time | required | 2026-07-01 09:00 | |',
]
const AMOUNTS = ['| price | money in EUR | required | 1.50 | |', '| cost | money with currency | | | |']
const SECRET = '| token | secret text | | | |'

it('gives records that exist amounts and secrets, with their rules', async () => {
  await using here = await shop({})
  await here.rows(`INSERT INTO item (name) VALUES ('a'), ('b')`)
  expect(await here.bring({ fields: [...AMOUNTS, SECRET] })).toEqual([])
  expect(await here.rows('SELECT name, price::text, cost, token FROM item ORDER BY name')).toEqual([
    { name: 'a', price: '1.50', cost: null, token: null },
    { name: 'b', price: '1.50', cost: null, token: null },
  ])
  expect(await here.bring({ fields: [...AMOUNTS, SECRET, ...BEGUN] })).toEqual([])
  const filled = {
    deposit: { amount: '0.00', currency: 'USD' },
    opens: new Date('2026-07-01T09:00Z'),
  }
  expect(await here.rows('SELECT deposit, opens FROM item')).toEqual([filled, filled])
  for (const broken of [`price = 1.505`, `cost = '{"amount": 1}'`, `token = 'readable'`])
    await expect(here.rows(`UPDATE item SET ${broken}`)).rejects.toThrow('violates check constraint')
})

it('asks for an amount that is required and that nobody has stated', async () => {
  await using here = await shop({})
  await here.rows(`INSERT INTO item (name) VALUES ('a')`)
  const [told, ...more] = await here.bring({ fields: ['| price | money in EUR | required | | |'] })
  expect(told).toMatch(/^Item\.price .*\(1\)/)
  expect(more).toEqual([])
})

it('says what becomes of amounts with more places than their currency has', async () => {
  await using here = await shop({ fields: ['| price | decimal with 3 places | | | |'] })
  await here.rows(`INSERT INTO item (name, price) VALUES ('a', 1.505), ('b', 1.5)`)
  expect(await here.bring({ fields: ['| price | money in EUR | | | |'] })).toEqual([
    'Item.price must have at most 2 decimal places. (1) A row of "Changes to version …" rounds them (| Item.price | | | `round(price, 2)` |) or leaves them as they are (| Item.price | | | kept until next change |).',
  ])
  expect(await here.rows(`SELECT price::text FROM item WHERE name = 'a'`)).toEqual([{ price: '1.505' }])
  await here.rows(`UPDATE item SET price = 1.51 WHERE name = 'a'`)
  expect(await here.bring({ fields: ['| price | money in EUR | | | |'] })).toEqual([])
})

it('begins to keep deleted records, and the history of a list, without touching what is there', async () => {
  await using here = await shop({})
  await here.rows(`INSERT INTO item (name) VALUES ('a')`)
  await here.rows(`INSERT INTO tag (name) VALUES ('red'), ('blue')`)
  await here.rows('INSERT INTO item_tags (item_id, tag_id) VALUES (1, 1)')
  const labels = ['- **Deleted:** kept 30 days', '- **History:** every change']
  expect(await here.bring({ labels })).toEqual([])
  await here.rows('INSERT INTO item_tags (item_id, tag_id) VALUES (1, 2)')
  await here.rows('DELETE FROM item_tags WHERE tag_id = 1')
  const changes = 'SELECT field, before, after FROM ninefold.change ORDER BY id'
  const both = [
    { field: 'tags', before: null, after: 2 },
    { field: 'tags', before: 1, after: null },
  ]
  expect(await here.rows(changes)).toEqual(both)
  expect(await here.bring({})).toEqual([])
  await here.rows('INSERT INTO item_tags (item_id, tag_id) VALUES (1, 1)')
  expect(await here.rows(changes)).toEqual(both)
})
