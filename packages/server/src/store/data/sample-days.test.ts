// Sample data with relative days: moments counted from the day of loading, and records in the middle of their states.

import { readFileSync } from 'node:fs'
import { compile } from '@ninefold/core/compile.ts'
import { UTC } from '@ninefold/core/expression/evaluate/time-zone.ts'
import { planTables } from '@ninefold/core/plan/schema/tables.ts'
import { expect, it } from 'vitest'
import { createTestDatabase } from '../../testing/test-database.ts'
import { openDatabase } from '../driver/database.ts'
import { migrate } from '../migrate/migrate.ts'
import { loadRecords } from './load-data.ts'
import { newSecretKey, secretTextsWith } from './secret-texts.ts'

const TEXT = `# Test

## 3. Entities and their fields

**Every entity has:** createdAt

### Entity: Order

- **History:** every change of status

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| title | text | required | | |
| status | state | | | |
| due | date | | | |
| during | period of date and time | | | |
| rating | whole number | | | |
| lines | list of Line via order | | | |

### Entity: Line

- **Part of:** Order via order

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| item | text | required | | |
| order | Order | required, set once | | |

### Sample data: Order

| title | status | due | during | rating | createdAt |
| --- | --- | --- | --- | --- | --- |
| Screws | sent | in 2 days | yesterday 10:00 to yesterday 12:00 | RATING | 3 hours ago |

### Sample data: Line

| item | order |
| --- | --- |
| Brass | Screws |

## 4. States and transitions

### States of Order.status

| State | Means | Kind |
| --- | --- | --- |
| draft | | initial |
| sent | | final |

| Transition | From | To | Who | Only if | Then |
| --- | --- | --- | --- | --- | --- |
| send | draft | sent | | | |

## 5. Validation rules

| Rule | Entity | When | If | Must hold | Otherwise |
| --- | --- | --- | --- | --- | --- |
| A sent order keeps its lines | Line | always | | \`order.status == "draft"\` | SENT |
| Only what has come is rated | Order | always | \`rating != null\` | \`status == "sent" && rating < 6\` | RATED |

## 8. The error catalogue

| Code | Status | About | Message |
| --- | --- | --- | --- |
| SENT | 409 | order | It is sent. |
| RATED | 409 | rating | Not yet. |
`

it('begins in the first state, takes its parts, and comes to the state of its row without a change that somebody made', async () => {
  await using database = await loaded(TEXT.replace('RATING', '5'))
  expect(
    await database.ask(`
      SELECT title, status, due - current_date, lower(during)::date - current_date,
        round(extract(epoch FROM now() - created_at) / 3600)::int, (SELECT count(*)::int FROM line)
      FROM "order"`),
  ).toEqual([['Screws', 'sent', 2, -1, 3, 1]])
  expect(await database.ask('SELECT count(*)::int FROM ninefold.change')).toEqual([[0]])
})

it('refuses what neither the first state nor the stated one allows', async () => {
  await expect(loaded(TEXT.replace('RATING', '9'))).rejects.toThrow('"Only what has come is rated": Not yet.')
})

it('refuses such words in reference data, which says the same on every day', () => {
  const text = TEXT.replaceAll('Sample data', 'Reference data').replace('RATING', '5')
  expect(compile(text).diagnostics.map(({ message }) => message)).toContain(
    '"in 2 days" is not a date. Write it as 2026-01-31.',
  )
})

it.each(['helpdesk', 'booking', 'expenses', 'stock', 'conduit'])('has records for every list of %s', async (name) => {
  const text = readFileSync(new URL(`../../../../../examples/${name}/app.md`, import.meta.url), 'utf8')
  await using database = await loaded(text)
  for (const { name: entity } of database.model.entities.entities) {
    const table = entity.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase()
    const [[count]] = (await database.ask(`SELECT count(*)::int FROM "${table}"`)) as [[number]]
    expect([entity, count]).not.toEqual([entity, 0])
  }
})

async function loaded(text: string) {
  const { model } = compile(text)
  if (model === null) throw new Error('The text has errors.')
  const place = await createTestDatabase()
  const database = openDatabase({ connectionString: place.connectionString })
  const end = async (): Promise<void> => {
    await database.close()
    await place.drop()
  }
  const owner = { model, schema: planTables(model), timeZone: UTC, secretTexts: secretTextsWith([newSecretKey()]) }
  try {
    await migrate(database.pool, owner.schema, { consent: false })
    await loadRecords(database, owner, 'reference')
    await loadRecords(database, owner, 'sample')
  } catch (error) {
    await end()
    throw error
  }
  return {
    model,
    ask: async (sql: string) => (await database.pool.query<unknown[]>({ text: sql, rowMode: 'array' })).rows,
    [Symbol.asyncDispose]: end,
  }
}
