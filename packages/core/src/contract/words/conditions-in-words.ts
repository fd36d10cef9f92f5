// A condition of the specification → words that a person reads who has never seen it. They are an aid, no
// definition: what has no plain words here is said in the author's own notation.

import type { Expression } from '../../expression/expression.ts'
import { printExpression } from '../../expression/syntax/print-expression.ts'
import type { Field } from '../../model/entities.ts'
import type { Model } from '../../model/model.ts'
import { humanised } from '../../model/words.ts'

type Named = Pick<Model, 'entities' | 'states' | 'limits'>

/** `“Assignee” is empty`, in the labels and constants of the text. */
export function conditionInWords(condition: Expression, model: Named): string {
  return words(condition, { model, implicit: 'this', notation: [] })
}

/** Null: it has no plain words, and what its author wrote reads like code. */
export function plainCondition(condition: Expression, model: Named): string | null {
  const notation: Expression[] = []
  const said = words(condition, { model, implicit: 'this', notation })
  return notation.length === 0 ? said : null
}

interface Telling {
  readonly model: Named
  /** Parts that are said in the author's own notation. */
  readonly notation: Expression[]
  /** The record that needs no naming here. */
  readonly implicit: string
}

function words(condition: Expression, telling: Telling): string {
  switch (condition.kind) {
    case 'binary':
      return binaryWords(condition, telling)
    case 'unary':
      return condition.operator === '!' ? negated(condition.operand, telling) : written(condition, telling)
    case 'comprehension':
      return comprehensionWords(condition, telling)
    case 'field':
      return condition.type.kind === 'boolean' ? `${thing(condition, telling)} is yes` : written(condition, telling)
    case 'has role':
      return `you are ${condition.role}`
    default:
      return written(condition, telling)
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
  const number = left.kind === 'call' && left.function === 'size' ? sizeWords(left, operator, right, telling) : null
  if (number !== null) return number
  const [a, b] = [thing(left, telling), valueOf(right, left, telling)]
  if (operator === '==' || operator === '!=') {
    const not = operator === '==' ? '' : 'not '
    if (isNull(right)) return operator === '==' ? `${a} is empty` : `${a} is not empty`
    return `${a} is ${not}${b}`
  }
  if (operator === 'in') return `${a} is one of ${b}`
  const isTime = left.type.kind === 'timestamp' || left.type.kind === 'date'
  const relation = (isTime ? RELATIONS : COMPARISONS)[operator]
  return relation === undefined ? written(condition, telling) : `${a} ${relation} ${b}`
}

/** `size(contacts) > 0`: there is something in “Contacts”. */
function sizeWords(
  size: Of<'call'>,
  operator: Of<'binary'>['operator'],
  than: Expression,
  telling: Telling,
): string | null {
  const [list] = size.arguments
  if (list?.kind !== 'field' || than.kind !== 'literal' || than.constant !== undefined) return null
  const isSome = (operator === '>' && than.value === 0) || (operator === '>=' && than.value === 1)
  const isNone = (operator === '==' && than.value === 0) || (operator === '<' && than.value === 1)
  if (isSome) return `${thing(list, telling)} is not empty`
  return isNone ? `${thing(list, telling)} is empty` : null
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
  return written(condition, telling)
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
    return value.constant === undefined ? literalWords(value.value) : constantOf(value.constant, telling)
  if (value.kind === 'variable') return SPOKEN[value.name] ?? (value.name === telling.implicit ? 'this' : value.name)
  if (value.kind === 'list') return value.items.map((item) => thing(item, telling)).join(', ')
  if (value.kind === 'field') {
    // The record with this id.
    if (value.field === 'id') return thing(value.of, telling)
    const name = `“${labelOf(value, telling.model)}”`
    if (value.of.kind === 'variable' && value.of.name === telling.implicit) return name
    return `${name} of ${thing(value.of, telling)}`
  }
  const [first, second] = value.kind === 'call' ? value.arguments : []
  if (value.kind === 'call' && value.function === 'size' && first?.kind === 'field')
    return `the number of ${thing(first, telling)}`
  if (
    value.kind === 'call' &&
    first !== undefined &&
    second !== undefined &&
    (value.function === 'plus' || value.function === 'minus')
  ) {
    return `${thing(second, telling)} ${value.function === 'plus' ? 'after' : 'before'} ${thing(first, telling)}`
  }
  return written(value, telling)
}

function written(value: Expression, telling: Telling): string {
  telling.notation.push(value)
  return printExpression(value, telling.implicit)
}

function constantOf(name: string, { model }: Telling): string {
  return model.limits.constants.find((constant) => constant.name === name)?.text ?? name
}

/** As the screens label it. */
function labelOf({ entity, field }: Of<'field'>, model: Named): string {
  return fieldOf(entity, field, model)?.label ?? humanised(field)
}

function fieldOf(entity: string, name: string, { entities }: Named): Field | null {
  const fields = entities.entities.find((each) => each.name === entity)?.fields
  return fields?.find((each) => each.name === name) ?? null
}

/** A word that a field is compared with, as people read it there. */
function valueOf(value: Expression, of: Expression, telling: Telling): string {
  if (value.kind === 'list') return value.items.map((item) => valueOf(item, of, telling)).join(', ')
  if (value.kind !== 'literal' || typeof value.value !== 'string' || of.kind !== 'field') return thing(value, telling)
  const type = fieldOf(of.entity, of.field, telling.model)?.type
  const labels =
    type?.kind === 'choice'
      ? type.labels
      : Object.fromEntries(
          telling.model.states.machines
            .filter(({ entity, field }) => entity === of.entity && field === of.field)
            .flatMap(({ states }) => states.map(({ name, label }) => [name, label ?? name])),
        )
  return labels?.[value.value] ?? thing(value, telling)
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
