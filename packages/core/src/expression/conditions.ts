// Conditions combined from parts and simplified at construction: constant parts disappear, so that unconditional rights
// cost nothing in a statement.

import * as build from './build.ts'
import type { Expression } from './expression.ts'
import { BOOLEAN } from './value-types.ts'

export const TRUE: Expression = build.literal(true, BOOLEAN)
export const FALSE: Expression = build.literal(false, BOOLEAN)

export function isTrue(condition: Expression): boolean {
  return condition.kind === 'literal' && condition.value === true
}

export function isFalse(condition: Expression): boolean {
  return condition.kind === 'literal' && condition.value === false
}

export function allOf(conditions: readonly Expression[]): Expression {
  const parts = distinct(conditions.filter((condition) => !isTrue(condition)))
  if (parts.some(isFalse)) return FALSE
  return parts.reduce<Expression>((left, right) => (isTrue(left) ? right : build.binary('&&', left, right)), TRUE)
}

export function anyOf(conditions: readonly Expression[]): Expression {
  const parts = distinct(conditions.filter((condition) => !isFalse(condition)))
  if (parts.some(isTrue)) return TRUE
  return parts.reduce<Expression>((left, right) => (isFalse(left) ? right : build.binary('||', left, right)), FALSE)
}

export function notOf(condition: Expression): Expression {
  if (isTrue(condition)) return FALSE
  if (isFalse(condition)) return TRUE
  return build.not(condition)
}

/** The operands of a conjunction. */
export function conjuncts(condition: Expression): Expression[] {
  return condition.kind === 'binary' && condition.operator === '&&'
    ? partsOf(condition).flatMap(conjuncts)
    : [condition]
}

/** The same condition without the reader's rights: its caller need not be able to see the data that it uses. */
export function ofEverything(expression: Expression): Expression {
  return expression.kind === 'literal' || expression.kind === 'variable'
    ? expression
    : { ...expression, isOfEverything: true }
}

/** Removes duplicates. Two conditions are equal if they have the same meaning, wherever they stand in the text. */
function distinct(conditions: readonly Expression[]): Expression[] {
  const seen = new Set<string>()
  return conditions.filter((condition) => {
    const key = meaningKey(condition)
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}

/** Cached, because expressions are immutable and shared by many conditions. */
const meaningKeys = new WeakMap<Expression, string>()

/** Equal for equivalent expressions only. */
export function meaningKey(expression: Expression): string {
  const known = meaningKeys.get(expression)
  if (known !== undefined) return known
  const key = JSON.stringify(expression, (name, value) => (name === 'span' ? undefined : value))
  meaningKeys.set(expression, key)
  return key
}

/** Replaces a variable by another expression: `this` by `this.ticket`, for example. */
export function substitute(expression: Expression, name: string, replacement: Expression): Expression {
  const inside = (part: Expression): Expression => substitute(part, name, replacement)
  if (expression.kind === 'variable') return expression.name === name ? replacement : expression
  if (expression.kind !== 'comprehension') return mapParts(expression, inside)
  const over = inside(expression.over)
  if (expression.variable === name) return { ...expression, over }
  const { variable, body } = withFreshVariable(expression, replacement)
  return { ...expression, over, variable, body: inside(body) }
}

/** The same expression with changed direct parts. */
export function mapParts(expression: Expression, change: (part: Expression) => Expression): Expression {
  switch (expression.kind) {
    case 'literal':
    case 'records':
    case 'has role':
    case 'variable':
      return expression
    case 'field':
    case 'lookup':
    case 'shape':
      return { ...expression, of: change(expression.of) }
    case 'unary':
      return { ...expression, operand: change(expression.operand) }
    case 'binary':
      return { ...expression, left: change(expression.left), right: change(expression.right) }
    case 'conditional':
      return {
        ...expression,
        condition: change(expression.condition),
        then: change(expression.then),
        otherwise: change(expression.otherwise),
      }
    case 'list':
      return { ...expression, items: expression.items.map(change) }
    case 'call':
      return { ...expression, arguments: expression.arguments.map(change) }
    case 'comprehension':
      return { ...expression, over: change(expression.over), body: change(expression.body) }
    case 'object':
      return {
        ...expression,
        entries: expression.entries.map(({ condition, ...entry }) => ({
          ...entry,
          value: change(entry.value),
          ...(condition === undefined ? {} : { condition: change(condition) }),
        })),
      }
  }
}

/** Renames the variable of a comprehension if the replacement contains another one of that name. */
function withFreshVariable(
  comprehension: Extract<Expression, { kind: 'comprehension' }>,
  replacement: Expression,
): { variable: string; body: Expression } {
  const taken = variablesIn(replacement)
  if (!taken.has(comprehension.variable)) return comprehension
  let variable = comprehension.variable
  while (taken.has(variable)) variable += '_'
  const element = comprehension.over.type
  const type = element.kind === 'list' ? element.of : ({ kind: 'unknown' } as const)
  const renamed: Expression = build.variable(variable, type, comprehension.span)
  return { variable, body: substitute(comprehension.body, comprehension.variable, renamed) }
}

/** Every variable in an expression, including bound ones. */
export function variablesIn(expression: Expression): Set<string> {
  const names = new Set<string>()
  visit(expression, (part) => {
    if (part.kind === 'variable') names.add(part.name)
    if (part.kind === 'comprehension') names.add(part.variable)
  })
  return names
}

/** Calls `see` with the expression and all its parts, outer parts first. */
export function visit(expression: Expression, see: (part: Expression) => void): void {
  see(expression)
  for (const part of partsOf(expression)) visit(part, see)
}

/** The number of nodes. */
export function partsIn(expression: Expression): number {
  let parts = 0
  visit(expression, () => (parts += 1))
  return parts
}

/** The expressions directly inside. */
export function partsOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'literal':
    case 'records':
    case 'has role':
    case 'variable':
      return []
    case 'field':
    case 'lookup':
    case 'shape':
      return [expression.of]
    case 'unary':
      return [expression.operand]
    case 'binary':
      return [expression.left, expression.right]
    case 'conditional':
      return [expression.condition, expression.then, expression.otherwise]
    case 'list':
      return expression.items
    case 'call':
      return expression.arguments
    case 'comprehension':
      return [expression.over, expression.body]
    case 'object':
      return expression.entries.flatMap(({ value, condition }) =>
        condition === undefined ? [value] : [condition, value],
      )
  }
}
