// An expression → a simpler equivalent one: values that are known at planning (constants, the caller's roles) are
// folded, so that a condition may become constant. Folding never changes a value, including empty ones.

import * as build from './build.ts'
import { allOf, anyOf, FALSE, isFalse, isTrue, mapParts, meaningKey, notOf, TRUE, visit } from './conditions.ts'
import { compileExpression } from './evaluate/evaluate.ts'
import type { Expression, Value } from './expression.ts'
import { UTC } from './evaluate/time-zone.ts'

export interface Known {
  /** Whether the caller has the role. Null: unknown. */
  readonly hasRole?: (role: string) => boolean | null
  /** The value of a variable; undefined: unknown. Records are never known here. */
  readonly variable?: (name: string) => string | number | boolean | null | undefined
}

export function simplify(expression: Expression, known: Known = {}): Expression {
  const inner = (part: Expression) => simplify(part, known)
  switch (expression.kind) {
    case 'literal':
    case 'records':
      return expression
    case 'variable': {
      const value = known.variable?.(expression.name)
      return value === undefined ? expression : literalLike(expression, value)
    }
    case 'has role': {
      const has = known.hasRole?.(expression.role) ?? null
      return has === null ? expression : has ? TRUE : FALSE
    }
    case 'field': {
      const of = inner(expression.of)
      // A field of a missing record is empty, except for lists.
      return isNull(of) && expression.type.kind !== 'list' ? literalLike(expression, null) : { ...expression, of }
    }
    case 'shape':
      return mapParts(expression, inner)
    case 'lookup':
      return folded(mapParts(expression, inner))
    case 'unary': {
      const operand = inner(expression.operand)
      return expression.operator === '!' ? negated(operand) : folded({ ...expression, operand })
    }
    case 'binary':
      return simplifyBinary(expression, inner(expression.left), inner(expression.right))
    case 'conditional': {
      const condition = inner(expression.condition)
      if (isTrue(condition)) return inner(expression.then)
      if (isFalse(condition)) return inner(expression.otherwise)
      return { ...expression, condition, then: inner(expression.then), otherwise: inner(expression.otherwise) }
    }
    case 'call':
      return simplifyCall({ ...expression, arguments: expression.arguments.map(inner) })
    case 'comprehension':
      return simplifyComprehension({ ...expression, over: inner(expression.over), body: inner(expression.body) })
    case 'list':
    case 'object':
      return mapParts(expression, inner)
  }
}

/** `!(a == b)` becomes `a != b`, which reads and plans better. */
function negated(operand: Expression): Expression {
  if (operand.kind === 'unary' && operand.operator === '!') return operand.operand
  if (operand.kind === 'binary' && operand.operator === '==') return { ...operand, operator: '!=' }
  if (operand.kind === 'binary' && operand.operator === '!=') return { ...operand, operator: '==' }
  return notOf(operand)
}

function simplifyBinary(expression: Expression & { kind: 'binary' }, left: Expression, right: Expression): Expression {
  switch (expression.operator) {
    case '&&':
      return allOf([left, right])
    case '||':
      return anyOf([left, right])
    case '==':
    case '!=': {
      const outcome = (areEqual: boolean) => (areEqual === (expression.operator === '==') ? TRUE : FALSE)
      // A value that is never empty is never null.
      if ((isNull(left) && !right.isOptional) || (isNull(right) && !left.isOptional)) return outcome(false)
      // Null equals null, and equivalent expressions are equal.
      if ((isNull(left) && isNull(right)) || meaningKey(left) === meaningKey(right)) return outcome(true)
      return folded({ ...expression, left, right })
    }
    case 'in':
      if (right.kind === 'list' && right.items.length === 0) return FALSE
      return folded({ ...expression, left, right })
    default:
      return folded({ ...expression, left, right })
  }
}

function simplifyCall(expression: Expression & { kind: 'call' }): Expression {
  const [first, second] = expression.arguments
  if (expression.function === 'orElse' && first !== undefined && second !== undefined) {
    if (isNull(first)) return second
    return first.isOptional ? expression : first
  }
  return folded(expression)
}

function simplifyComprehension(expression: Expression & { kind: 'comprehension' }): Expression {
  const { operation, over, body } = expression
  if (operation === 'exists' && isFalse(body)) return FALSE
  if (operation === 'all' && isTrue(body)) return TRUE
  if (operation === 'filter' && isTrue(body)) return over
  return expression
}

function isNull(expression: Expression): boolean {
  return expression.kind === 'literal' && expression.value === null
}

/** The value as a constant, at the place of the expression. */
export function literalLike({ type, span }: Expression, value: string | number | boolean | null): Expression {
  return build.literal(value, type, span)
}

/** Functions that depend on the time zone are evaluated at run time. */
const ZONED: ReadonlySet<string> = new Set([
  'year',
  'month',
  'day',
  'weekday',
  'hour',
  'minute',
  'startOfDay',
  'startOfMonth',
  'daysBetween',
  'monthsBetween',
  'yearsBetween',
  'date',
  'isWorkingDay',
  'isOpen',
])

/** Tells whether its value depends on the time zone. */
export function dependsOnTimeZone(expression: Expression): boolean {
  let isZoned = false
  visit(expression, (part) => (isZoned ||= isZonedItself(part)))
  return isZoned
}

function isZonedItself(part: Expression): boolean {
  return part.kind === 'call' && (ZONED.has(part.function) || part.arguments.some(isCalendarPeriod))
}

/** Evaluates an expression whose direct parts are all literals. */
function folded(expression: Expression): Expression {
  const parts =
    expression.kind === 'call'
      ? expression.arguments
      : expression.kind === 'binary'
        ? [expression.left, expression.right]
        : expression.kind === 'unary'
          ? [expression.operand]
          : expression.kind === 'lookup'
            ? [expression.of]
            : []
  if (parts.length === 0 || !parts.every(isKnownValue)) return expression
  if (isZonedItself(expression)) return expression
  const value: Value = compileExpression(expression)({ variables: new Map(), roles: new Set(), timeZone: UTC })
  if (typeof value === 'boolean') return value ? TRUE : FALSE
  return typeof value === 'object' && value !== null ? expression : literalLike(expression, value)
}

function isCalendarPeriod({ type }: Expression): boolean {
  return type.kind === 'calendar period' || type.kind === 'working time'
}

function isKnownValue(expression: Expression): boolean {
  return isKnownLiteral(expression) || (expression.kind === 'list' && expression.items.every(isKnownLiteral))
}

/** A local moment depends on the time zone. */
function isKnownLiteral(expression: Expression): boolean {
  return (
    expression.kind === 'literal' && !(expression.type.kind === 'timestamp' && typeof expression.value === 'string')
  )
}
