// A caller's filters and sort keys → conditions and keys that reveal nothing hidden: a record matches by a field only
// if the field is visible in it. They require a statement that checks the right to see `this`, as all of plan/ do.
// Values are typed parameters and every operation is total, so no query can raise an error about a hidden row.

import * as build from '../expression/build.ts'
import { allOf, anyOf, isTrue, notOf, TRUE } from '../expression/conditions.ts'
import type { Expression, ValueType } from '../expression/expression.ts'
import { memberName } from '../expression/members.ts'
import { isCompared, type ValueAtKey, valueAtKey } from '../model/custom-fields/compared-fields.ts'
import type { Entity, Field } from '../model/entities.ts'
import type { Direction, Sort } from '../model/field-types.ts'
import { orCreation } from '../model/lists/default-sort.ts'
import type { Model } from '../model/model.ts'
import { fieldOf, pathFrom } from '../model/paths.ts'
import { fieldVisible, readable, seeing, type Viewer } from './readable.ts'

const BOOLEAN: ValueType = { kind: 'boolean' }
const INTEGER: ValueType = { kind: 'integer' }
const TEXT: ValueType = { kind: 'text' }

/** The field equals the value bound as `variable`. */
export function equals(viewer: Viewer, entity: Entity, field: Field, variable: string): Expression {
  const value = thisField(viewer.model, entity, field)
  const comparison = build.binary('==', value, build.variable(variable, value.type))
  return allOf([visible(viewer, entity, field), comparison])
}

/** The field is one of the values bound as `variable`, a list. */
export function isOneOf(viewer: Viewer, entity: Entity, field: Field, variable: string): Expression {
  const value = thisField(viewer.model, entity, field)
  const list = build.variable(variable, { kind: 'list', of: value.type })
  return allOf([visible(viewer, entity, field), build.binary('in', value, list)])
}

/** `this` is the record bound as `variable`, which an earlier step has found. */
export function isRecordBoundAs(entity: Entity, variable: string): Expression {
  return build.binary('==', build.recordVariable('this', entity.name), build.recordVariable(variable, entity.name))
}

/** The to-many field contains the record bound as `variable`. */
export function includes(viewer: Viewer, entity: Entity, field: Field, variable: string): Expression {
  // Hidden records of the list do not count.
  const list = readable(seeing(viewer, 'this'), thisField(viewer.model, entity, field)).value
  const item = list.type.kind === 'list' ? list.type.of : TEXT
  return allOf([visible(viewer, entity, field), build.binary('in', build.variable(variable, item), list)])
}

/** The field is a moment within the day that begins at `from`, or that date. */
export function isOnDay(viewer: Viewer, entity: Entity, field: Field, from: string, until: string): Expression {
  return isBetween(viewer, entity, field, { from, until, withUntil: false })
}

export interface Ends {
  /** Variables of the bounds; null: unbounded. */
  readonly from: string | null
  readonly until: string | null
  /** The upper bound is inclusive. */
  readonly withUntil: boolean
}

/** The field lies between two values. For money, `currency` is the variable of their currency. */
export function isBetween(viewer: Viewer, entity: Entity, field: Field, ends: Ends, currency?: string): Expression {
  const own = thisField(viewer.model, entity, field)
  const value = currency === undefined ? own : build.call(memberName('amount'), [own], { kind: 'decimal' })
  const end = (operator: '>=' | '<=' | '<', variable: string | null): Expression[] =>
    variable === null ? [] : [build.binary(operator, value, build.variable(variable, value.type))]
  return allOf([
    visible(viewer, entity, field),
    build.isNotEmpty(own),
    ...(currency === undefined ? [] : [isCurrency(own, currency)]),
    ...end('>=', ends.from),
    ...end(ends.withUntil ? '<=' : '<', ends.until),
  ])
}

/** The field is empty, or contains nothing that the caller may see. */
export function hasNoValue(viewer: Viewer, entity: Entity, field: Field): Expression {
  const value = thisField(viewer.model, entity, field)
  const isNothing =
    value.type.kind === 'list'
      ? notOf(hasItem(readable(seeing(viewer, 'this'), value).value, TRUE))
      : build.isEmpty(value)
  return allOf([visible(viewer, entity, field), isNothing])
}

/** Negates a condition on the field, for records whose field is visible. */
export function isNot(viewer: Viewer, entity: Entity, field: Field, condition: Expression): Expression {
  return allOf([visible(viewer, entity, field), notOf(condition)])
}

/** The to-many field contains one of the records bound as `variable`, a list. */
export function includesOneOf(viewer: Viewer, entity: Entity, field: Field, variable: string): Expression {
  const list = readable(seeing(viewer, 'this'), thisField(viewer.model, entity, field)).value
  const item: ValueType = list.type.kind === 'list' ? list.type.of : TEXT
  const body = build.binary('in', build.variable('each', item), build.variable(variable, { kind: 'list', of: item }))
  return allOf([visible(viewer, entity, field), hasItem(list, body)])
}

/** `body` holds for some item `each` of the list. */
function hasItem(list: Expression, body: Expression): Expression {
  const { span } = list
  return build.comprehension('exists', { over: list, variable: 'each', body }, BOOLEAN, span, false)
}

/** The period overlaps with the interval. Its own end is exclusive. */
export function overlapsEnds(viewer: Viewer, entity: Entity, field: Field, ends: Ends): Expression {
  const value = thisField(viewer.model, entity, field)
  const type: ValueType = value.type.kind === 'period' ? { kind: value.type.of } : value.type
  const compared = (operator: '<' | '<=' | '>', member: string, variable: string | null): Expression[] =>
    variable === null
      ? []
      : [build.binary(operator, build.call(memberName(member), [value], type), build.variable(variable, type))]
  return allOf([
    visible(viewer, entity, field),
    build.isNotEmpty(value),
    ...compared(ends.withUntil ? '<=' : '<', 'start', ends.until),
    ...compared('>', 'end', ends.from),
  ])
}

/** The period overlaps with the days from `from` to `until` (exclusive). */
export function overlapsDays(viewer: Viewer, entity: Entity, field: Field, from: string, until: string): Expression {
  return overlapsEnds(viewer, entity, field, { from, until, withUntil: false })
}

/** The amount has the currency bound as `currency` and, with `amount`, exactly that value. */
export function isMoneyOf(
  viewer: Viewer,
  entity: Entity,
  field: Field,
  currency: string,
  amount: string | null,
): Expression {
  const value = thisField(viewer.model, entity, field)
  const decimal: ValueType = { kind: 'decimal' }
  const isAmount = (variable: string): Expression =>
    build.binary('==', build.call(memberName('amount'), [value], decimal), build.variable(variable, decimal))
  return allOf([
    visible(viewer, entity, field),
    build.isNotEmpty(value),
    isCurrency(value, currency),
    ...(amount === null ? [] : [isAmount(amount)]),
  ])
}

function isCurrency(value: Expression, variable: string): Expression {
  return build.binary('==', build.call(memberName('currency'), [value], TEXT), build.variable(variable, TEXT))
}

/** One of the fields contains the text bound as `variable`, ignoring case. */
export function matches(viewer: Viewer, entity: Entity, fields: readonly Field[], variable: string): Expression {
  const sought = build.call('lower', [build.variable(variable, TEXT)], TEXT)
  return anyOf(
    fields.map((field) => {
      const value = thisField(viewer.model, entity, field)
      const text = isTextType(value.type) ? value : build.call('string', [value], TEXT)
      const found = build.call('contains', [build.call('lower', [text], TEXT), sought], BOOLEAN)
      return allOf([visible(viewer, entity, field), ...(value.isOptional ? [build.isNotEmpty(value)] : []), found])
    }),
  )
}

/** Each of the words bound as `variables` occurs in some field, in any order. */
export function matchesWords(
  viewer: Viewer,
  entity: Entity,
  fields: readonly Field[],
  variables: readonly string[],
): Expression {
  return allOf(variables.map((variable) => matches(viewer, entity, fields, variable)))
}

/**
 * The rank of a match by the record's label: 0 a word begins with the whole search text; 1 the label contains it; 2 it
 * contains every word; 3 the words are elsewhere. `whole` is bound to the search text, `begun` to the same after a
 * space. A hidden label counts as empty.
 */
export function nearness(
  viewer: Viewer,
  label: Expression,
  { whole, begun, words }: { readonly whole: string; readonly begun: string; readonly words: readonly string[] },
): Expression {
  const value = sortExpression(viewer, label)
  const text = build.call('lower', [isTextType(value.type) ? value : build.call('string', [value], TEXT)], TEXT)
  const has = (name: 'startsWith' | 'contains', variable: string): Expression =>
    build.call(name, [text, build.call('lower', [build.variable(variable, TEXT)], TEXT)], BOOLEAN)
  const isThere = value.isOptional ? [build.isNotEmpty(value)] : []
  const steps = [
    [anyOf([has('startsWith', whole), has('contains', begun)])],
    [has('contains', whole)],
    words.map((word) => has('contains', word)),
  ].map((conditions) => allOf([...isThere, ...conditions]))
  return steps.reduceRight<Expression>(
    (otherwise, condition, step) => build.conditional(condition, build.literal(step, INTEGER), otherwise),
    build.literal(steps.length, INTEGER),
  )
}

/** A caller's condition on a list: it holds only if everything that it reads is visible. */
export function holdsVisibly(viewer: Viewer, condition: Expression): Expression {
  const { value, visible: may } = readable(viewer, condition)
  return allOf([may, value])
}

/** The field as a sort key; hidden values count as empty. */
export function sortValue(viewer: Viewer, entity: Entity, field: Field): Expression {
  return sortOfPath(viewer, entity, field.name)
}

/** As `sortValue`, also for `room.name` and `during.start`. */
export function sortOfPath(viewer: Viewer, entity: Entity, path: string): Expression {
  const value = pathFrom(viewer.model, build.recordVariable('this', entity.name), entity.name, path.split('.'))
  if (value === null) throw new Error(`Defect: a list of ${entity.name} is sorted by "${path}", which leads nowhere.`)
  // The record itself is its id as it is stored; as a text it would use no index.
  if (value.kind === 'field' && value.field === 'id') return sortExpression(viewer, value.of)
  return sortExpression(viewer, value)
}

/** A custom field as a sort key; hidden values count as empty. */
export function sortAtKey(viewer: Viewer, entity: Entity, atKey: ValueAtKey): Expression {
  return sortExpression(viewer, valueAtKey(viewer.model, entity.name, atKey))
}

/** The keys of the stated order, or else of that of creation. */
export function sortsOfPaths(
  viewer: Viewer,
  entity: Entity,
  stated: readonly Sort[],
): { readonly value: Expression; readonly direction: Direction }[] {
  return orCreation(entity, stated).map(({ field, direction }) => ({
    value: sortOfPath(viewer, entity, field),
    direction,
  }))
}

/** Any expression over `this` as a sort key; if a part of it is hidden, it counts as empty. */
export function sortExpression(viewer: Viewer, expression: Expression): Expression {
  const { value, visible: condition } = readable(seeing(viewer, 'this'), expression)
  if (isTrue(condition)) return value
  return build.conditional(condition, value, build.nothing(value.type, value.span))
}

/** A field by path belongs to a referenced record. */
function thisField(model: Model, entity: Entity, field: Field): Expression {
  if (isCompared(field)) return valueAtKey(model, entity.name, field.atKey)
  const self = build.recordVariable('this', entity.name)
  const value = field.name.includes('.') ? pathFrom(model, self, entity.name, field.name.split('.')) : null
  return value ?? fieldOf(model, self, entity.name, field)
}

function visible(viewer: Viewer, entity: Entity, field: Field): Expression {
  if (field.name.includes('.')) return readable(seeing(viewer, 'this'), thisField(viewer.model, entity, field)).visible
  return fieldVisible(seeing(viewer, 'this'), entity.name, field.name, build.recordVariable('this', entity.name))
}

function isTextType(type: ValueType): boolean {
  return type.kind === 'text' || type.kind === 'choice'
}
