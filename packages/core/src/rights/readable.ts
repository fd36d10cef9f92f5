// An author's expression → the same for one caller: collections contain only visible records, and a condition tells
// whether everything that it reads is visible. The function's caller leaves hidden values out; they never become empty
// ones.

import * as build from '../expression/build.ts'
import { allOf, anyOf, isTrue, meaningKey, notOf, substitute, TRUE } from '../expression/conditions.ts'
import type { Expression, ValueType } from '../expression/expression.ts'
import { entityNamed, fieldNamed } from '../model/find.ts'
import type { Model } from '../model/model.ts'
import { type CallerRoles, visibleField, visibleRecords } from './roles.ts'

export interface Readable {
  readonly value: Expression
  /** Whether everything that the value depends on is visible, over the same variables. */
  readonly visible: Expression
}

/** The rights of one caller over one model; every plan of a read takes it. */
export interface Viewer {
  readonly model: Model
  readonly caller: CallerRoles
  /** The statement runs under row-level security. */
  readonly isBehindWall?: boolean
  /**
   * Variables whose records the statement has already checked for visibility. Fields that every visible record shows
   * are not checked again, so that an index can serve.
   */
  readonly seen?: ReadonlySet<string>
  /** Variables of lists that the same statement has found with that check. */
  readonly seenLists?: ReadonlySet<string>
  /** Substitutes known values of a record that the statement has just written. */
  readonly known?: (expression: Expression) => Expression
}

/** The same viewer, where the records of these variables are visible. */
export function seeing(viewer: Viewer, ...variables: readonly string[]): Viewer {
  return { ...viewer, seen: new Set([...(viewer.seen ?? []), ...variables]) }
}

/** Inside a list whose records are already visible. A list from an earlier statement may have changed since. */
export function insideList(viewer: Viewer, list: Expression, variable: string): Viewer {
  const isOfRecords = list.type.kind === 'list' && list.type.of.kind === 'record'
  const isFound = isSeenList(viewer, list)
  if (isOfRecords && isFound) return seeing(viewer, variable)
  // The name may have had another meaning outside.
  return { ...viewer, seen: new Set([...(viewer.seen ?? [])].filter((name) => name !== variable)) }
}

/** A combined list is visible if all its parts are. Records that items refer to are others than the items. */
function isSeenList(viewer: Viewer, list: Expression): boolean {
  switch (list.kind) {
    case 'variable':
      return viewer.seenLists?.has(list.name) === true
    // `readable` has limited them to visible records.
    case 'field':
    case 'records':
      return true
    case 'comprehension':
      return list.operation === 'filter' && isSeenList(viewer, list.over)
    case 'binary':
      return isSeenList(viewer, list.left) && isSeenList(viewer, list.right)
    case 'call':
      return list.arguments.every((part) => part.type.kind !== 'list' || isSeenList(viewer, part))
    case 'conditional':
      return isSeenList(viewer, list.then) && isSeenList(viewer, list.otherwise)
    default:
      return false
  }
}

/** Tells whether the caller may see this field of the record. */
export function fieldVisible(viewer: Viewer, entity: string, field: string, record: Expression): Expression {
  const { model, caller } = viewer
  const condition = visibleField(model, caller, entity, field)
  const isSeen = record.kind === 'variable' && viewer.seen?.has(record.name) === true
  if (isSeen && meaningKey(condition) === meaningKey(visibleRecords(model, caller, entity))) return TRUE
  return substitute(condition, 'this', record)
}

export function readable(viewer: Viewer, expression: Expression): Readable {
  // The product asks it, and tells no value of it that the caller may not see.
  if (expression.isOfEverything === true) return { value: expression, visible: TRUE }
  switch (expression.kind) {
    case 'literal':
    case 'variable':
    case 'has role':
      return { value: expression, visible: TRUE }
    case 'records':
      return { value: onlyVisible(viewer, expression, expression.entity), visible: TRUE }
    case 'field':
      return readableField(viewer, expression)
    case 'comprehension':
      return readableComprehension(viewer, expression)
    case 'lookup':
    case 'shape': {
      // The keys of a shape are checked one by one where it is applied.
      const of = readable(viewer, expression.of)
      return { value: { ...expression, of: of.value }, visible: of.visible }
    }
    case 'unary': {
      const operand = readable(viewer, expression.operand)
      return { value: { ...expression, operand: operand.value }, visible: operand.visible }
    }
    case 'binary': {
      const [left, right] = [readable(viewer, expression.left), readable(viewer, expression.right)]
      return {
        value: { ...expression, left: left.value, right: right.value },
        visible: allOf([left.visible, right.visible]),
      }
    }
    case 'conditional':
      return readableConditional(viewer, expression)
    case 'list':
    case 'call': {
      const parts = (expression.kind === 'list' ? expression.items : expression.arguments).map((part) =>
        readable(viewer, part),
      )
      const values = parts.map(({ value }) => value)
      const visible = allOf(parts.map((part) => part.visible))
      return {
        value: expression.kind === 'list' ? { ...expression, items: values } : { ...expression, arguments: values },
        visible,
      }
    }
    case 'object': {
      // Each entry is checked by itself, so the object as a whole is always visible.
      return { value: expression, visible: TRUE }
    }
  }
}

/** Under `parent != null` a path is never empty. Here the condition is evaluated as a whole, also where it is false. */
export function mayBeNothing(viewer: Pick<Viewer, 'model'>, of: Expression): boolean {
  if (of.isOptional || of.kind !== 'field') return of.isOptional
  const { isRequired } = fieldNamed(entityNamed(viewer.model, of.entity), of.field)
  return !isRequired || mayBeNothing(viewer, of.of)
}

function readableField(viewer: Viewer, expression: Extract<Expression, { kind: 'field' }>): Readable {
  const of = readable(viewer, expression.of)
  const permitted = fieldVisible(viewer, expression.entity, expression.field, of.value)
  // A field of a missing record is empty, and reveals nothing.
  const visible =
    !isTrue(permitted) && mayBeNothing(viewer, expression.of) ? anyOf([build.isEmpty(of.value), permitted]) : permitted
  const value: Expression = { ...expression, of: of.value }
  const isCollection = expression.type.kind === 'list' && expression.type.of.kind === 'record'
  return {
    value: isCollection ? onlyVisible(viewer, value, recordEntity(expression.type)) : value,
    visible: allOf([of.visible, visible]),
  }
}

function readableComprehension(viewer: Viewer, expression: Extract<Expression, { kind: 'comprehension' }>): Readable {
  const over = readable(viewer, expression.over)
  const body = readable(insideList(viewer, over.value, expression.variable), expression.body)
  // An element with hidden fields is ignored, whatever its effect would have been.
  const seen = isTrue(body.visible) ? over.value : onlyThose(over.value, expression.variable, body.visible)
  return { value: { ...expression, over: seen, body: body.value }, visible: over.visible }
}

function readableConditional(viewer: Viewer, expression: Extract<Expression, { kind: 'conditional' }>): Readable {
  const [condition, then, otherwise] = [expression.condition, expression.then, expression.otherwise].map((part) =>
    readable(viewer, part),
  ) as [Readable, Readable, Readable]
  const branches =
    isTrue(then.visible) && isTrue(otherwise.visible)
      ? TRUE
      : anyOf([allOf([condition.value, then.visible]), allOf([notOf(condition.value), otherwise.visible])])
  return {
    value: { ...expression, condition: condition.value, then: then.value, otherwise: otherwise.value },
    visible: allOf([condition.visible, branches]),
  }
}

/** The visible ones among some records. */
function onlyVisible(viewer: Viewer, records: Expression, entity: string): Expression {
  const condition = visibleRecords(viewer.model, viewer.caller, entity)
  if (isTrue(condition)) return records
  const element = build.recordVariable('seen', entity, records.span)
  return onlyThose(records, 'seen', substitute(condition, 'this', element))
}

function onlyThose(list: Expression, variable: string, condition: Expression): Expression {
  return build.comprehension('filter', { over: list, variable, body: condition }, list.type, list.span, false)
}

function recordEntity(type: ValueType): string {
  if (type.kind === 'list' && type.of.kind === 'record') return type.of.entity
  throw new Error('A to-many field is a list of records.')
}
