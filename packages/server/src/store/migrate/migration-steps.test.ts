// For any two specifications and any path between them, the database ends up as if it had been created directly.

import fc from 'fast-check'
import type { CheckedFieldType, Entity, Field } from '@ninefold/core/model/entities.ts'
import { entity, field, modelOf } from '@ninefold/core/plan/model-for-tests.ts'
import type { Schema } from '@ninefold/core/plan/schema/schema.ts'
import { planTables } from '@ninefold/core/plan/schema/tables.ts'
import { expect, it } from 'vitest'
import { catalog } from '../../testing/catalog.ts'
import { withEngineTables } from '../../testing/servers/prepared-databases.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { migrate, validateConstraints } from './migrate.ts'

const ENTITIES = ['Ticket', 'Team', 'User']
const FIELDS = ['number', 'name', 'owner', 'members']

const bound = fc.option(fc.integer({ min: 0, max: 9 }), { nil: null })

const type: fc.Arbitrary<CheckedFieldType> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('text' as const, 'email' as const, 'password' as const),
    lengthMin: bound,
    lengthMax: bound,
  }),
  fc.record({ kind: fc.constant('whole number' as const), min: bound, max: bound }),
  fc.record({ kind: fc.constant('decimal' as const), places: fc.integer({ min: 0, max: 3 }) }),
  fc.constantFrom(
    { kind: 'yes/no' } as const,
    { kind: 'date' } as const,
    { kind: 'time' } as const,
    { kind: 'date and time' } as const,
  ),
  fc.constantFrom({ kind: 'duration' } as const, { kind: 'state' } as const, { kind: 'percent' } as const),
  fc.record({
    kind: fc.constant('choice' as const),
    values: fc.subarray(['low', "it's", 'back\\slash'], { minLength: 1 }),
  }),
  fc.record({
    kind: fc.constant('sequence' as const),
    from: fc.integer({ min: -5, max: 2000 }),
    per: fc.constant(null),
    isPerYear: fc.constant(false),
    format: fc.constant(null),
    isWithoutGaps: fc.constant(false),
  }),
  fc.record({ kind: fc.constant('reference' as const), entity: fc.constantFrom(...ENTITIES) }),
  fc.record({
    kind: fc.constant('collection' as const),
    entity: fc.constantFrom(...ENTITIES),
    via: fc.constant(null),
    through: fc.constant(null),
    sortedBy: fc.constant(null),
  }),
  fc.record({ kind: fc.constant('random code' as const), length: fc.integer({ min: 8, max: 32 }) }),
)

const fieldNamed = (name: string): fc.Arbitrary<Field> =>
  fc
    .record({
      type,
      isRequired: fc.boolean(),
      isUnique: fc.boolean(),
      effect: fc.constantFrom('deleted together' as const, 'blocks deletion' as const),
    })
    .map((chosen) => {
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
    .map(({ names, fields, form }) =>
      entity(
        name,
        fields.filter((each) => names.includes(each.name)),
        form,
      ),
    )

/** A reference to a missing entity points to the specification's first one instead. */
function resolved(entities: readonly Entity[]): Entity[] {
  const known = entities.map(({ name }) => name)
  const target = (name: string): string => (known.includes(name) ? name : (known[0] ?? name))
  return entities.map((each) => ({
    ...each,
    fields: each.fields.map((of): Field => {
      const { type } = of
      return type.kind === 'reference' || type.kind === 'collection'
        ? { ...of, type: { ...type, entity: target(type.entity) } }
        : of
    }),
  }))
}

const schema: fc.Arbitrary<Schema> = fc
  .record({
    names: fc.subarray(ENTITIES, { minLength: 1 }),
    entities: fc.tuple(...ENTITIES.map(entityNamed)),
    states: fc.subarray(['new', 'open', 'done'], { minLength: 1 }),
  })
  .map(({ names, entities, states }) => {
    const machines = Object.fromEntries(ENTITIES.flatMap((name) => FIELDS.map((each) => [`${name}.${each}`, states])))
    return planTables(modelOf(resolved(entities.filter(({ name }) => names.includes(name))), machines))
  })

/** The same schemas every time, so that a failure is reproducible; another seed and more runs test more. */
const RUN = { numRuns: Number(process.env['NINEFOLD_RUNS'] ?? 25), seed: Number(process.env['NINEFOLD_SEED'] ?? 7) }

/** Whether changes are prepared before the migration's transaction, as those of large tables are. */
const largeBytes = fc.constantFrom(0, Infinity)

/** The engine's own tables are the same for every text, and making them took most of the time. */
const newDatabase = async (): Promise<TestDatabase> => createTestDatabase(await withEngineTables())

it('leads from any schema to any other', async () => {
  await fc.assert(
    fc.asyncProperty(schema, schema, largeBytes, async (from, to, largeBytes) => {
      await using walked = await newDatabase()
      await using fresh = await newDatabase()
      await migrate(walked.pool, from, { consent: false })
      const { waiting } = await migrate(walked.pool, to, { consent: false, largeBytes })
      expect(waiting).toEqual([])
      await validateConstraints(walked.pool)
      await migrate(fresh.pool, to, { consent: false })
      expect(await catalog(walked.pool)).toEqual(await catalog(fresh.pool))
    }),
    RUN,
  )
})

/** Every stored value, by table, column and record. */
async function values({ pool }: TestDatabase, { tables }: Schema): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  for (const { name, columns, primaryKey } of tables) {
    const key = primaryKey.columns.map((column) => `t."${column}"::text`).join(` || ' ' || `)
    for (const column of columns) {
      const sql = `SELECT ${key} AS key, t."${column.name}"::text AS value FROM public."${name}" AS t`
      const { rows } = await pool.query<{ key: string; value: string | null }>(sql)
      const present = rows
        .filter(({ value }) => value !== null)
        .map(({ key, value }) => `${key}: ${alike(value ?? '')}`)
      found.set(`${name}.${column.name}`, present.sort())
    }
  }
  return found
}

/** The same value has several notations, as a number, a text or a boolean. */
function alike(value: string): string {
  if (/^-?[0-9.]+$/.test(value)) return String(Number(value))
  return value === 'true' ? 'yes' : value === 'false' ? 'no' : value
}

const SAMPLES: Readonly<Record<string, readonly string[]>> = {
  uuid: ['gen_random_uuid()'],
  bigint: ['1', '4', '7'],
  numeric: ['2', '2.5'],
  boolean: ['true', 'false'],
  date: [`'2026-01-31'`],
  time: [`'23:59'`],
  'timestamptz(3)': ['now()'],
}

/** Creates records and skips those that the rules refuse. */
async function fill({ pool }: TestDatabase, { tables }: Schema): Promise<void> {
  for (const { name, columns, checks, references } of [...tables, ...tables]) {
    for (let round = 0; round < 3; round++) {
      const cells = columns
        .filter((column) => column.sequence === null && column.default === null && !column.isIdentity)
        .map((column) => {
          const target = references.find((reference) => reference.column === column.name)?.target
          const words = checks
            .map(({ column: of, rule }) => (of === column.name && rule.kind === 'one of' ? rule.values : []))
            .flat()
          const samples =
            words.length > 0
              ? words.map((word) => `'${word.replaceAll("'", "''")}'`)
              : (SAMPLES[column.type] ?? [`'12'`, `'words'`, `'w'`])
          const value =
            target === undefined
              ? samples[round % samples.length]
              : `(SELECT id FROM public."${target.table}" LIMIT 1 OFFSET ${round})`
          return { column: `"${column.name}"`, value: round === 2 && !column.isRequired ? 'NULL' : value }
        })
      await pool
        .query(
          `INSERT INTO public."${name}" (${cells.map(({ column }) => column).join()}) VALUES (${cells.map(({ value }) => value).join()})`,
        )
        .catch(() => {})
    }
  }
}

it('loses no value that nobody agreed to lose, and changes nothing at all while something waits', async () => {
  let waited = 0
  let applied = 0
  await fc.assert(
    fc.asyncProperty(schema, schema, largeBytes, async (from, to, largeBytes) => {
      await using walked = await newDatabase()
      await migrate(walked.pool, from, { consent: false })
      await fill(walked, from)
      const [before, tables] = [await values(walked, from), await catalog(walked.pool)]
      const { waiting } = await migrate(walked.pool, to, { consent: false, largeBytes })
      if (waiting.length > 0) {
        waited += 1
        expect(await values(walked, from)).toEqual(before)
        expect(await catalog(walked.pool)).toEqual(tables)
        return
      }
      applied += 1
      const after = await values(walked, to)
      for (const [place, present] of before)
        expect([place, after.get(place) ?? []]).toEqual([place, expect.arrayContaining(present)])
    }),
    RUN,
  )
  // Neither half of the promise holds trivially.
  expect(Math.min(waited, applied)).toBeGreaterThan(0)
})

it('does nothing when nothing changed', async () => {
  await fc.assert(
    fc.asyncProperty(schema, async (same) => {
      await using walked = await newDatabase()
      await migrate(walked.pool, same, { consent: false })
      expect(await migrate(walked.pool, same, { consent: false })).toEqual({ applied: [], waiting: [] })
    }),
    { ...RUN, numRuns: 5 },
  )
})
