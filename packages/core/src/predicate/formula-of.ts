// A typed condition → an equivalent formula, as far as it is analysed: states and choices, booleans, comparisons with
// constants, emptiness and roles. A relation between two values, or a condition on other records, becomes an opaque
// fact.

import * as build from '../expression/build.ts'
import { compareText } from '../expression/evaluate/comparison.ts'
import { substitute, visit } from '../expression/conditions.ts'
import type { Expression } from '../expression/expression.ts'
import { memberIn } from '../expression/members.ts'
import { simplify } from '../expression/simplify.ts'
import { isOrdered } from '../expression/value-types.ts'
import { alwaysHolds, canNeverHold } from './decide.ts'
import { all, any, isIn, not, type Formula } from './formula.ts'
import { knownOrder } from './order-of-moments.ts'
import { factOf, pairOf, roleSubject, subjectOf, type LimitsOfField } from './subjects.ts'
import { compared, complement, has, onlyEmpty, these, type Scalar, type ValueSet } from './value-set.ts'

export interface Reducing {
  readonly limits: LimitsOfField
  /** The expression of a computed field, over `this`. */
  readonly computed: (entity: string, field: string) => Expression | null
}

export const NOTHING_ELSE_KNOWN: Reducing = { limits: () => null, computed: () => null }

export function formulaOf(expression: Expression, reducing: Reducing): Formula {
  const inner = (part: Expression) => formulaOf(part, reducing)
  switch (expression.kind) {
    case 'literal':
      return expression.value === true
    case 'unary':
      return not(inner(expression.operand))
    case 'conditional':
      return either(inner(expression.condition), inner(expression.then), inner(expression.otherwise))
    case 'has role':
      return isIn(roleSubject(expression.role), these([true]))
    case 'binary':
      return formulaOfBinary(expression, reducing)
    case 'comprehension':
      return formulaOfComprehension(expression, reducing)
    case 'field': {
      const computed = reducing.computed(expression.entity, expression.field)
      if (computed !== null) return inner(substitute(computed, 'this', expression.of))
      return isYes(expression, reducing)
    }
    case 'call': {
      const [value, otherwise] = expression.arguments
      if (expression.function === 'orElse' && value !== undefined && otherwise !== undefined) {
        const isThere = isPresent(value, reducing)
        return either(isThere, inner({ ...value, isOptional: false }), inner(otherwise))
      }
      return isIn(factOf(expression), these([true]))
    }
    case 'variable':
      return isYes(expression, reducing)
    default:
      return isIn(factOf(expression), these([true]))
  }
}

function either(condition: Formula, then: Formula, otherwise: Formula): Formula {
  return any([all([condition, then]), all([not(condition), otherwise])])
}

function isYes(expression: Expression, reducing: Reducing): Formula {
  return about(expression, these([true]), reducing)
}

/** `expression` has one of these values. A path is empty if a part of it is. */
function about(expression: Expression, set: ValueSet, reducing: Reducing): Formula {
  const own = isIn(subjectOf(expression, reducing.limits), set)
  const owner = expression.kind === 'field' ? expression.of : (memberIn(expression)?.of ?? null)
  if (!expression.isOptional || owner === null || !owner.isOptional) return own
  const parent = isPresent(owner, reducing)
  return set.hasEmpty ? any([own, not(parent)]) : all([own, parent])
}

function isPresent(expression: Expression, reducing: Reducing): Formula {
  if (!expression.isOptional) return true
  const { domain } = subjectOf(expression, reducing.limits)
  return about(expression, complement(domain, onlyEmpty(domain)), reducing)
}

function formulaOfBinary(expression: Expression & { kind: 'binary' }, reducing: Reducing): Formula {
  const { operator, left, right } = expression
  switch (operator) {
    case '&&':
      return all([formulaOf(left, reducing), formulaOf(right, reducing)])
    case '||':
      return any([formulaOf(left, reducing), formulaOf(right, reducing)])
    case '!=':
      return not(equal(left, right, reducing))
    case '==':
      return equal(left, right, reducing)
    case 'in':
      return isOneOf(expression, left, right, reducing)
    case '<':
    case '<=':
    case '>':
    case '>=':
      return formulaOfOrder(operator, left, right, reducing)
    default:
      return isIn(factOf(expression), these([true]))
  }
}

function equal(left: Expression, right: Expression, reducing: Reducing): Formula {
  const literal = constantOf(right)
  if (literal !== undefined) return isEqualTo(left, literal, reducing)
  const other = constantOf(left)
  if (other !== undefined) return isEqualTo(right, other, reducing)
  if (left.type.kind === 'boolean' && !left.isOptional && !right.isOptional) {
    const [a, b] = [formulaOf(left, reducing), formulaOf(right, reducing)]
    return any([all([a, b]), all([not(a), not(b)])])
  }
  return isPaired(left, right, ['=='], reducing)
}

function isEqualTo(expression: Expression, value: Scalar | null, reducing: Reducing): Formula {
  if (value === null) {
    if (!expression.isOptional) return false
    return about(expression, onlyEmpty(subjectOf(expression, reducing.limits).domain), reducing)
  }
  if (expression.type.kind === 'boolean' && !expression.isOptional)
    return value === true ? formulaOf(expression, reducing) : not(formulaOf(expression, reducing))
  return satisfies(expression, '==', value, reducing)
}

const TURNED = { '<': '>', '<=': '>=', '>': '<', '>=': '<=', '==': '==' } as const
type Comparison = keyof typeof TURNED

function formulaOfOrder(
  operator: Exclude<Comparison, '=='>,
  left: Expression,
  right: Expression,
  reducing: Reducing,
): Formula {
  const literal = constantOf(right)
  if (literal !== undefined && literal !== null) return satisfies(left, operator, literal, reducing)
  const other = constantOf(left)
  if (other !== undefined && other !== null) return satisfies(right, TURNED[operator], other, reducing)
  return isPaired(left, right, operator.endsWith('=') ? ['==', operator.charAt(0)] : [operator], reducing)
}

/** A comparison with a constant: the values that satisfy it. */
function satisfies(expression: Expression, operator: Comparison, value: Scalar, reducing: Reducing): Formula {
  const [first, second] = expression.kind === 'call' ? expression.arguments : []
  if (expression.kind === 'call' && expression.function === 'decimal' && first !== undefined)
    return satisfies(first, operator, value, reducing)
  if (expression.kind === 'call' && expression.function === 'orElse' && first !== undefined && second !== undefined) {
    return either(
      isPresent(first, reducing),
      satisfies({ ...first, isOptional: false }, operator, value, reducing),
      satisfiesConstantly(second, operator, value, reducing),
    )
  }
  if (expression.kind === 'lookup') {
    const keys = expression.rows.filter((row) => outcome(row.value, operator, value, expression)).map(({ key }) => key)
    return about(expression.of, these(keys), reducing)
  }
  const { domain } = subjectOf(expression, reducing.limits)
  if (domain.kind === 'ordered') return about(expression, compared(domain, operator, value), reducing)
  if (operator === '==') return about(expression, these([value]), reducing)
  if (domain.all !== null)
    return about(expression, these(domain.all.filter((label) => outcome(label, operator, value, expression))), reducing)
  const right = build.literal(value, expression.type, expression.span)
  return isPaired(expression, right, operator.endsWith('=') ? ['==', operator.charAt(0)] : [operator], reducing)
}

function satisfiesConstantly(expression: Expression, operator: Comparison, value: Scalar, reducing: Reducing): Formula {
  const constant = constantOf(expression)
  if (constant === undefined || constant === null) return satisfies(expression, operator, value, reducing)
  return outcome(constant, operator, value, expression)
}

/** Both are constants. */
function outcome(a: Scalar, operator: Comparison, b: Scalar, { type }: Expression): boolean {
  const domain = { kind: 'ordered' as const, type, isWhole: false }
  if (isOrdered(type) || operator !== '==') return has(domain, compared(domain, operator, b), a)
  return typeof a === 'string' && typeof b === 'string' ? compareText(a, b) === 0 : a === b
}

/** Two values of which only the result of their comparison is known. An empty value equals none. */
function isPaired(left: Expression, right: Expression, outcomes: readonly string[], reducing: Reducing): Formula {
  const known = knownOrder(left, right)
  if (known !== null) {
    const isEver = known.some((outcome) => outcomes.includes(outcome))
    const isAlways = known.every((outcome) => outcomes.includes(outcome))
    if (!isEver) return false
    if (isAlways) return all([isPresent(left, reducing), isPresent(right, reducing)])
  }
  const { subject, isTurned, isSame } = pairOf(left, right, isOrdered(left.type))
  if (isSame) return outcomes.includes('==') ? isPresent(left, reducing) : false
  const labels = isTurned ? outcomes.map((label) => (label === '<' ? '>' : label === '>' ? '<' : label)) : outcomes
  return all([isIn(subject, these(labels)), isPresent(left, reducing), isPresent(right, reducing)])
}

function isOneOf(expression: Expression, left: Expression, right: Expression, reducing: Reducing): Formula {
  const constants = right.kind === 'list' ? right.items.map(constantOf) : [undefined]
  if (constants.every((constant) => constant !== undefined && constant !== null)) {
    return any(constants.map((constant) => isEqualTo(left, constant as Scalar, reducing)))
  }
  return isIn(factOf(expression), these([true]))
}

/** If no item can match, none exists; if all match, all do. Otherwise the list is an opaque fact. */
function formulaOfComprehension(expression: Expression & { kind: 'comprehension' }, reducing: Reducing): Formula {
  const body =
    expression.operation === 'exists' || expression.operation === 'exists_one' || expression.operation === 'all'
      ? formulaOf(expression.body, reducing)
      : true
  if (expression.operation === 'all' && alwaysHolds(body)) return true
  if (expression.operation !== 'all' && canNeverHold(body)) return false
  return isIn(factOf(expression), these([true]))
}

/** The value of a constant expression; undefined if it is not constant. */
export function constantOf(expression: Expression): Scalar | null | undefined {
  if (expression.kind === 'literal') return expression.value
  if (expression.kind === 'variable' || expression.kind === 'field') return undefined
  let isConstant = true
  visit(expression, (part) => {
    if (!CONSTANT_PARTS.includes(part.kind)) isConstant = false
  })
  if (!isConstant) return undefined
  const simplified = simplify(expression)
  return simplified.kind === 'literal' ? simplified.value : undefined
}

const CONSTANT_PARTS: readonly Expression['kind'][] = ['literal', 'unary', 'binary', 'call', 'lookup']
