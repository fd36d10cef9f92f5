// A caller's filters and orders of a list → conditions and sort keys that reveal nothing hidden: a record counts as
// found by a field only where that field is visible in it. They are made for statements that ask for the right to see
// `this` themselves, as all of plan/ do. Values are parameters of checked types and every operation is total, so no
// question can raise an error that speaks of a hidden row.

import * as build from '../expression/build.ts'
import { allOf, anyOf, isTrue, notOf, TRUE } from '../expression/conditions.ts'
import type { Expression, ValueType } from '../expression/expression.ts'
import { memberName } from '../expression/members.ts'
import type { Entity, Field } from '../model/entities.ts'
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

/** `this` is the record bound as `variable`. The step that bound it knew the record. */
export function isRecordBoundAs(entity: Entity, variable: string): Expression {
  return build.binary('==', build.recordVariable('this', entity.name), build.recordVariable(variable, entity.name))
}

/** The record bound as `variable` is among those of the to-many field. */
export function includes(viewer: Viewer, entity: Entity, field: Field, variable: string): Expression {
  // Records among them that the caller may not see are not there.
  const list = readable(seeing(viewer, 'this'), thisField(viewer.model, entity, field)).value
  const item = list.type.kind === 'list' ? list.type.of : TEXT
  return allOf([visible(viewer, entity, field), build.binary('in', build.variable(variable, item), list)])
}

/** A moment within the day that begins at `variable`, or a date that is it. */
export function isOnDay(viewer: Viewer, entity: Entity, field: Field, from: string, until: string): Expression {
  return isBetween(viewer, entity, field, { from, until, withUntil: false })
}

export interface Ends {
  /** Variables that the ends are bound to; null: it is open there. */
  readonly from: string | null
  readonly until: string | null
  /** The end belongs to it. */
  readonly withUntil: boolean
}

/** The field lies between two values. Of money, `currency` is the variable of the one that both are in. */
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

/** The field has no value, or nothing in it that the caller may see. */
export function hasNoValue(viewer: Viewer, entity: Entity, field: Field): Expression {
  const value = thisField(viewer.model, entity, field)
  const isNothing =
    value.type.kind === 'list'
      ? notOf(hasItem(readable(seeing(viewer, 'this'), value).value, TRUE))
      : build.isEmpty(value)
  return allOf([visible(viewer, entity, field), isNothing])
}

/** Records that the condition on the field leaves out, as far as the field may be seen. */
export function isNot(viewer: Viewer, entity: Entity, field: Field, condition: Expression): Expression {
  return allOf([visible(viewer, entity, field), notOf(condition)])
}

/** A to-many field has one of the records bound as `variable`, a list. */
export function includesOneOf(viewer: Viewer, entity: Entity, field: Field, variable: string): Expression {
  const list = readable(seeing(viewer, 'this'), thisField(viewer.model, entity, field)).value
  const item: ValueType = list.type.kind === 'list' ? list.type.of : TEXT
  const body = build.binary('in', build.variable('each', item), build.variable(variable, { kind: 'list', of: item }))
  return allOf([visible(viewer, entity, field), hasItem(list, body)])
}

/** `body` holds for an item of the list, `each`. */
function hasItem(list: Expression, body: Expression): Expression {
  const { span } = list
  return build.comprehension('exists', list, 'each', body, BOOLEAN, span, false)
}

/** A period that has something in common with the time between the ends. Its own end is no part of it. */
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

/** A period that has a day in common with those from `from` to before `until`. */
export function overlapsDays(viewer: Viewer, entity: Entity, field: Field, from: string, until: string): Expression {
  return overlapsEnds(viewer, entity, field, { from, until, withUntil: false })
}

/** Money in the currency bound as `currency`; with `amount`, exactly so much of it. */
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

/** One of the fields holds the text bound as `variable`, upper and lower case alike. */
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

/** Each of the texts bound as `variables` is in one of the fields, not all of them in the same: words, in any order. */
export function matchesWords(
  viewer: Viewer,
  entity: Entity,
  fields: readonly Field[],
  variables: readonly string[],
): Expression {
  return allOf(variables.map((variable) => matches(viewer, entity, fields, variable)))
}

/**
 * How near a record's label comes to what is sought, the nearest first: 0 a word of it begins with the whole of it; 1 it has
 * the whole of it; 2 it has every word; 3 they are elsewhere. `whole` is bound to what is sought, `begun` to the same after a
 * blank. Where the label is hidden it counts as empty.
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

/** A condition that a caller narrows a list with: it holds only where everything that it reads may be seen. */
export function holdsVisibly(viewer: Viewer, condition: Expression): Expression {
  const { value, visible: may } = readable(viewer, condition)
  return allOf([may, value])
}

/** The field as a sort key; where it is hidden it counts as empty. */
export function sortValue(viewer: Viewer, entity: Entity, field: Field): Expression {
  return sortExpression(viewer, thisField(viewer.model, entity, field))
}

/** As `sortValue`, of `room.name` and `during.start`, too. */
export function sortOfPath(viewer: Viewer, entity: Entity, path: string): Expression {
  const value = pathFrom(viewer.model, build.recordVariable('this', entity.name), entity.name, path.split('.'))
  if (value === null) throw new Error(`Defect: a list of ${entity.name} is sorted by "${path}", which leads nowhere.`)
  return sortExpression(viewer, value)
}

/** Any expression over `this` as a sort key; where a part of it is hidden it counts as empty. */
export function sortExpression(viewer: Viewer, expression: Expression): Expression {
  const { value, visible: condition } = readable(seeing(viewer, 'this'), expression)
  if (isTrue(condition)) return value
  return build.conditional(condition, value, build.nothing(value.type, value.span))
}

/** A field that is called by a path stands in a record that this one points to. */
function thisField(model: Model, entity: Entity, field: Field): Expression {
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
