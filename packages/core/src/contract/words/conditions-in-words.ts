// A condition of the specification → words that a person reads who has never seen it. They are an aid, no
// definition: what has no plain words here is said in the author's own notation.

import type { Expression } from '../../expression/expression.ts'
import { printExpression } from '../../expression/syntax/print-expression.ts'
import { humanised } from '../../model/words.ts'

/** `“Assignee” is empty`; `constants`: how the author wrote each constant's value. */
export function conditionInWords(condition: Expression, constants: ReadonlyMap<string, string>): string {
  return words(condition, { constants, implicit: 'this' })
}

interface Telling {
  readonly constants: ReadonlyMap<string, string>
  /** The record that needs no naming here. */
  readonly implicit: string
}

function words(condition: Expression, telling: Telling): string {
  switch (condition.kind) {
    case 'binary':
      return binaryWords(condition, telling)
    case 'unary':
      return condition.operator === '!' ? negated(condition.operand, telling) : printExpression(condition)
    case 'comprehension':
      return comprehensionWords(condition, telling)
    case 'field':
      return condition.type.kind === 'boolean'
        ? `${thing(condition, telling)} is yes`
        : printExpression(condition, telling.implicit)
    case 'has role':
      return `you are ${condition.role}`
    default:
      return printExpression(condition, telling.implicit)
  }
}

type Of<Kind extends Expression['kind']> = Extract<Expression, { kind: Kind }>

const SPOKEN: Readonly<Record<string, string>> = { me: 'you', now: 'it', today: 'today' }

const RELATIONS: Readonly<Partial<Record<Of<'binary'>['operator'], string>>> = {
  '<': 'is before',
  '<=': 'is at latest',
  '>': 'is after',
  '>=': 'is at earliest',
}
const COMPARISONS: Readonly<Partial<Record<Of<'binary'>['operator'], string>>> = {
  '<': 'is less than',
  '<=': 'is at most',
  '>': 'is more than',
  '>=': 'is at least',
}

function binaryWords(condition: Of<'binary'>, telling: Telling): string {
  const { operator, left, right } = condition
  if (operator === '&&')
    return [left, right]
      .filter((part) => !isOnlyAGuard(part, condition))
      .map((part) => words(part, telling))
      .join(' and ')
  if (operator === '||') return `${words(left, telling)} or ${words(right, telling)}`
  const [a, b] = [thing(left, telling), thing(right, telling)]
  if (operator === '==' || operator === '!=') {
    const not = operator === '==' ? '' : 'not '
    if (isNull(right)) return operator === '==' ? `${a} is empty` : `${a} is not empty`
    return `${a} is ${not}${b}`
  }
  if (operator === 'in') return `${a} is one of ${b}`
  const isTime = left.type.kind === 'timestamp' || left.type.kind === 'date'
  const relation = (isTime ? RELATIONS : COMPARISONS)[operator]
  return relation === undefined ? printExpression(condition, telling.implicit) : `${a} ${relation} ${b}`
}

/** `resolvedAt != null` beside a use of `resolvedAt` says nothing that the use does not say. */
function isOnlyAGuard(part: Expression, whole: Of<'binary'>): boolean {
  if (part.kind !== 'binary' || part.operator !== '!=' || !isNull(part.right)) return false
  const other = part === whole.left ? whole.right : whole.left
  return printExpression(other).includes(printExpression(part.left))
}

function negated(operand: Expression, telling: Telling): string {
  if (operand.kind === 'field') return `${thing(operand, telling)} is no`
  if (operand.kind === 'comprehension' && operand.operation === 'exists')
    return `no ${itemWords(operand)} has ${bodyWords(operand, telling)}`
  return `it is not so that ${words(operand, telling)}`
}

function comprehensionWords(condition: Of<'comprehension'>, telling: Telling): string {
  if (condition.operation === 'exists')
    return `there is a ${itemWords(condition)} of which ${bodyWords(condition, telling)}`
  if (condition.operation === 'all') return `of every ${itemWords(condition)}, ${bodyWords(condition, telling)}`
  return printExpression(condition, telling.implicit)
}

function bodyWords({ body, variable }: Of<'comprehension'>, telling: Telling): string {
  return words(body, { ...telling, implicit: variable })
}

function itemWords({ over }: Of<'comprehension'>): string {
  return over.type.kind === 'list' && over.type.of.kind === 'record'
    ? lowerFirst(humanised(over.type.of.entity))
    : 'thing'
}

/** A value as the subject or object of a sentence. */
function thing(value: Expression, telling: Telling): string {
  if (value.kind === 'literal')
    return value.constant === undefined
      ? literalWords(value.value)
      : (telling.constants.get(value.constant) ?? value.constant)
  if (value.kind === 'variable') return SPOKEN[value.name] ?? (value.name === telling.implicit ? 'this' : value.name)
  if (value.kind === 'list') return value.items.map((item) => thing(item, telling)).join(', ')
  if (value.kind === 'field') {
    // Whose id it is, it is.
    if (value.field === 'id') return thing(value.of, telling)
    // As the screens label it.
    const name = `“${humanised(value.field)}”`
    if (value.of.kind === 'variable' && value.of.name === telling.implicit) return name
    return `${name} of ${thing(value.of, telling)}`
  }
  const [first, second] = value.kind === 'call' ? value.arguments : []
  if (
    value.kind === 'call' &&
    first !== undefined &&
    second !== undefined &&
    (value.function === 'plus' || value.function === 'minus')
  ) {
    return `${thing(second, telling)} ${value.function === 'plus' ? 'after' : 'before'} ${thing(first, telling)}`
  }
  return printExpression(value, telling.implicit)
}

function literalWords(value: string | number | boolean | null): string {
  if (value === null) return 'empty'
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value)
}

function isNull(value: Expression): boolean {
  return value.kind === 'literal' && value.value === null
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
