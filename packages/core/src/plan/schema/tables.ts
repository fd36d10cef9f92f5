// The model's entities → their tables. A computed field has no column, even if it says "stored"; a to-many field is a
// link table, or the reverse of a reference or of another link table.

import type { Expression } from '../../expression/expression.ts'
import type { Entity, Field } from '../../model/entities.ts'
import { type DeletionEffect, isListOfValues, isOtherSide, MADE_BY_PRODUCT } from '../../model/field-types.ts'
import { entityNamed, isStored } from '../../model/find.ts'
import type { Model } from '../../model/model.ts'
import { knowsStateBefore } from '../../model/transitions.ts'
import { counterOf } from './counters.ts'
import { listIndexes, lookUpIndexes, type StoredField, wordsOf } from './list-indexes.ts'
import { columnType, ignoringCase } from '../sql/columns.ts'
import {
  columnName,
  compositeName,
  linkColumns,
  linkTableName,
  stateBeforeColumn,
  tableName,
} from '../sql/database-names.ts'
import { constraintsOfCheck, quoted, quotedText } from './ddl.ts'
import { rankSql } from '../../model/lists/ranks.ts'
import { NEXT_ID } from './engine/made-values.ts'
import { fieldChecks } from './field-checks.ts'
import { planFieldHistories } from './field-history.ts'
import type { Column, Index, Reference, Schema, Table } from './schema.ts'
import { planListHistories } from './list-history.ts'
import { planRecordRules } from './rules-over-records.ts'
import {
  currentTenantReference,
  currentTenants,
  PAIR_TENANT,
  tenantColumn,
  tenantIndexes,
  tenantOfBoth,
  tenantOfPairs,
} from './tenant-keys.ts'
import { uniqueTogetherIndexes } from './unique-together.ts'
import { amountJson } from '../sql/value-sql.ts'
import { planPolicies } from './row-level-security.ts'

export function planTables(model: Model): Schema {
  const entities = model.entities.entities
  const tables = withDistinctIndexes(
    entities.flatMap((entity) => [entityTable(model, entity), ...linkTables(model, entity)]),
  )
  refuseSharedNames(tables)
  const rules = planRecordRules(model)
  const histories = [...planFieldHistories(model, tables), ...planListHistories(model), ...currentTenants(model)]
  return {
    format: 1,
    tables,
    ...(rules.length === 0 ? {} : { rules }),
    ...(histories.length === 0 ? {} : { histories }),
    wall: planPolicies(model, tables),
  }
}

function entityTable(model: Model, entity: Entity): Table {
  const name = tableName(entity.name)
  const stored = entity.fields.flatMap((field) => {
    const column = planColumn(model, entity, field)
    return column === null ? [] : [{ field, column }]
  })
  const references = stored.flatMap(({ field, column }) => planReference(model, entity, field, column))
  const indexes = [
    ...stored.flatMap(({ field, column }) => uniqueIndex(entity, field, column, stored)),
    ...uniqueTogetherIndexes(
      model,
      entity,
      stored.map(({ column }) => column),
    ),
    ...tenantIndexes(model, entity),
    ...lookUpIndexes(model, entity, stored),
    ...listIndexes(model, entity),
  ]
  return {
    name,
    entity: entity.name,
    field: null,
    columns: [...stored.map(({ column }) => column), ...statesBefore(model, entity)],
    primaryKey: { name: compositeName(entity.name, 'key'), columns: ['id'] },
    checks: stored.flatMap(({ field, column }) =>
      fieldChecks(entity.name, field, column, wordsOf(model, entity, field)),
    ),
    references,
    indexes: indexes.filter((index) => index.unique !== null || !indexes.some((other) => beginsWith(other, index))),
  }
}

/** An index that is a prefix of another one is redundant. */
function beginsWith(other: Index, { keys, included }: Index): boolean {
  const isLonger =
    other.keys.length > keys.length ||
    (other.keys.length === keys.length && other.included !== undefined && included === undefined)
  return other.where === undefined && isLonger && keys.every((key, place) => other.keys[place] === key)
}

/**
 * If a transition leads back to the previous state, each record stores that state. It is unknown for existing records.
 */
function statesBefore(model: Model, entity: Entity): Column[] {
  const machines = model.states.machines.filter(
    (machine) => machine.entity === entity.name && knowsStateBefore(machine),
  )
  return machines.map(({ field }) => ({
    name: stateBeforeColumn(field),
    field,
    kind: 'state',
    type: columnType({ kind: 'state' }, null) ?? '',
    isRequired: false,
    default: null,
    isIdentity: false,
    sequence: null,
    isOwn: true,
    fill: null,
  }))
}

/** Null if the field has no column. */
function planColumn(model: Model, entity: Entity, field: Field): Column | null {
  if (!isStored(field)) return null
  const { type } = field
  const targetType = type.kind === 'reference' ? idColumnType(entityNamed(model, type.entity)) : null
  const sqlType = columnType(type, targetType)
  if (sqlType === null) return null
  const counter = counterOf(model, entity, field)
  return {
    name: columnName(field.name, type),
    field: field.name,
    kind: type.kind,
    type: sqlType,
    isRequired: field.isRequired || isListOfValues(type) || MADE_BY_PRODUCT.includes(type.kind),
    default: defaultOf(type),
    isIdentity: type.kind === 'identifier' && type.form === 'counting',
    sequence:
      type.kind === 'sequence' && counter === null
        ? { name: compositeName(entity.name, field.name, 'sequence'), from: type.from }
        : null,
    ...(counter === null ? {} : { counter }),
    fill: fillOf(model, entity, field),
  }
}

/** An empty multiple choice is an empty list, and not NULL. */
const NO_CHOICE = `'{}'::text[]`
const NO_FILES = `'{}'::jsonb[]`

function defaultOf(type: Field['type']): string | null {
  if (type.kind === 'version') return '1'
  if (type.kind === 'random code') return `ninefold.random_code(${type.length})`
  if (type.kind === 'rank') return rankSql(NEXT_ID)
  if (isListOfValues(type)) return type.kind === 'file' ? NO_FILES : NO_CHOICE
  return type.kind === 'identifier' && type.form === 'random' ? NEXT_ID : null
}

function idColumnType(entity: Entity): string {
  const id = entity.fields.find(({ type }) => type.kind === 'identifier')
  if (id === undefined) throw new Error(`Defect: the entity ${entity.name} has no id.`)
  return columnType(id.type, null) ?? 'uuid'
}

/** The value of existing rows when the column is added: the default, if it does not depend on the record. */
function fillOf(model: Model, entity: Entity, field: Field): string | null {
  if (field.type.kind === 'state') {
    const machine = model.states.machines.find(
      (machine) => machine.entity === entity.name && machine.field === field.name,
    )
    return machine === undefined ? null : quotedText(machine.initial)
  }
  if (field.isBuiltIn && field.type.kind === 'date and time') return 'now()'
  if (field.default === null) return isListOfValues(field.type) ? defaultOf(field.type) : null
  return literalSql(field.default, field, model.limits.timeZone)
}

function literalSql(expression: Expression, field: Field, timeZone: string): string | null {
  if (expression.kind === 'unary' && expression.operator === '-') {
    const operand = literalSql(expression.operand, field, timeZone)
    return operand === null ? null : `-(${operand})`
  }
  if (expression.kind !== 'literal' || expression.value === null) return null
  const { value } = expression
  const { type } = field
  if (typeof value === 'string') {
    if (type.kind === 'date and time') return `(${quotedText(value)}::timestamp AT TIME ZONE ${quotedText(timeZone)})`
    return quotedText(type.kind === 'money' && type.currency === null ? amountJson(value) : value)
  }
  return type.kind === 'date and time' ? `to_timestamp(${value} / 1000.0)` : String(value)
}

const ON_DELETE: Readonly<Record<DeletionEffect, Reference['onDelete']>> = {
  'deleted together': 'CASCADE',
  'blocks deletion': 'RESTRICT',
  'cleared on deletion': 'SET NULL',
}

function planReference(model: Model, entity: Entity, field: Field, column: Column): Reference[] {
  if (field.type.kind !== 'reference') return []
  const target = entityNamed(model, field.type.entity)
  const onDelete = ON_DELETE[deletionEffect(entity, field)]
  const tenant = tenantOfBoth(model, entity.name, target.name)
  const isDeferred = isDeferredReference(model, entity, field)
  return [
    ...currentTenantReference(model, entity, field),
    {
      name: compositeName(entity.name, field.name, 'reference'),
      column: column.name,
      field: field.name,
      table: tableName(entity.name),
      target: { table: tableName(target.name), column: 'id', entity: target.name },
      // Both records may be deleted in one statement, with their tenant or by a cascade.
      onDelete: (tenant !== null || isDeferred) && onDelete === 'RESTRICT' ? 'NO ACTION' : onDelete,
      ...(isDeferred ? { isDeferred } : {}),
      ...(tenant === null ? {} : { tenant }),
    },
  ]
}

/** Tells whether PostgreSQL checks the reference at the end of the transaction, because both records may be deleted together. */
export function isDeferredReference(model: Model, entity: Entity, field: Field): boolean {
  return (
    field.type.kind === 'reference' &&
    deletionEffect(entity, field) === 'blocks deletion' &&
    deletedWith(model, field.type.entity).has(entity.name)
  )
}

function deletionEffect({ partOf }: Entity, { name, onDeletion, isRequired }: Field): DeletionEffect {
  if (onDeletion !== null) return onDeletion
  if (partOf !== null && partOf.field === name) return 'deleted together'
  // A required reference cannot be cleared, so by default it blocks the deletion.
  return isRequired ? 'blocks deletion' : 'cleared on deletion'
}

/** The entities of which records are deleted together with a record of this one, directly or through others. */
function deletedWith({ entities: { entities } }: Model, target: string): ReadonlySet<string> {
  const found = new Set<string>()
  const reached = [target]
  for (const name of reached) {
    for (const entity of entities) {
      const goes = entity.fields.some(
        (field) =>
          field.type.kind === 'reference' &&
          field.type.entity === name &&
          deletionEffect(entity, field) === 'deleted together',
      )
      if (!goes || found.has(entity.name)) continue
      found.add(entity.name)
      reached.push(entity.name)
    }
  }
  return found
}

function uniqueIndex(entity: Entity, field: Field, column: Column, stored: readonly StoredField[]): Index[] {
  // The primary key is unique already.
  if (field.unique === null || field.type.kind === 'identifier') return []
  const { ignoringCase: isIgnoringCase, within } = field.unique
  const outer = within.map((name) => {
    const found = stored.find((other) => other.field.name === name)
    if (found === undefined)
      throw new Error(`Defect: ${entity.name}.${field.name} is unique within ${name}, which has no column.`)
    return found.column
  })
  const own = isIgnoringCase ? ignoringCase(quoted(column.name)) : quoted(column.name)
  return [
    {
      name: compositeName(entity.name, field.name, 'unique'),
      keys: [...outer.map((each) => quoted(each.name)), own],
      columns: [...outer.map((each) => each.name), column.name],
      // The field whose message is shown comes first.
      fields: [field.name, ...within],
      unique: { ignoringCase: isIgnoringCase, within },
    },
  ]
}

/** One link table per many-to-many field that is not the reverse of another. */
function linkTables(model: Model, entity: Entity): Table[] {
  return entity.fields.flatMap((field) => {
    if (field.type.kind !== 'collection' || isOtherSide(field.type) || field.computed !== null) return []
    const target = entityNamed(model, field.type.entity)
    const names = linkColumns(entity.name, field.name, target.name)
    const name = linkTableName(entity.name, field.name)
    const side = (column: string, to: Entity): { column: Column; reference: Reference } => ({
      column: {
        name: column,
        field: field.name,
        kind: 'reference',
        type: idColumnType(to),
        isRequired: true,
        default: null,
        isIdentity: false,
        sequence: null,
        fill: null,
      },
      reference: {
        name: compositeName(entity.name, field.name, column, 'reference'),
        column,
        field: field.name,
        table: name,
        target: { table: tableName(to.name), column: 'id', entity: to.name },
        onDelete: 'CASCADE',
      },
    })
    const tenant = tenantOfPairs(model, entity, field, target, idColumnType)
    const inTenant = (to: Entity): Pick<Reference, 'tenant'> => {
      const of = tenant === null ? null : tenantColumn(model, to.name)
      return of === null ? {} : { tenant: { column: PAIR_TENANT, target: of } }
    }
    const owner = side(names.owner, entity)
    const item = side(names.item, target)
    const back: Index = {
      name: compositeName(entity.name, field.name, 'index'),
      keys: [quoted(names.item)],
      columns: [names.item],
      fields: [field.name],
      unique: null,
    }
    return [
      {
        name,
        entity: entity.name,
        field: field.name,
        columns: [owner.column, item.column, ...(tenant === null ? [] : [tenant])],
        primaryKey: { name: compositeName(entity.name, field.name, 'key'), columns: [names.owner, names.item] },
        checks: [],
        references: [
          { ...owner.reference, ...inTenant(entity) },
          { ...item.reference, ...inTenant(target) },
        ],
        indexes: [back],
      },
    ]
  })
}

/**
 * PostgreSQL has one namespace for tables and indexes. Authors do not choose index names, so a colliding one gets a
 * number.
 */
function withDistinctIndexes(tables: readonly Table[]): Table[] {
  const taken = new Set(tables.flatMap(({ name, primaryKey }) => [name, primaryKey.name]))
  const distinct = (index: Index): Index => {
    let { name } = index
    for (let number = 2; taken.has(name); number++) name = compositeName(index.name, String(number))
    taken.add(name)
    return name === index.name ? index : { ...index, name }
  }
  return tables.map((table) => ({ ...table, indexes: table.indexes.map(distinct) }))
}

/** The checker refuses names that collide in the database, so a collision here is a defect. */
function refuseSharedNames(tables: readonly Table[]): void {
  refuseTwice(tables.flatMap((table) => [table.name, table.primaryKey.name, ...table.indexes.map(({ name }) => name)]))
  for (const table of tables) {
    refuseTwice(table.columns.map(({ name }) => `${table.name}.${name}`))
    refuseTwice([...table.checks.flatMap(constraintsOfCheck), ...table.references].map(({ name }) => name))
  }
}

function refuseTwice(names: readonly string[]): void {
  const seen = new Set<string>()
  for (const name of names) {
    if (seen.has(name)) throw new Error(`Defect: the name ${name} would be used twice in the database.`)
    seen.add(name)
  }
}
