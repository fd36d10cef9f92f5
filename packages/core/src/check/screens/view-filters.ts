// The condition of a view → groups of filters as a reader sets them. A condition that no filter has is refused with its
// place, because a reader has to see and remove each filter.

import { conjuncts } from '../../expression/conditions.ts'
import { dateOf, dayNumberOf } from '../../expression/calendar.ts'
import type { BinaryOperator, Expression } from '../../expression/expression.ts'
import type { ViewFilter } from '../../model/screens.ts'
import type { Span } from '../../text/source.ts'

type Values = Extract<ViewFilter, { kind: 'values' }>
type Between = Extract<ViewFilter, { kind: 'between' }>

/** A filter with its place in the text. */
export interface PlacedFilter {
  readonly filter: ViewFilter
  readonly span: Span
}

export type ViewProblem = 'no filter' | 'twice in a group'

export type ViewFilters =
  | { readonly groups: readonly (readonly PlacedFilter[])[] }
  | { readonly problem: ViewProblem; readonly span: Span; readonly field: string }

export function viewFilters(condition: Expression): ViewFilters {
  const single = filterOf(condition)
  if (single !== null) return { groups: [[{ filter: single, span: condition.span }]] }
  const groups: (readonly PlacedFilter[])[] = []
  for (const disjunct of disjuncts(condition)) {
    const group = groupOf(disjunct)
    if ('problem' in group) return group
    groups.push(group)
  }
  return { groups }
}

function disjuncts(condition: Expression): Expression[] {
  if (condition.kind !== 'binary' || condition.operator !== '||') return [condition]
  return [...disjuncts(condition.left), ...disjuncts(condition.right)]
}

function groupOf(condition: Expression): PlacedFilter[] | Extract<ViewFilters, { problem: ViewProblem }> {
  const group: PlacedFilter[] = []
  for (const part of conjuncts(condition)) {
    const filter = filterOf(part)
    if (filter === null) return { problem: 'no filter', span: part.span, field: '' }
    const at = group.findIndex((other) => other.filter.field === filter.field)
    const other = group[at]?.filter
    const both = other === undefined ? filter : bothOf(other, filter)
    if (both === null) return { problem: 'twice in a group', span: part.span, field: filter.field }
    if (at < 0) group.push({ filter: both, span: part.span })
    else group[at] = { filter: both, span: part.span }
  }
  return group
}

/** Two filters of one field as one; null: a field has one filter in a group. */
function bothOf(one: ViewFilter, other: ViewFilter): ViewFilter | null {
  if (isPresence(one) && (other.kind !== 'values' || !other.isNot)) return other
  if (isPresence(other) && (one.kind !== 'values' || !one.isNot)) return one
  if (one.kind === 'values' && other.kind === 'values') return one.isNot && other.isNot ? unionOf(one, other) : null
  if (one.kind !== 'between' || other.kind !== 'between') return null
  const isTwice = (one.from !== null && other.from !== null) || (one.until !== null && other.until !== null)
  return isTwice ? null : { ...one, from: one.from ?? other.from, until: one.until ?? other.until }
}

/** `assignee != null` beside another condition about the assignee. */
function isPresence(filter: ViewFilter): boolean {
  if (filter.kind !== 'values' || !filter.isNot) return false
  return filter.orNothing && !filter.orMe && filter.values.length === 0
}

function unionOf(one: Values, other: Values): Values {
  const values = [...new Set([...one.values, ...other.values])]
  return { ...one, values, orNothing: one.orNothing || other.orNothing, orMe: one.orMe || other.orMe }
}

/** Null: no filter. */
function filterOf(condition: Expression): ViewFilter | null {
  switch (condition.kind) {
    case 'field':
      return flag(condition, true)
    case 'unary':
      return condition.operator === '!' ? denied(condition.operand) : null
    case 'call':
      return partOfText(condition)
    case 'binary':
      if (condition.operator === '||') return eitherOf(condition.left, condition.right)
      if (condition.operator === 'in') return membership(condition.left, condition.right)
      return comparison(condition.operator, condition.left, condition.right)
    default:
      return null
  }
}

function denied(operand: Expression): ViewFilter | null {
  if (operand.kind === 'field') return flag(operand, false)
  const filter = filterOf(operand)
  return filter?.kind === 'values' ? { ...filter, isNot: !filter.isNot } : null
}

function flag(operand: Expression, value: boolean): ViewFilter | null {
  const field = operand.type.kind === 'boolean' ? pathOf(operand) : null
  return field === null ? null : valuesOf(field, [String(value)])
}

/** `status == "open" || status == "waiting"` */
function eitherOf(left: Expression, right: Expression): ViewFilter | null {
  const [one, other] = [filterOf(left), filterOf(right)]
  if (one?.kind !== 'values' || other?.kind !== 'values') return null
  return one.field === other.field && !one.isNot && !other.isNot ? unionOf(one, other) : null
}

/** `status in ["open", "waiting"]`, `"red" in colours`, `me in members`. */
function membership(left: Expression, right: Expression): ViewFilter | null {
  const field = pathOf(left)
  if (field === null) {
    const list = pathOf(right)
    const value = list === null ? null : valueOf(left)
    return list === null || value === null ? null : valuesOf(list, [value])
  }
  if (right.kind !== 'list' || !HAS_VALUES.includes(left.type.kind)) return null
  const values = right.items.map(valueOf)
  return values.length === 0 || values.includes(null)
    ? null
    : valuesOf(
        field,
        values.filter((value) => value !== null),
      )
}

const HAS_VALUES: readonly string[] = ['choice', 'record', 'boolean', 'integer', 'decimal']
const HAS_ENDS: readonly string[] = ['integer', 'decimal', 'date', 'money']
const MIRRORED: Readonly<Partial<Record<BinaryOperator, BinaryOperator>>> = {
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
  '==': '==',
  '!=': '!=',
}

function comparison(operator: BinaryOperator, left: Expression, right: Expression): ViewFilter | null {
  const field = pathOf(left)
  if (field === null) {
    const mirrored = MIRRORED[operator]
    return mirrored === undefined || pathOf(right) === null ? null : comparison(mirrored, right, left)
  }
  const value = valueOf(right)
  if (value === null) return null
  if (operator === '==' || operator === '!=') {
    const isNot = operator === '!='
    const isEmpty = value === NOTHING
    if (left.type.kind === 'date' && typeof value === 'string')
      return isNot ? null : { kind: 'between', field, from: value, until: value }
    const isKnown = HAS_VALUES.includes(left.type.kind) || (isEmpty && left.type.kind !== 'text')
    // A filter for an empty value among days has no opposite.
    const isDays = ['date', 'timestamp', 'period', 'money'].includes(left.type.kind)
    return isKnown && !(isNot && isDays && !isEmpty) ? { ...valuesOf(field, [value]), isNot } : null
  }
  const hasEnds = HAS_ENDS.includes(left.type.kind) && typeof value === 'string'
  return hasEnds ? endOf(field, operator, value, left.type.kind) : null
}

/** Filters include both ends. */
function endOf(field: string, operator: BinaryOperator, value: string, kind: string): Between | null {
  const isFrom = operator === '>' || operator === '>='
  const isStrict = operator === '>' || operator === '<'
  const end = isStrict ? next(value, kind, isFrom ? 1 : -1) : value
  if (end === null) return null
  return isFrom
    ? { kind: 'between', field, from: end, until: null }
    : { kind: 'between', field, from: null, until: end }
}

/** Null: there is no next value. */
function next(value: string, kind: string, by: 1 | -1): string | null {
  if (kind === 'integer') return String(Number(value) + by)
  if (kind !== 'date') return null
  if (value === 'today') return by === 1 ? 'tomorrow' : 'yesterday'
  return dateOf(dayNumberOf(value) + by)
}

/** `subject.contains("fire")` */
function partOfText(condition: Extract<Expression, { kind: 'call' }>): ViewFilter | null {
  const [of, part] = condition.arguments
  if (condition.function !== 'contains' || of?.type.kind !== 'text' || part?.kind !== 'literal') return null
  const field = pathOf(of)
  return field === null || part.value === '' ? null : { kind: 'contains', field, text: String(part.value) }
}

/** The caller, and no value, in a list of values. */
const ME = Symbol('me')
const NOTHING = Symbol('nothing')
type Given = string | typeof ME | typeof NOTHING

function valuesOf(field: string, given: readonly Given[]): Values {
  const values = [...new Set(given)].filter((value) => typeof value === 'string')
  return { kind: 'values', field, values, orNothing: given.includes(NOTHING), orMe: given.includes(ME), isNot: false }
}

function valueOf(expression: Expression): Given | null {
  if (expression.kind === 'variable') {
    if (expression.name === 'me') return ME
    return expression.name === 'today' ? 'today' : null
  }
  if (expression.kind === 'unary' && expression.operator === '-' && expression.operand.kind === 'literal')
    return `-${String(expression.operand.value)}`
  if (expression.kind === 'call' && expression.function === 'date' && expression.arguments.length === 1)
    return expression.arguments[0] === undefined ? null : valueOf(expression.arguments[0])
  if (expression.kind !== 'literal') return null
  return expression.value === null ? NOTHING : String(expression.value)
}

/** `category.team`; null: no field of the list's records. */
function pathOf(expression: Expression): string | null {
  if (expression.kind === 'call' && expression.function === '.amount') {
    const [of] = expression.arguments
    return of?.type.kind === 'money' && of.type.currency !== null ? pathOf(of) : null
  }
  if (expression.kind !== 'field') return null
  if (expression.of.kind === 'variable') return expression.of.name === 'this' ? expression.field : null
  const path = pathOf(expression.of)
  return path === null ? null : `${path}.${expression.field}`
}
