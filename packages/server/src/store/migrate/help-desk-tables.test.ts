import { readFileSync } from 'node:fs'
import { checkSpecification } from '@ninefold/core/check/specification.ts'
import { constraintsOf, violatedConstraint } from '@ninefold/core/plan/schema/constraints.ts'
import { planTables } from '@ninefold/core/plan/schema/tables.ts'
import { readSpecification } from '@ninefold/core/read/specification.ts'
import { expect, it } from 'vitest'
import { createTestDatabase } from '../../testing/test-database.ts'
import { migrate } from './migrate.ts'

it('makes the tables of the help desk, and nothing the second time', async () => {
  const text = readFileSync(new URL('../../../../../examples/helpdesk/app.md', import.meta.url), 'utf8')
  const { model } = checkSpecification(readSpecification(text).draft)
  if (model === null) return expect.unreachable('The help desk has errors.')
  const schema = planTables(model)
  await using database = await createTestDatabase()
  const made = await migrate(database.pool, schema, { consent: false, text })
  expect(made.waiting).toEqual([])
  expect(schema.tables.map(({ name }) => name)).toEqual([
    'user',
    'team',
    'team_members',
    'category',
    'ticket',
    'comment',
  ])
  expect(await migrate(database.pool, schema, { consent: false, text })).toEqual({ applied: [], waiting: [] })

  // Every constraint that PostgreSQL can report has an error message.
  const { rows } = await database.pool.query<{ table: string; name: string; type: string; column: string | null }>(`
    SELECT conrelid::regclass::text AS table, conname AS name, contype AS type,
      (SELECT attname FROM pg_attribute WHERE attrelid = conrelid AND attnum = conkey[1]) AS column
    FROM pg_constraint WHERE connamespace = 'public'::regnamespace`)
  const unknown = rows.filter(({ table, name, type, column }) => {
    const error = {
      code: type === 'n' ? '23502' : '',
      table: table.replaceAll('"', ''),
      constraint: name,
      column: column ?? '',
    }
    return violatedConstraint(constraintsOf(schema), error) === null
  })
  // From PostgreSQL 18 on, required columns are named constraints too.
  expect(rows.length).toBeGreaterThan(25)
  expect(unknown).toEqual([])
})
