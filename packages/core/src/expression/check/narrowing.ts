// Checked conditions → facts that hold under them. A fact is about a path, a variable and its fields,
// `this.assignee.name`, or about the text of another expression, `(this.lines.size())`. Its value is not empty or, for
// division, not zero. Facts only remove "may be empty"; they never change a value.

import * as build from '../build.ts'
import type { Expression } from '../expression.ts'
import { AT_KEY, jsonReadBy, keyIn, memberIn } from '../members.ts'
import { printExpression } from '../syntax/print-expression.ts'

/** `path` is not empty; `≠0 path` is not zero. Another expression stands there in brackets. */
export type Facts = ReadonlySet<string>

export const NOTHING_KNOWN: Facts = new Set()

/** The path of an expression, or null if it is not a path. */
export function pathOf(expression: Expression): string | null {
  if (expression.kind === 'variable') return expression.name
  if (expression.kind === 'field') {
    const before = pathOf(expression.of)
    return before === null ? null : `${before}.${expression.field}`
  }
  const json = jsonReadBy(expression)
  if (json !== null && expression.kind === 'call') {
    const before = pathOf(json)
    return before === null ? null : `${before}.${expression.function}()`
  }
  const named = keyIn(expression)
  if (named !== null) {
    const before = named.key.kind === 'literal' ? pathOf(named.of) : null
    return before === null || named.key.kind !== 'literal' ? null : `${before}.[${JSON.stringify(named.key.value)}]`
  }
  const member = memberIn(expression)
  if (member === null) return null
  const before = pathOf(member.of)
  return before === null ? null : `${before}.${member.name}`
}

/** The name of an expression in facts: equal expressions of one scope have the same value there. */
function nameInFacts(expression: Expression): string {
  return pathOf(expression) ?? `(${printExpression(expression, null)})`
}

export function isKnown(facts: Facts, expression: Expression): boolean {
  return facts.size > 0 && facts.has(nameInFacts(expression))
}

/**
 * Facts that hold in the steps below a condition, too. A step between may change a list or a number that an expression
 * is computed from, so only facts about paths do.
 */
export function lastingFacts(facts: Facts): Facts {
  return new Set([...facts].filter((fact) => !isOfExpression(fact)))
}

function isOfExpression(fact: string): boolean {
  return /^(≠0 )?\(/.test(fact)
}

export function isKnownNotZero(facts: Facts, expression: Expression): boolean {
  if (expression.kind === 'literal') return Number(expression.value) !== 0
  if (expression.kind === 'call' && expression.function === 'decimal' && expression.arguments[0] !== undefined) {
    return isKnownNotZero(facts, expression.arguments[0])
  }
  return facts.size > 0 && facts.has(nonZeroFact(nameInFacts(expression)))
}

/** The fact that the value of a path is not zero. */
export function nonZeroFact(path: string): string {
  return `≠0 ${path}`
}

export function both(a: Facts, b: Facts): Facts {
  return a.size === 0 ? b : b.size === 0 ? a : new Set([...a, ...b])
}

function shared(a: Facts, b: Facts): Facts {
  return new Set([...a].filter((fact) => b.has(fact)))
}

/** Facts if the condition has the given outcome. */
export function factsWhen(condition: Expression, outcome: boolean): Facts {
  switch (condition.kind) {
    case 'unary':
      return condition.operator === '!' ? factsWhen(condition.operand, !outcome) : NOTHING_KNOWN
    case 'binary':
      break
    default:
      return NOTHING_KNOWN
  }
  const { operator, left, right } = condition
  if (operator === '&&' || operator === '||') {
    const isBoth = (operator === '&&') === outcome
    return (isBoth ? both : shared)(factsWhen(left, outcome), factsWhen(right, outcome))
  }
  if (operator === '==' || operator === '!=') return factsOfEquality(left, right, (operator === '==') === outcome)
  if (operator === 'in') return outcome ? both(notEmpty(left), notEmptyAt(left, right)) : NOTHING_KNOWN
  if (['<', '<=', '>', '>='].includes(operator)) return factsOfOrder(operator, left, right, outcome)
  return NOTHING_KNOWN
}

function factsOfEquality(left: Expression, right: Expression, areEqual: boolean): Facts {
  const sides = [
    [left, right],
    [right, left],
  ] as const
  let known = NOTHING_KNOWN
  for (const [side, other] of sides) {
    const isNull = other.kind === 'literal' && other.value === null
    if (isNull && !areEqual) known = both(known, notEmpty(side))
    // A value that equals a non-empty one is not empty.
    if (!isNull && areEqual && !other.isOptional) known = both(known, notEmpty(side))
    if (isZero(other) && !areEqual) known = both(known, notZero(side))
    if (areEqual && other.kind === 'literal' && !isNull && !isZero(other)) known = both(known, notZero(side))
  }
  return known
}

function factsOfOrder(operator: string, left: Expression, right: Expression, outcome: boolean): Facts {
  const isStrict = operator === '<' || operator === '>'
  const bound = right.kind === 'literal' ? right : left.kind === 'literal' ? left : null
  const side = bound === right ? left : right
  if (bound === null || typeof bound.value === 'boolean' || bound.value === null) return NOTHING_KNOWN
  const limit = Number(bound.value)
  // Normalised to `side operator limit`, with sides and outcome swapped as needed.
  const isBelow = (operator.startsWith('<') === (bound === right)) === outcome
  const isStrictThen = isStrict === outcome
  const excludesZero = isBelow ? limit < 0 || (limit === 0 && isStrictThen) : limit > 0 || (limit === 0 && isStrictThen)
  return excludesZero ? notZero(side) : NOTHING_KNOWN
}

function isZero(expression: Expression): boolean {
  return (
    expression.kind === 'literal' &&
    expression.value !== null &&
    typeof expression.value !== 'boolean' &&
    expression.value !== '' &&
    Number(expression.value) === 0
  )
}

/** Facts about each item of a list: those of `filter(x, x.a != null)` have an `a`. */
export function factsOfItems(list: Expression, variable: string): Facts {
  if (list.kind !== 'comprehension' || list.operation !== 'filter') return NOTHING_KNOWN
  const facts = factsWhen(list.body, true)
  const renamed = [...(list.variable === variable ? facts : lastingFacts(facts))].map((fact) =>
    fact.replace(/^(≠0 )?([^.]+)/, (whole, sign = '', head) => (head === list.variable ? `${sign}${variable}` : whole)),
  )
  return both(new Set(renamed), factsOfItems(list.over, variable))
}

/** The path and all its prefixes are not empty. */
function notEmpty(expression: Expression): Facts {
  const known = new Set<string>()
  for (let step: Expression | null = expression; step !== null; step = ownerOf(step)) {
    if (step === expression || pathOf(step) !== null) known.add(nameInFacts(step))
  }
  return known
}

/** A value of a map is never empty, so an existing key has one. */
function notEmptyAt(key: Expression, of: Expression): Facts {
  if (of.type.kind !== 'map') return NOTHING_KNOWN
  return notEmpty(build.call(AT_KEY, [of, key], of.type.of, of.span, true))
}

function ownerOf(expression: Expression): Expression | null {
  if (expression.kind === 'field') return expression.of
  return memberIn(expression)?.of ?? keyIn(expression)?.of ?? jsonReadBy(expression)
}

function notZero(expression: Expression): Facts {
  const inner = expression.kind === 'call' && expression.function === 'decimal' ? expression.arguments[0] : expression
  return inner === undefined ? NOTHING_KNOWN : new Set([nonZeroFact(nameInFacts(inner))])
}
