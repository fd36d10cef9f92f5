// A small world for comparing JavaScript with PostgreSQL: a few entities with fields of every type, required and
// optional, and the same rows in memory and in a database.

import type pg from 'pg'
import type {
  Catalogue,
  Expression,
  RecordValue,
  Scope,
  Value,
  ValueType,
} from '@ninefold/core/expression/expression.ts'
import type { Entity, Field } from '@ninefold/core/model/entities.ts'
import { valueTypeOfField } from '@ninefold/core/model/value-type-of-field.ts'
import { columnName, linkColumns, linkTableName, tableName } from '@ninefold/core/plan/sql/database-names.ts'
import { collection, entity, field, reference, text } from '@ninefold/core/plan/model-for-tests.ts'
import type { SqlContext } from '@ninefold/core/plan/sql/sql-context.ts'
import { databaseType } from '@ninefold/core/plan/sql/value-sql.ts'
import { databaseValue } from '../../store/driver/statement.ts'
import { suitServer } from '../../store/driver/suitable-server.ts'
import { choosingFrom, PRIORITIES, someValue, type Choosing } from './agreement-values.ts'

const required = { isRequired: true }
const choice = { kind: 'choice', values: PRIORITIES } as const
const whole = { kind: 'whole number', min: null, max: null } as const
const decimal = { kind: 'decimal', places: 4 } as const
const map = { kind: 'map', item: { kind: 'text', lengthMin: null, lengthMax: null }, countMax: null } as const
const euro = { kind: 'money', currency: 'EUR' } as const

export const entities: readonly Entity[] = [
  entity('Person', [
    text('name', required),
    text('nick'),
    field('age', whole),
    collection('teams', 'Team', 'members'),
    collection('friends', 'Person'),
    field('clubs', {
      kind: 'collection',
      entity: 'Team',
      via: null,
      through: { entity: 'Membership', own: 'person', other: 'club' },
      sortedBy: null,
    }),
    field('badge', { kind: 'inverse', entity: 'Badge', via: 'person' }),
    reference('mentor', 'Person'),
  ]),
  entity('Badge', [reference('person', 'Person', required), text('code', required)]),
  entity('Membership', [reference('person', 'Person', required), reference('club', 'Team', required)]),
  entity('Team', [text('name', required), collection('members', 'Person'), reference('lead', 'Person')], 'counting'),
  entity('Ticket', [
    text('subject', required),
    text('note'),
    field('count', whole, required),
    field('score', whole),
    field('price', decimal, required),
    field('discount', decimal),
    field('fee', euro, required),
    field('rebate', euro),
    field('tip', { kind: 'money', currency: null }),
    field('open', { kind: 'yes/no' }, required),
    field('flagged', { kind: 'yes/no' }),
    field('opened', { kind: 'date and time' }, required),
    field('due', { kind: 'date and time' }),
    field('day', { kind: 'date' }, required),
    field('until', { kind: 'date' }),
    field('start', { kind: 'time' }),
    field('wait', { kind: 'duration' }, required),
    field('pause', { kind: 'duration' }),
    field('season', { kind: 'period', of: 'date' }, required),
    field('leave', { kind: 'period', of: 'date' }),
    field('slot', { kind: 'period', of: 'date and time' }, required),
    field('stay', { kind: 'period', of: 'date and time' }),
    field('photo', { kind: 'file', media: 'image', bytesMax: 5_000_000, isList: false, countMax: null }),
    field('priority', choice, required),
    field('mood', choice),
    field('moods', { kind: 'choices', values: PRIORITIES }, required),
    reference('owner', 'Person', required),
    reference('helper', 'Person'),
    reference('team', 'Team'),
    collection('parts', 'Part', 'ticket'),
    field('labels', map, required),
    field('marks', map),
    field('counts', { kind: 'map', item: whole, countMax: null }, required),
    field('rates', { kind: 'map', item: decimal, countMax: null }),
    field('extra', { kind: 'json' }, required),
    field('more', { kind: 'json' }),
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
    field('fee', euro, required),
    field('kind', choice, required),
    field('rebate', decimal),
    field('ready', { kind: 'date and time' }),
    field('slot', { kind: 'period', of: 'date and time' }, required),
    reference('maker', 'Person'),
  ]),
]

function entityNamed(name: string): Entity {
  const found = entities.find((declared) => declared.name === name)
  if (found === undefined) throw new Error(`The world has no entity "${name}".`)
  return found
}

const isNeverEmpty = ({ type, isRequired }: Field) => isRequired || type.kind === 'collection'

/** With a break, days of every year and single ones, of which one is open on a Sunday. */
const OFFICE =
  '1=540-720,780-1020;2=540-720,780-1020;3=540-1020;4=540-1020;5=540-960;12-25=;12-26=;05-01=;2026-03-29=600-700;2026-12-24=540-720'

/** Open while clocks change. */
const NIGHTS = '6=0-1440;7=0-180,1200-1440;1=120-150'

const catalogue: Catalogue = {
  entities: new Map(
    entities.map(({ name, fields }) => [
      name,
      {
        fields: new Map(
          fields.map((one) => [
            one.name,
            {
              type: valueTypeOfField(one.type),
              isOptional: !isNeverEmpty(one),
              isHidden: false,
              ...(one.type.kind === 'reference' && one.type.entity === name ? { leadsToOwnKind: true } : {}),
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
    ['tenEuro', { type: { kind: 'money', currency: 'EUR' }, value: '10' }],
    ['oneMonth', { type: { kind: 'calendar period' }, value: 'P1M' }],
    ['twoWorkingDays', { type: { kind: 'working time' }, value: `2 days ${OFFICE}` }],
    ['manyWorkingDays', { type: { kind: 'working time' }, value: `40 days ${OFFICE}` }],
    ['workingHours', { type: { kind: 'working time' }, value: `1290 minutes ${OFFICE}` }],
    ['office', { type: { kind: 'calendar' }, value: OFFICE }],
    ['nightWatch', { type: { kind: 'calendar' }, value: NIGHTS }],
    ['watch', { type: { kind: 'working time' }, value: `90 minutes ${NIGHTS}` }],
    ['longTime', { type: { kind: 'calendar period' }, value: 'P1Y3M10D' }],
  ]),
  decisions: new Map(),
  lookups: new Map([
    [
      'rank',
      {
        argument: { kind: 'choice', values: PRIORITIES },
        result: { kind: 'integer' },
        rows: PRIORITIES.map((key, index) => ({ key, value: index * 10 })),
      },
    ],
    [
      'waits',
      {
        argument: { kind: 'choice', values: PRIORITIES },
        result: { kind: 'duration' },
        rows: PRIORITIES.map((key, index) => ({ key, value: index * 86_400_000 })),
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
    ['input.period', { type: { kind: 'period', of: 'date' }, isOptional: false }],
    ['input.stay', { type: { kind: 'period', of: 'timestamp' }, isOptional: true }],
    ['input.amount', { type: { kind: 'money', currency: 'EUR' }, isOptional: false }],
    ['input.tip', { type: { kind: 'money', currency: null }, isOptional: false }],
  ]),
  implicit: 'this',
  catalogue,
}

/** `due != null && due < now`, built by hand, because no catalogue exists yet. */
function lateExpression(): Expression {
  const span = { start: 0, end: 0 }
  const timestamp = { kind: 'timestamp' } as const
  const typed = { type: { kind: 'boolean' }, isOptional: false, span } as const
  const record: Expression = { kind: 'variable', name: 'this', ...typed, type: { kind: 'record', entity: 'Ticket' } }
  const due: Expression = {
    kind: 'field',
    of: record,
    entity: 'Ticket',
    field: 'due',
    ...typed,
    type: timestamp,
    isOptional: true,
  }
  const nothing: Expression = { kind: 'literal', value: null, ...typed, type: { kind: 'empty' }, isOptional: true }
  const now: Expression = { kind: 'variable', name: 'now', ...typed, type: timestamp }
  return {
    kind: 'binary',
    operator: '&&',
    left: { kind: 'binary', operator: '!=', left: due, right: nothing, ...typed },
    right: { kind: 'binary', operator: '<', left: { ...due, isOptional: false }, right: now, ...typed },
    ...typed,
  }
}

interface MutableRecord extends RecordValue {
  readonly fields: Record<string, Value>
}

/** By entity. */
export type World = Readonly<Record<string, readonly RecordValue[]>>

const COUNTS: Readonly<Record<string, number>> = { Person: 5, Team: 3, Ticket: 24, Part: 40, Badge: 3, Membership: 8 }

/** Rows of every entity: the same ones for the same seed. */
export function makeWorld(seed: number): World {
  const choosing = choosingFrom(seed)
  const world = Object.fromEntries(entities.map((declared) => [declared.name, plainRecords(declared, choosing)]))
  const all = (name: string): MutableRecord[] => world[name] ?? []
  for (const { name, fields } of entities) {
    for (const record of all(name)) {
      for (const { name: key, type, isRequired } of fields) {
        if (type.kind === 'reference')
          record.fields[key] = !isRequired && choosing.below(2) === 0 ? null : choosing.of(all(type.entity))
        if (type.kind === 'collection' && type.via === null && type.through === null)
          record.fields[key] = all(type.entity).filter(() => choosing.below(2) === 0)
      }
    }
  }
  // Each person has at most one badge.
  for (const [index, badge] of all('Badge').entries()) badge.fields['person'] = all('Person')[index] ?? null
  const pointing = (name: string, key: string, to: RecordValue) => all(name).filter(({ fields }) => fields[key] === to)
  for (const ticket of all('Ticket')) ticket.fields['parts'] = pointing('Part', 'ticket', ticket)
  for (const person of all('Person')) {
    person.fields['teams'] = all('Team').filter(({ fields }) =>
      (fields['members'] as readonly Value[]).includes(person),
    )
    // Each club once, even with several memberships.
    const clubs = new Set(pointing('Membership', 'person', person).map(({ fields }) => fields['club'] ?? null))
    person.fields['clubs'] = all('Team').filter((team) => clubs.has(team))
    person.fields['badge'] = pointing('Badge', 'person', person)[0] ?? null
  }
  return world
}

const LINKS = ['identifier', 'version', 'collection', 'reference', 'inverse']

function plainRecords({ name, fields }: Entity, choosing: Choosing): MutableRecord[] {
  const plain = fields.filter(({ type, computed }) => !LINKS.includes(type.kind) && computed === null)
  const rows = Array.from({ length: COUNTS[name] ?? 0 }, () =>
    Object.fromEntries(
      plain.map((one): [string, Value] => [
        one.name,
        !one.isRequired && choosing.below(3) === 0 ? null : someValue(valueTypeOfField(one.type), choosing),
      ]),
    ),
  )
  // In memory, lists are in the order of these rows.
  rows.sort((one, other) => Number(one['createdAt']) - Number(other['createdAt']))
  return rows.map((values, index) => {
    const id =
      name === 'Team'
        ? index + 1
        : `00000000-0000-4000-8000-${String(name.length).padStart(2, '0')}${String(index).padStart(10, '0')}`
    return { id, fields: { id, version: 1, ...values } }
  })
}

export function sqlContext(timeZone: string, roles: ReadonlySet<string>): SqlContext {
  return {
    entities: new Map(entities.map((declared) => [declared.name, declared])),
    timeZone,
    variables: new Map([['this', { kind: 'row', entity: 'Ticket', alias: 't' }]]),
    hasRole: (role) => roles.has(role),
  }
}

const isStored = ({ type, computed }: Field) =>
  type.kind !== 'collection' && type.kind !== 'inverse' && computed === null

/** Columns have the types of expressions, which may differ from those of the product's tables. */
function columnOf({ name, type }: Field): { readonly name: string; readonly type: string } {
  const context = sqlContext('UTC', new Set())
  const isRandom = type.kind === 'identifier' && type.form === 'random'
  return { name: columnName(name, type), type: isRandom ? 'uuid' : databaseType(valueTypeOfField(type), context) }
}

export async function createWorldTables(database: WorldDatabase): Promise<void> {
  await suitServer(database.pool)
  for (const { name, fields } of entities) {
    const columns = fields.filter(isStored).map((one) => {
      const column = columnOf(one)
      return `"${column.name}" ${column.type}${column.type === 'text' ? ' COLLATE "pg_c_utf8"' : ''}`
    })
    await database.pool.query(
      `CREATE TABLE IF NOT EXISTS "${tableName(name)}" (${columns.join(', ')}, PRIMARY KEY ("id"))`,
    )
  }
  for (const { entity: owner, field: name, target } of links()) {
    const columns = linkColumns(owner, name, target)
    const [a, b] = [owner, target].map((of) => columnOf(entityNamed(of).fields[0] as Field).type)
    await database.pool.query(
      `CREATE TABLE IF NOT EXISTS "${linkTableName(owner, name)}" ("${columns.owner}" ${a}, "${columns.item}" ${b})`,
    )
  }
}

function links(): { readonly entity: string; readonly field: string; readonly target: string }[] {
  return entities.flatMap(({ name, fields }) =>
    fields.flatMap(({ name: key, type }) =>
      type.kind === 'collection' && type.via === null && type.through === null
        ? [{ entity: name, field: key, target: type.entity }]
        : [],
    ),
  )
}

/** The database of the tables, such as one of a test. */
export interface WorldDatabase {
  readonly pool: pg.Pool
}

/** Replaces the rows in the tables. */
export async function fillWorldTables(database: WorldDatabase, world: World): Promise<void> {
  for (const { name, fields } of entities) {
    const stored = fields.filter(isStored)
    const columns = stored.map(columnOf)
    await replaceRows(
      database,
      tableName(name),
      columns,
      (world[name] ?? []).map((record) =>
        stored.map((one, index) => databaseValue(record.fields[one.name] ?? null, columns[index]?.type ?? '')),
      ),
    )
  }
  for (const { entity: owner, field: name, target } of links()) {
    const columns = linkColumns(owner, name, target)
    const [a, b] = [owner, target].map((of) => columnOf(entityNamed(of).fields[0] as Field).type)
    await replaceRows(
      database,
      linkTableName(owner, name),
      [
        { name: columns.owner, type: a ?? '' },
        { name: columns.item, type: b ?? '' },
      ],
      (world[owner] ?? []).flatMap((record) =>
        (record.fields[name] as readonly RecordValue[]).map((other) => [record.id, other.id]),
      ),
    )
  }
}

async function replaceRows(
  database: WorldDatabase,
  table: string,
  columns: readonly { readonly name: string; readonly type: string }[],
  rows: readonly (readonly unknown[])[],
): Promise<void> {
  await database.pool.query(`TRUNCATE "${table}"`)
  if (rows.length === 0) return
  const names = columns.map(({ name }) => `"${name}"`).join(', ')
  const places = rows
    .map(
      (row, index) =>
        `(${row.map((_, column) => `$${index * columns.length + column + 1}::${columns[column]?.type}`).join(', ')})`,
    )
    .join(', ')
  await database.pool.query(`INSERT INTO "${table}" (${names}) VALUES ${places}`, rows.flat())
}
