// Creating, changing, locking and deleting one record → statements. Rights and rules are checked by other statements of
// the transaction (plan/write/record-checks.ts), because a statement of PostgreSQL does not see its own effects.

import type { Entity, Field } from '../../model/entities.ts'
import { isOtherSide } from '../../model/field-types.ts'
import { builtIn, fieldNamed, isStored, machineOf } from '../../model/find.ts'
import type { Expression } from '../../expression/expression.ts'
import type { Transition } from '../../model/states.ts'
import type { Viewer } from '../../rights/readable.ts'
import { linkColumns, linkTableName } from '../sql/database-names.ts'
import { expressionSql } from '../sql/expression-sql.ts'
import { whereSql } from '../sql/list-sql.ts'
import { type AfterQuestions, afterColumns } from './record-checks.ts'
import {
  identifier,
  joinSql,
  rawSql,
  renderSql,
  type Sql,
  type Statement,
  sql,
  textLiteral,
  variable,
  withParameters,
} from '../sql/sql.ts'
import type { SqlContext, SqlVariable } from '../sql/sql-context.ts'
import { slugAssignments, slugOfNew } from '../schema/slugs.ts'
import { column, idType, loadedColumns, row, sqlContext, table, valueType } from '../sql/statement-scope.ts'

/**
 * The source of a field's value. `given`: the variable `given.<field>`. `expression`: computed by the database over
 * bound variables and, at creation, over the new record as `this`.
 */
export type FieldSource =
  | { readonly kind: 'given'; readonly field: string }
  | { readonly kind: 'expression'; readonly field: string; readonly value: Expression }

/** The binding of a given value. */
export function givenVariable(field: string): string {
  return `given.${field}`
}

/** Inserts a record and returns it in loaded form with its checks. To-many fields are written by planLinks. */
export function planCreation(
  viewer: Viewer,
  entity: Entity,
  sources: readonly FieldSource[],
  questions: AfterQuestions | null = null,
  begins: readonly Transition[] = [],
  lists: readonly string[] = [],
): Statement {
  const asked = questions === null ? [] : afterColumns(viewer, entity, questions, nothingBefore(viewer, entity))
  return renderSql(sql`
    WITH t AS (${insertedRow(viewer, entity, sources, begins, lists)})
    SELECT ${joinSql([loadedColumns(entity, 't'), ...asked], ', ')} FROM t`)
}

/** The inserted row, for an enclosing statement. */
export function insertedRow(
  viewer: Viewer,
  entity: Entity,
  sources: readonly FieldSource[],
  begins: readonly Transition[] = [],
  lists: readonly string[] = [],
): Sql {
  const written = writtenColumns(viewer, entity, sources, begins, lists)
  const rows =
    written.length === 0
      ? sql`DEFAULT VALUES`
      : sql`(${joinSql(
          written.map(({ field }) => column(field)),
          ', ',
        )})
    VALUES (${joinSql(
      written.map(({ value }) => value),
      ', ',
    )})`
  return sql`INSERT INTO ${table(entity)} ${rows} RETURNING *`
}

/** Rows of a statement, and the position of each given field in them. */
export interface GivenRows {
  readonly rows: Sql
  readonly valueOf: (field: string) => Sql | null
}

/** Inserts a row for each row of `from`. */
export function insertedRows(viewer: Viewer, entity: Entity, given: readonly string[], from: GivenRows): Sql {
  const sources = given.map((field): FieldSource => ({ kind: 'given', field }))
  const written = writtenColumns(viewer, entity, sources, [], [])
  const columns = written.map(({ field }) => column(field))
  const read = new Map(given.map((field) => [givenVariable(field), from.valueOf(field)]))
  const values = written.map(({ value }) =>
    withParameters(value, ({ parameter }) =>
      parameter.kind === 'variable' ? (read.get(parameter.name) ?? null) : null,
    ),
  )
  return sql`INSERT INTO ${table(entity)} (${joinSql(columns, ', ')}) SELECT ${joinSql(values, ', ')} FROM ${from.rows} RETURNING *`
}

interface WrittenColumn {
  readonly field: Field
  readonly value: Sql
}

function writtenColumns(
  viewer: Viewer,
  entity: Entity,
  sources: readonly FieldSource[],
  begins: readonly Transition[],
  lists: readonly string[],
): WrittenColumn[] {
  const { valueOf } = futureRecord(viewer, entity, sources, begins, lists)
  return entity.fields.filter(isStored).flatMap((field) => {
    const value = valueOf(field)
    return value === null ? [] : [{ field, value }]
  })
}

export interface FutureRecord {
  /** The new record, as expressions see it. */
  readonly record: SqlVariable
  /** Null: the column's default, or empty. */
  readonly valueOf: (field: Field) => Sql | null
}

/**
 * `begins`: rows from `nothing`, whose effects see the record without them. `lists`: to-many fields whose future items
 * are bound.
 */
export function futureRecord(
  viewer: Viewer,
  entity: Entity,
  sources: readonly FieldSource[],
  begins: readonly Transition[] = [],
  lists: readonly string[] = [],
): FutureRecord {
  const planned = new Map<string, Sql | null>(
    begins.length === 0
      ? []
      : beginnings(viewer, entity, begins, futureRecord(viewer, entity, sources, [], lists).record),
  )
  const sourceOf = new Map(sources.map((source) => [source.field, source]))
  const inProgress = new Set<string>()

  // A default may read other fields of the new record, in any order of the text.
  const valueOf = (field: Field): Sql | null => {
    const known = planned.get(field.name)
    if (known !== undefined) return known
    if (inProgress.has(field.name))
      throw new Error(`The defaults of "${entity.name}" need each other: "${field.name}".`)
    inProgress.add(field.name)
    const value = creationValue(viewer, entity, field, sourceOf.get(field.name), record)
    inProgress.delete(field.name)
    planned.set(field.name, value)
    return value
  }
  const record: SqlVariable = {
    kind: 'fields',
    entity: entity.name,
    id: sql`NULL::${rawSql(idType(entity))}`,
    field: (name) => valueOf(fieldNamed(entity, name)) ?? sql`NULL`,
    list: (name) => {
      if (!lists.includes(name)) return null
      const { itemType } = linkOf(viewer, entity, fieldNamed(entity, name))
      return variable(givenVariable(name), `${itemType}[]`)
    },
  }
  return { record, valueOf }
}

/** Initial states of a record, with the fields that they set and clear. */
function beginnings(
  viewer: Viewer,
  entity: Entity,
  begins: readonly Transition[],
  record: SqlVariable,
): (readonly [string, Sql])[] {
  const context = sqlContext(viewer, { this: record })
  return begins.flatMap((begin) => {
    const machine = viewer.model.states.machines.find(({ creations }) => creations.includes(begin))
    if (machine === undefined || begin.to === null) throw new Error(`Nothing begins by "${begin.name}".`)
    return [[machine.field, textLiteral(begin.to)] as const, ...effectValues(viewer, entity, begin, context)]
  })
}

/** Fields that a transition sets or clears, with their new values. */
export function effectValues(
  viewer: Viewer,
  entity: Entity,
  { effects }: Transition,
  context: SqlContext,
): (readonly [string, Sql])[] {
  return effects.flatMap((effect): (readonly [string, Sql])[] => {
    if (effect.kind !== 'set' && effect.kind !== 'clear') return []
    const field = fieldNamed(entity, effect.field)
    if (!isStored(field)) return []
    if (effect.kind === 'clear') return [[field.name, sql`NULL`]]
    return [[field.name, sql`(${expressionSql(effect.to, context)})::${rawSql(valueType(viewer, field))}`]]
  })
}

/** The empty `old` of a new record. */
export function nothingBefore(viewer: Viewer, entity: Entity): SqlVariable {
  return {
    kind: 'fields',
    entity: entity.name,
    id: sql`NULL::${rawSql(idType(entity))}`,
    field: (name) => sql`NULL::${rawSql(valueType(viewer, fieldNamed(entity, name)))}`,
  }
}

/** Null: the column's default (an id, a sequence's next number) or empty. */
function creationValue(
  viewer: Viewer,
  entity: Entity,
  field: Field,
  source: FieldSource | undefined,
  future: SqlVariable,
): Sql | null {
  const type = rawSql(valueType(viewer, field))
  if (source?.kind === 'given') return givenValue(viewer, field)
  if (source?.kind === 'expression') return sql`(${expressionSql(source.value, sqlContext(viewer, {}))})::${type}`
  if (field.type.kind === 'state') {
    const machine = machineOf(viewer.model, entity.name, field.name)
    return machine === null ? null : textLiteral(machine.initial)
  }
  if (field.type.kind === 'slug')
    return slugOfNew(entity, field, (name) => (future.kind === 'fields' ? future.field(name) : sql`NULL`))
  if (field.isBuiltIn) return builtInCreationValue(viewer, field)
  if (field.default === null) return null
  return sql`(${expressionSql(field.default, sqlContext(viewer, { this: future }))})::${type}`
}

function builtInCreationValue(viewer: Viewer, field: Field): Sql | null {
  if (field.name === 'createdAt' || field.name === 'updatedAt') return variable('now', 'timestamptz')
  return field.name === 'createdBy' ? variable('me', valueType(viewer, field)) : null
}

function givenValue(viewer: Viewer, field: Field): Sql {
  return variable(givenVariable(field.name), valueType(viewer, field))
}

/** Changes stored fields of the bound record, if its version is unchanged. */
export function planChange(viewer: Viewer, entity: Entity, record: string, sources: readonly FieldSource[]): Statement {
  const assigned = sources.map((source) => {
    const field = fieldNamed(entity, source.field)
    const value =
      source.kind === 'given'
        ? givenValue(viewer, field)
        : sql`(${expressionSql(source.value, sqlContext(viewer, { this: row(entity.name, 't') }))})::${rawSql(valueType(viewer, field))}`
    return [field.name, value] as const
  })
  const all = assignmentsOf(entity, new Map(assigned))
  // If only to-many fields change and the entity has no versions, the row stays as it is.
  if (all.length === 0)
    return renderSql(
      sql`SELECT ${loadedColumns(entity, 't')} FROM ${table(entity)} AS t WHERE t."id" = ${variable(record, idType(entity))}`,
    )
  return renderSql(sql`
    UPDATE ${table(entity)} AS t SET ${joinSql(all, ', ')}
    WHERE t."id" = ${variable(record, idType(entity))}
    RETURNING ${loadedColumns(entity, 't')}`)
}

/** The changed row, for an enclosing statement; no row if a condition over `t` is false. */
export function changedRow(viewer: Viewer, entity: Entity, given: readonly string[], conditions: readonly Sql[]): Sql {
  const assigned = given.map((name) => [name, givenValue(viewer, fieldNamed(entity, name))] as const)
  const all = assignmentsOf(entity, new Map(assigned))
  return sql`UPDATE ${table(entity)} AS t SET ${joinSql(all, ', ')}${whereSql(conditions)} RETURNING t.*`
}

/** New values of fields, with their consequences: slugs, version, time of change. */
export function assignmentsOf(entity: Entity, assigned: ReadonlyMap<string, Sql>): Sql[] {
  return [
    ...[...assigned].map(([name, value]) => sql`${column(fieldNamed(entity, name))} = ${value}`),
    ...slugAssignments(entity, assigned),
    ...versionAssignments(entity),
  ]
}

/** Every change increments the version and updates the time, if the entity has them. */
function versionAssignments(entity: Entity): Sql[] {
  const has = (name: string): boolean => builtIn(entity, name) !== null
  return [
    ...(has('updatedAt') ? [sql`"updated_at" = ${variable('now', 'timestamptz')}`] : []),
    ...(has('version') ? [sql`"version" = t."version" + 1`] : []),
  ]
}

/** Deletes the bound record; foreign keys implement `deleted together` and the like. */
export function planDeletion(entity: Entity, record: string): Statement {
  return renderSql(
    sql`DELETE FROM ${table(entity)} AS t WHERE t."id" = ${variable(record, idType(entity))} RETURNING t."id"`,
  )
}

/** Sets the items of a many-to-many field to the list of ids bound as `given.<field>`. */
export function planLinks(
  viewer: Viewer,
  entity: Entity,
  field: Field,
  record: string,
): { readonly clear: Statement; readonly add: Statement } {
  const { link, owner, item, itemType } = linkOf(viewer, entity, field)
  const id = variable(record, idType(entity))
  const items = variable(givenVariable(field.name), `${itemType}[]`)
  return {
    clear: renderSql(sql`DELETE FROM ${link} WHERE ${owner} = ${id} AND NOT (${item} = ANY (${items}))`),
    add: renderSql(
      sql`INSERT INTO ${link} (${owner}, ${item}) SELECT ${id}, wanted FROM unnest(${items}) AS wanted ON CONFLICT DO NOTHING`,
    ),
  }
}

/** Adds the record bound as `item` to a to-many field of the bound record, or removes it. Both are idempotent. */
export function planLinkChange(
  viewer: Viewer,
  entity: Entity,
  field: Field,
  record: string,
  action: 'add' | 'remove',
): Statement {
  const { link, owner, item, itemType } = linkOf(viewer, entity, field)
  const [id, other] = [variable(record, idType(entity)), variable('item', itemType)]
  return action === 'add'
    ? renderSql(sql`INSERT INTO ${link} (${owner}, ${item}) VALUES (${id}, ${other}) ON CONFLICT DO NOTHING`)
    : renderSql(sql`DELETE FROM ${link} WHERE ${owner} = ${id} AND ${item} = ${other}`)
}

function linkOf(viewer: Viewer, entity: Entity, field: Field): { link: Sql; owner: Sql; item: Sql; itemType: string } {
  if (field.type.kind !== 'collection' || isOtherSide(field.type))
    throw new Error(`"${entity.name}.${field.name}" has no pairs of its own.`)
  const target = field.type.entity
  const columns = linkColumns(entity.name, field.name, target)
  const other = viewer.model.entities.entities.find(({ name }) => name === target)
  return {
    link: identifier(linkTableName(entity.name, field.name)),
    owner: identifier(columns.owner),
    item: identifier(columns.item),
    itemType: other === undefined ? 'uuid' : idType(other),
  }
}

/** A list of literals for `state IN (…)`. */
export function textList(words: readonly string[]): Sql {
  return joinSql(words.map(textLiteral), ', ')
}
