// A small world for comparing JavaScript with PostgreSQL: a few entities whose fields have every type, required
// and not, and the same rows twice, in memory and in a database. The rows are full of values that tend to
// be treated differently: letters outside ASCII, moments around clock changes, numbers at their limits.

import fc from 'fast-check'
import { decimalText, exact } from '@ninefold/core/expression/arithmetic.ts'
import type {
  Catalogue,
  Expression,
  RecordValue,
  Scope,
  Value,
  ValueType,
} from '@ninefold/core/expression/expression.ts'
import type { CheckedFieldType, Entity } from '@ninefold/core/model/entities.ts'
import { columnName, linkColumns, linkTableName, tableName } from '@ninefold/core/plan/database-names.ts'
import { collection, entity, field, modelOf, reference, text } from '@ninefold/core/plan/model-for-tests.ts'
import { planTables } from '@ninefold/core/plan/tables.ts'
import { migrate } from '../store/migrate.ts'
import type { TestDatabase } from './test-database.ts'

export const PRIORITIES = ['low', 'normal', 'high', 'urgent']
const required = { isRequired: true }
const choice: CheckedFieldType = { kind: 'choice', values: PRIORITIES }
const whole: CheckedFieldType = { kind: 'whole number', min: null, max: null }
const decimal: CheckedFieldType = { kind: 'decimal', places: 4 }

export const entities: readonly Entity[] = [
  entity('Person', [
    text('name', required),
    text('nick'),
    field('age', whole),
    collection('teams', 'Team', 'members'),
    collection('friends', 'Person'),
  ]),
  entity('Team', [text('name', required), collection('members', 'Person'), reference('lead', 'Person')], 'counting'),
  entity('Ticket', [
    text('subject', required),
    text('note'),
    field('count', whole, required),
    field('score', whole),
    field('price', decimal, required),
    field('discount', decimal),
    field('open', { kind: 'yes/no' }, required),
    field('flagged', { kind: 'yes/no' }),
    field('opened', { kind: 'date and time' }, required),
    field('due', { kind: 'date and time' }),
    field('day', { kind: 'date' }, required),
    field('until', { kind: 'date' }),
    field('start', { kind: 'time' }),
    field('wait', { kind: 'duration' }, required),
    field('pause', { kind: 'duration' }),
    field('priority', choice, required),
    field('mood', choice),
    reference('owner', 'Person', required),
    reference('helper', 'Person'),
    reference('team', 'Team'),
    collection('parts', 'Part', 'ticket'),
    field(
      'late',
      { kind: 'yes/no' },
      { isRequired: true, computed: { expression: lateExpression(), isStored: false } },
    ),
  ]),
  entity('Part', [
    reference('ticket', 'Ticket', required),
    field('amount', whole, required),
    field('cost', decimal, required),
    field('kind', choice, required),
    field('rebate', decimal),
    field('ready', { kind: 'date and time' }),
    reference('maker', 'Person'),
  ]),
]

const catalogue: Catalogue = {
  entities: new Map(
    entities.map((declared) => [
      declared.name,
      {
        fields: new Map(
          declared.fields.map((one) => [
            one.name,
            {
              type: valueType(one.type),
              isOptional: !one.isRequired && one.type.kind !== 'collection',
              isHidden: false,
            },
          ]),
        ),
      },
    ]),
  ),
  constants: new Map<string, { type: ValueType; value: number | string }>([
    ['twoDays', { type: { kind: 'duration' }, value: 172_800_000 }],
    ['halfHour', { type: { kind: 'duration' }, value: 1_800_000 }],
    ['most', { type: { kind: 'integer' }, value: Number.MAX_SAFE_INTEGER }],
  ]),
  lookups: new Map([
    [
      'rank',
      {
        argument: { kind: 'choice', values: PRIORITIES },
        result: { kind: 'integer' },
        rows: PRIORITIES.map((key, index) => ({ key, value: index * 10 })),
      },
    ],
  ]),
  shapes: new Map(),
  roles: new Set(['Agent', 'Admin']),
}

export const scope: Scope = {
  variables: new Map<string, { type: ValueType; isOptional: boolean }>([
    ['this', { type: { kind: 'record', entity: 'Ticket' }, isOptional: false }],
    ['me', { type: { kind: 'record', entity: 'Person' }, isOptional: true }],
    ['now', { type: { kind: 'timestamp' }, isOptional: false }],
    ['today', { type: { kind: 'date' }, isOptional: false }],
    ['input.text', { type: { kind: 'text' }, isOptional: false }],
    ['input.words', { type: { kind: 'list', of: { kind: 'text' } }, isOptional: false }],
  ]),
  implicit: 'this',
  catalogue,
}

function valueType(type: CheckedFieldType): ValueType {
  switch (type.kind) {
    case 'whole number':
    case 'version':
      return { kind: 'integer' }
    case 'decimal':
    case 'date':
    case 'time':
    case 'duration':
      return { kind: type.kind }
    case 'yes/no':
      return { kind: 'boolean' }
    case 'date and time':
      return { kind: 'timestamp' }
    case 'choice':
      return { kind: 'choice', values: type.values }
    case 'reference':
      return { kind: 'record', entity: type.entity }
    case 'collection':
      return { kind: 'list', of: { kind: 'record', entity: type.entity } }
    case 'identifier':
      return { kind: type.form === 'counting' ? 'integer' : 'text' }
    default:
      return { kind: 'text' }
  }
}

/** `due != null && due < now`, made by hand: it is needed before there is a catalogue. */
function lateExpression(): Expression {
  const span = { start: 0, end: 0 }
  const timestamp = { kind: 'timestamp' } as const
  const boolean = { kind: 'boolean' } as const
  const record: Expression = {
    kind: 'variable',
    name: 'this',
    type: { kind: 'record', entity: 'Ticket' },
    isOptional: false,
    span,
  }
  const due: Expression = {
    kind: 'field',
    of: record,
    entity: 'Ticket',
    field: 'due',
    type: timestamp,
    isOptional: true,
    span,
  }
  const nothing: Expression = { kind: 'literal', value: null, type: { kind: 'empty' }, isOptional: true, span }
  const isDue: Expression = {
    kind: 'binary',
    operator: '!=',
    left: due,
    right: nothing,
    type: boolean,
    isOptional: false,
    span,
  }
  const now: Expression = { kind: 'variable', name: 'now', type: timestamp, isOptional: false, span }
  const isPast: Expression = {
    kind: 'binary',
    operator: '<',
    left: { ...due, isOptional: false },
    right: now,
    type: boolean,
    isOptional: false,
    span,
  }
  return { kind: 'binary', operator: '&&', left: isDue, right: isPast, type: boolean, isOptional: false, span }
}

const characters = fc.constantFrom(
  'a',
  'b',
  'B',
  'z',
  'é',
  'É',
  'ß',
  'Σ',
  'ς',
  'σ',
  'İ',
  'ı',
  'ǅ',
  '😀',
  '～',
  ' ',
  '\u00a0',
  '"',
  "'",
  '\\',
  '%',
  '_',
  '\n',
  '1',
  '-',
)
const someText = fc.string({ unit: characters, maxLength: 4 })
const someInteger = fc.oneof(
  fc.integer({ min: -3, max: 3 }),
  fc.constantFrom(Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER),
  fc.maxSafeInteger(),
)
const someDecimal = fc
  .tuple(fc.integer({ min: -30_000, max: 30_000 }), fc.nat({ max: 4 }))
  .map(([digits, places]) => decimalText(exact(digits).div(10 ** places)))
const someMoment = fc.oneof(
  fc.integer({ min: 0, max: 4_000_000_000_000 }),
  // Around the clock changes of 2026.
  fc
    .integer({ min: -7_200_000, max: 7_200_000 })
    .chain((near) =>
      fc
        .constantFrom(1_774_746_000_000, 1_792_890_000_000, 1_772_946_000_000, 1_777_000_000_000)
        .map((change) => change + near),
    ),
  fc.constantFrom(-62_000_000_000_000, 253_000_000_000_000),
)
const someDate = fc.integer({ min: 0, max: 40_000 }).map((day) => new Date(day * 86_400_000).toISOString().slice(0, 10))
const someTime = fc
  .integer({ min: 0, max: 86_399 })
  .map((second) => new Date(second * 1000).toISOString().slice(11, 19))
const someDuration = fc.oneof(
  fc.integer({ min: -200_000_000, max: 200_000_000 }),
  fc.constantFrom(0, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, 99_999_999_999_999),
)

function valueFor(type: CheckedFieldType): fc.Arbitrary<Value> {
  switch (type.kind) {
    case 'whole number':
      return someInteger
    case 'decimal':
      return someDecimal
    case 'yes/no':
      return fc.boolean()
    case 'date and time':
      return someMoment
    case 'date':
      return someDate
    case 'time':
      return someTime
    case 'duration':
      return someDuration
    case 'choice':
      return fc.constantFrom(...PRIORITIES)
    default:
      return someText
  }
}

interface MutableRecord extends RecordValue {
  readonly fields: Record<string, Value>
}

export const rows: Record<string, MutableRecord[]> = {}

/** Makes rows of every entity, the same ones each time, and puts them into the database. */
export async function fillWorld(database: TestDatabase): Promise<void> {
  const seed = { seed: 20_260_101, numRuns: 1 }
  const sample = <T>(arbitrary: fc.Arbitrary<T>, index: number): T =>
    fc.sample(arbitrary, { ...seed, seed: seed.seed + index })[0] as T
  let draws = 0
  const draw = <T>(arbitrary: fc.Arbitrary<T>): T => sample(arbitrary, ++draws)
  const counts: Record<string, number> = { Person: 5, Team: 3, Ticket: 24, Part: 40 }
  for (const { name, fields } of entities) {
    rows[name] = Array.from({ length: counts[name] ?? 0 }, (_, index) => {
      const id =
        name === 'Team' ? index + 1 : `00000000-0000-4000-8000-${name.length}0000000${String(index).padStart(4, '0')}`
      const plain = fields.filter(
        ({ type, computed }) =>
          !['identifier', 'version', 'collection', 'reference'].includes(type.kind) && computed === null,
      )
      const values = plain.map((one) => [
        one.name,
        !one.isRequired && draw(fc.integer({ min: 0, max: 2 })) === 0 ? null : draw(valueFor(one.type)),
      ])
      return { id, fields: { id, version: 1, ...Object.fromEntries(values) } }
    })
  }
  for (const { name, fields } of entities) {
    for (const one of rows[name] ?? []) {
      for (const { name: key, type, isRequired } of fields) {
        const others = type.kind === 'reference' || type.kind === 'collection' ? (rows[type.entity] ?? []) : []
        if (type.kind === 'reference')
          one.fields[key] = !isRequired && draw(fc.boolean()) ? null : draw(fc.constantFrom(...others))
        if (type.kind === 'collection' && type.via === null) one.fields[key] = draw(fc.subarray(others))
      }
    }
  }
  for (const part of rows['Ticket'] ?? [])
    part.fields['parts'] = (rows['Part'] ?? []).filter(({ fields }) => fields['ticket'] === part)
  for (const person of rows['Person'] ?? []) {
    person.fields['teams'] = (rows['Team'] ?? []).filter(({ fields }) =>
      (fields['members'] as readonly Value[]).includes(person),
    )
  }
  await insert(database)
}

async function insert(database: TestDatabase): Promise<void> {
  await migrate(database.pool, planTables(modelOf(entities)), { consent: false })
  // What the fields' own rules refuse is not the matter here.
  const { rows: checks } = await database.pool.query<{ drop: string }>(
    `SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop FROM pg_constraint
     WHERE contype = 'c' AND connamespace = 'public'::regnamespace`,
  )
  for (const { drop } of checks) await database.pool.query(drop)
  const asParameter = (value: Value | undefined, type: CheckedFieldType) =>
    type.kind === 'reference'
      ? ((value as RecordValue | null)?.id ?? null)
      : type.kind === 'date and time' && typeof value === 'number'
        ? new Date(value).toISOString()
        : value
  for (const { name, fields } of entities) {
    const stored = fields.filter(({ type, computed }) => type.kind !== 'collection' && computed === null)
    const columns = stored.map((one) => `"${columnName(one.name, one.type)}"`).join(', ')
    for (const one of rows[name] ?? []) {
      const places = stored.map((_, index) => `$${index + 1}`).join(', ')
      const overriding = name === 'Team' ? 'OVERRIDING SYSTEM VALUE' : ''
      await database.pool.query(
        `INSERT INTO "${tableName(name)}" (${columns}) ${overriding} VALUES (${places})`,
        stored.map(({ name: key, type }) => asParameter(one.fields[key], type)),
      )
    }
  }
  for (const { name, fields } of entities) {
    for (const { name: key, type } of fields) {
      if (type.kind !== 'collection' || type.via !== null) continue
      const { owner, item } = linkColumns(name, key, type.entity)
      for (const one of rows[name] ?? []) {
        for (const other of one.fields[key] as readonly RecordValue[]) {
          await database.pool.query(
            `INSERT INTO "${linkTableName(name, key)}" ("${owner}", "${item}") VALUES ($1, $2)`,
            [one.id, other.id],
          )
        }
      }
    }
  }
}
