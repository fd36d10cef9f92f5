// File fields are added to a database with records.

import { compile } from '@ninefold/core/compile.ts'
import type { Schema } from '@ninefold/core/plan/schema/schema.ts'
import { planTables } from '@ninefold/core/plan/schema/tables.ts'
import { expect, it } from 'vitest'
import { createTestDatabase } from '../../testing/test-database.ts'
import { migrate } from '../migrate/migrate.ts'

function schemaOf(...fields: readonly string[]): Schema {
  const { model } = compile(`# Notes

## 3. Entities and their fields

### Entity: Note

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| title | text | required | | |
${fields.join('\n')}
`)
  if (model === null) throw new Error('The text has errors.')
  return planTables(model)
}

it('records that were there before the field hold no files', async () => {
  await using database = await createTestDatabase()
  await migrate(database.pool, schemaOf(), { consent: false })
  await database.pool.query(`INSERT INTO note (title) VALUES ('One')`)
  const after = schemaOf(
    '| picture | image up to 2 KB | | | |',
    '| papers | list of file up to 1 KB, at most 2 | | | |',
  )
  const { waiting } = await migrate(database.pool, after, { consent: false })
  expect(waiting).toEqual([])
  expect((await database.pool.query('SELECT papers, picture FROM note')).rows).toEqual([{ papers: [], picture: null }])
})
