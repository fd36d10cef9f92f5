// Rows of `### Changes to version N` about values → SQL over the former records, with every name resolved in its own
// version. An impossible change is reported in a sentence, with the row's position.

import { checkExpression } from '../expression/check/check-expression.ts'
import type { Expression, Scope, ScopeVariable, ValueType } from '../expression/expression.ts'
import type { Entity, Field, VersionChange } from '../model/entities.ts'
import { MADE_BY_PRODUCT } from '../model/field-types.ts'
import { isStored, machineOf } from '../model/find.ts'
import type { Model } from '../model/model.ts'
import { isNeverEmpty } from '../model/paths.ts'
import { valueTypeOfField } from '../model/value-type-of-field.ts'
import { expressionSql } from '../plan/sql/expression-sql.ts'
import { inPublic, quoted, quotedText } from '../plan/schema/ddl.ts'
import { columnName, tableName } from '../plan/sql/database-names.ts'
import { rawSql, renderSql } from '../plan/sql/sql.ts'
import { row, sqlContext } from '../plan/sql/statement-scope.ts'
import type { Span } from '../text/source.ts'

/** An obstacle to a change, as a sentence about a row of the text. */
export interface Problem {
  readonly sentence: string
  readonly span: Span
}

export type StatedValue = { readonly sql: string } | { readonly problem: string }

/** The value of `field`, from one record in the former schema. */
export function statedValue(
  before: Model,
  formerEntity: Entity,
  field: Field,
  expected: ValueType,
  { existing }: VersionChange,
): StatedValue | null {
  if (existing?.kind !== 'expression' && existing?.kind !== 'value') return null
  if (!isStored(field) || MADE_ITSELF.includes(field.type.kind))
    return { problem: `"${field.name}" has no values that a change can give.` }
  if (existing.kind === 'value' && existing.literal !== null) {
    const sql = overRows(before, formerEntity, existing.literal)
    return sql === null ? null : { sql }
  }
  if (existing.kind === 'value' && field.type.kind === 'reference')
    return namedRecord(before, field.type.entity, existing.value)
  const text = existing.kind === 'expression' ? existing.text : literalText(existing.value, expected)
  const written = { text, span: { start: 0, end: text.length } }
  const { expression, diagnostics } = checkExpression(written, scopeOf(before, formerEntity), expected)
  const [first] = diagnostics
  if (expression === null) return { problem: `\`${text}\`: ${first?.message ?? 'this cannot be read.'}` }
  const sql = overRows(before, formerEntity, expression)
  return sql === null ? { problem: `\`${text}\` depends on more than the record.` } : { sql }
}

/**
 * The record that a unique text names: `"Acme"`. Without one, the field stays empty, and is refused if it is required.
 */
function namedRecord(before: Model, name: string, value: string): StatedValue {
  const entity = before.entities.entities.find((each) => each.name === name)
  const key = entity?.fields.find(({ type, unique, isHidden }) => {
    return type.kind === 'text' && !isHidden && unique !== null && unique.within.length === 0
  })
  if (entity === undefined || key === undefined)
    return { problem: `"${value}" names no ${name}: before this change it had no unique text.` }
  const column = quoted(columnName(key.name, key.type))
  const text = quotedText(value.replace(/^"(.*)"$/s, '$1'))
  return { sql: `(SELECT named."id" FROM ${inPublic(tableName(name))} AS named WHERE named.${column} = ${text})` }
}

const MADE_ITSELF: readonly string[] = [...MADE_BY_PRODUCT, 'password', 'file']

function literalText(value: string, expected: ValueType): string {
  if (expected.kind === 'boolean') return value === 'yes' ? 'true' : value === 'no' ? 'false' : value
  return expected.kind === 'text' || expected.kind === 'choice' ? JSON.stringify(value) : value
}

/** The scope of the former version: bare names are the record's fields. */
function scopeOf(model: Model, entity: Entity): Scope {
  const entities = new Map(
    model.entities.entities.map((each) => [
      each.name,
      { fields: new Map(each.fields.map((of) => fieldOf(model, each, of))) },
    ]),
  )
  const variables = new Map<string, ScopeVariable>([
    ['this', { type: { kind: 'record', entity: entity.name }, isOptional: false }],
    ['now', { type: { kind: 'timestamp' }, isOptional: false }],
    ['today', { type: { kind: 'date' }, isOptional: false }],
  ])
  const constants = new Map(model.limits.constants.map(({ name, type, value }) => [name, { type, value }]))
  const lookups = new Map(model.limits.lookups.map((lookup) => [lookup.name, lookup]))
  const decisions = new Map(model.limits.decisionTables.map((table) => [table.name, table]))
  const roles = new Set(model.roles.roles.map(({ name }) => name))
  return {
    variables,
    implicit: 'this',
    catalogue: { entities, constants, lookups, decisions, shapes: new Map(), roles },
  }
}

function fieldOf(model: Model, entity: Entity, field: Field) {
  const isAlwaysThere =
    field.isRequired || isNeverEmpty(field.type) || (field.computed !== null && !field.computed.expression.isOptional)
  const states = machineOf(model, entity.name, field.name)?.states.map(({ name }) => name)
  const type = valueTypeOfField(field.type, states)
  return [field.name, { type, isOptional: !isAlwaysThere, isHidden: field.isHidden }] as const
}

function overRows(model: Model, entity: Entity, expression: Expression): string | null {
  // There is no caller, because the value is the same for all.
  const viewer = { model, caller: { roles: new Set<string>(), isSignedIn: false } }
  const today = `(now() AT TIME ZONE ${quotedText(model.limits.timeZone)})::date`
  const context = sqlContext(viewer, {
    this: row(entity.name, 't'),
    now: { kind: 'value', sql: rawSql('now()') },
    today: { kind: 'value', sql: rawSql(today) },
  })
  const { text, parameters } = renderSql(expressionSql(expression, context))
  return parameters.length > 0 ? null : text
}
