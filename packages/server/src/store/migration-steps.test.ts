// Any two specifications, any way between them: the database ends up as if it had been made at once.

import fc from 'fast-check'
import type { CheckedFieldType, Entity, Field } from '@ninefold/core/model/entities.ts'
import { entity, field, modelOf } from '@ninefold/core/plan/model-for-tests.ts'
import type { Schema } from '@ninefold/core/plan/schema.ts'
import { planTables } from '@ninefold/core/plan/tables.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { catalog } from '../testing/catalog.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { migrate } from './migrate.ts'

const ENTITIES = ['Ticket', 'Team', 'User']
const FIELDS = ['number', 'name', 'owner', 'members']

const bound = fc.option(fc.integer({ min: 0, max: 9 }), { nil: null })

const type: fc.Arbitrary<CheckedFieldType> = fc.oneof(
  fc.record({ kind: fc.constantFrom('text' as const, 'email' as const, 'password' as const), lengthMin: bound, lengthMax: bound }),
  fc.record({ kind: fc.constant('whole number' as const), min: bound, max: bound }),
  fc.record({ kind: fc.constant('decimal' as const), places: fc.integer({ min: 0, max: 3 }) }),
  fc.constantFrom({ kind: 'yes/no' } as const, { kind: 'date' } as const, { kind: 'time' } as const, { kind: 'date and time' } as const),
  fc.constantFrom({ kind: 'duration' } as const, { kind: 'state' } as const, { kind: 'percent' } as const),
  fc.record({ kind: fc.constant('choice' as const), values: fc.subarray(['low', "it's", 'back\\slash'], { minLength: 1 }) }),
  fc.record({ kind: fc.constant('sequence' as const), from: fc.integer({ min: -5, max: 2000 }) }),
  fc.record({ kind: fc.constant('reference' as const), entity: fc.constantFrom(...ENTITIES) }),
  fc.record({ kind: fc.constant('collection' as const), entity: fc.constantFrom(...ENTITIES), via: fc.constant(null), sortedBy: fc.constant(null) }),
)

const fieldNamed = (name: string): fc.Arbitrary<Field> =>
  fc.record({ type, isRequired: fc.boolean(), isUnique: fc.boolean(), effect: fc.constantFrom('deleted together' as const, 'blocks deletion' as const) }).map((chosen) => {
    const ignoringCase = ['text', 'email'].includes(chosen.type.kind)
    const unique = chosen.isUnique && chosen.type.kind !== 'collection' ? { ignoringCase, within: [] } : null
    const onDeletion = chosen.type.kind === 'reference' ? chosen.effect : null
    return field(name, chosen.type, { isRequired: chosen.isRequired, unique, onDeletion })
  })

const entityNamed = (name: string): fc.Arbitrary<Entity> =>
  fc
    .record({
      names: fc.subarray(FIELDS),
      fields: fc.tuple(...FIELDS.map(fieldNamed)),
      form: fc.constantFrom('random' as const, 'random' as const, 'counting' as const),
    })
    .map(({ names, fields, form }) => entity(name, fields.filter((each) => names.includes(each.name)), form))

/** A reference to an entity that a specification leaves out goes to its first one instead. */
function resolved(entities: readonly Entity[]): Entity[] {
  const known = entities.map(({ name }) => name)
  const target = (name: string): string => (known.includes(name) ? name : (known[0] ?? name))
  return entities.map((each) => ({
    ...each,
    fields: each.fields.map((of): Field => {
      const { type } = of
      return type.kind === 'reference' || type.kind === 'collection' ? { ...of, type: { ...type, entity: target(type.entity) } } : of
    }),
  }))
}

const schema: fc.Arbitrary<Schema> = fc
  .record({ names: fc.subarray(ENTITIES, { minLength: 1 }), entities: fc.tuple(...ENTITIES.map(entityNamed)), states: fc.subarray(['new', 'open', 'done'], { minLength: 1 }) })
  .map(({ names, entities, states }) => {
    const machines = Object.fromEntries(ENTITIES.flatMap((name) => FIELDS.map((each) => [`${name}.${each}`, states])))
    return planTables(modelOf(resolved(entities.filter(({ name }) => names.includes(name))), machines))
  })

let walked: TestDatabase
let fresh: TestDatabase
beforeAll(async () => {
  walked = await createTestDatabase()
  fresh = await createTestDatabase()
})
afterAll(async () => {
  await walked.drop()
  await fresh.drop()
})

async function emptied({ pool }: TestDatabase): Promise<void> {
  await pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public; DROP SCHEMA IF EXISTS ninefold CASCADE')
}

it('leads from any schema to any other', async () => {
  await fc.assert(
    fc.asyncProperty(schema, schema, async (from, to) => {
      await emptied(walked)
      await emptied(fresh)
      await migrate(walked.pool, from, { consent: false })
      const { waiting } = await migrate(walked.pool, to, { consent: false })
      expect(waiting).toEqual([])
      await migrate(fresh.pool, to, { consent: false })
      expect(await catalog(walked.pool)).toEqual(await catalog(fresh.pool))
    }),
    { numRuns: Number(process.env['NINEFOLD_RUNS'] ?? 25) },
  )
})

it('does nothing when nothing changed', async () => {
  await fc.assert(
    fc.asyncProperty(schema, async (same) => {
      await emptied(walked)
      await migrate(walked.pool, same, { consent: false })
      expect(await migrate(walked.pool, same, { consent: false })).toEqual({ applied: [], waiting: [] })
    }),
    { numRuns: 5 },
  )
})
