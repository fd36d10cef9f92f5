// A condition of the specification → words for a person who has never seen it. They explain it without being exact;
// parts without plain words keep the author's notation.

import type { Expression } from '../../expression/expression.ts'
import { withinIn } from '../../expression/is-within.ts'
import { printExpression } from '../../expression/syntax/print-expression.ts'
import type { Field } from '../../model/entities.ts'
import type { Model } from '../../model/model.ts'
import { humanised } from '../../model/words.ts'
import { type Comparison, CONDITION_PHRASES, type ConditionPhrases } from './condition-phrases.ts'
import type { SuppliedLanguage } from './supplied-languages.ts'

type Named = Pick<Model, 'entities' | 'states' | 'limits'>

/** `“Assignee” is empty`, in English, with the labels and constants of the text. */
export function conditionInWords(condition: Expression, model: Named): string {
  return words(condition, { model, implicit: 'this', notation: [], phrases: CONDITION_PHRASES.en })
}

/** A condition in each language that the product speaks. */
export type ConditionInLanguages = Readonly<Record<SuppliedLanguage, string>>

/** Null: the condition has no plain words, and its author's notation reads like code. */
export function plainCondition(condition: Expression, model: Named): ConditionInLanguages | null {
  const notation: Expression[] = []
  const inLanguage = (phrases: ConditionPhrases) => words(condition, { model, implicit: 'this', notation, phrases })
  const said = { en: inLanguage(CONDITION_PHRASES.en), de: inLanguage(CONDITION_PHRASES.de) }
  return notation.length === 0 ? said : null
}

interface Telling {
  readonly model: Named
  /** Parts in the author's notation. */
  readonly notation: Expression[]
  /** The record that need not be named. */
  readonly implicit: string
  readonly phrases: ConditionPhrases
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
      return condition.type.kind === 'boolean' ? isSaid(condition, 'yes', telling) : written(condition, telling)
    case 'has role':
      return telling.phrases.hasRole(condition.role)
    case 'call': {
      const within = withinIn(condition)
      if (within === null) return written(condition, telling)
      return telling.phrases.isWithin(thing(within.record, telling), thing(within.above, telling))
    }
    default:
      return written(condition, telling)
  }
}

type Of<Kind extends Expression['kind']> = Extract<Expression, { kind: Kind }>

const TIMES: Readonly<Partial<Record<Of<'binary'>['operator'], Comparison>>> = {
  '<': 'before',
  '<=': 'at latest',
  '>': 'after',
  '>=': 'at earliest',
}
const AMOUNTS: Readonly<Partial<Record<Of<'binary'>['operator'], Comparison>>> = {
  '<': 'less',
  '<=': 'at most',
  '>': 'more',
  '>=': 'at least',
}

function isSaid(field: Of<'field'>, answer: 'yes' | 'no', telling: Telling): string {
  return telling.phrases.is(thing(field, telling), telling.phrases[answer], false)
}

function binaryWords(condition: Of<'binary'>, telling: Telling): string {
  const { operator, left, right } = condition
  const { phrases } = telling
  if (operator === '&&')
    return [left, right]
      .filter((part) => !isOnlyAGuard(part, condition))
      .map((part) => words(part, telling))
      .join(phrases.and)
  if (operator === '||') return `${words(left, telling)}${phrases.or}${words(right, telling)}`
  const number = left.kind === 'call' && left.function === 'size' ? sizeWords(left, operator, right, telling) : null
  if (number !== null) return number
  const [a, b] = [thing(left, telling), valueOf(right, left, telling)]
  if (operator === '==' || operator === '!=') {
    if (isNull(right)) return operator === '==' ? phrases.isEmpty(a) : phrases.isNotEmpty(a)
    return (operator === '==' ? phrases.is : phrases.isNot)(a, b, isMe(right))
  }
  if (operator === 'in') return phrases.isOneOf(a, b)
  const isTime = left.type.kind === 'timestamp' || left.type.kind === 'date'
  const comparison = (isTime ? TIMES : AMOUNTS)[operator]
  return comparison === undefined ? written(condition, telling) : phrases.compared(a, comparison, b)
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
  if (isSome) return telling.phrases.isNotEmpty(thing(list, telling))
  return isNone ? telling.phrases.isEmpty(thing(list, telling)) : null
}

/** `resolvedAt != null` next to a use of `resolvedAt` adds nothing for a reader. */
function isOnlyAGuard(part: Expression, whole: Of<'binary'>): boolean {
  if (part.kind !== 'binary' || part.operator !== '!=' || !isNull(part.right)) return false
  const other = part === whole.left ? whole.right : whole.left
  return printExpression(other).includes(printExpression(part.left))
}

function negated(operand: Expression, telling: Telling): string {
  if (operand.kind === 'field') return isSaid(operand, 'no', telling)
  if (operand.kind === 'comprehension' && operand.operation === 'exists')
    return telling.phrases.none(itemWords(operand, telling), bodyWords(operand, telling))
  return telling.phrases.not(words(operand, telling))
}

function comprehensionWords(condition: Of<'comprehension'>, telling: Telling): string {
  if (condition.operation === 'exists')
    return telling.phrases.some(itemWords(condition, telling), bodyWords(condition, telling))
  if (condition.operation === 'all')
    return telling.phrases.every(itemWords(condition, telling), bodyWords(condition, telling))
  return written(condition, telling)
}

function bodyWords({ body, variable }: Of<'comprehension'>, telling: Telling): string {
  return words(body, { ...telling, implicit: variable })
}

function itemWords({ over }: Of<'comprehension'>, { phrases }: Telling): string {
  return over.type.kind === 'list' && over.type.of.kind === 'record'
    ? phrases.noun(humanised(over.type.of.entity))
    : phrases.item
}

/** A value as the subject or object of a sentence. */
function thing(value: Expression, telling: Telling): string {
  const { phrases } = telling
  if (value.kind === 'literal')
    return value.constant === undefined ? literalWords(value.value, phrases) : constantOf(value.constant, telling)
  if (value.kind === 'variable') {
    if (value.name === 'me' || value.name === 'now' || value.name === 'today') return phrases[value.name]
    return value.name === telling.implicit ? phrases.this : value.name
  }
  if (value.kind === 'list') return value.items.map((item) => thing(item, telling)).join(', ')
  if (value.kind === 'field') {
    // The record with this id.
    if (value.field === 'id') return thing(value.of, telling)
    const name = phrases.quoted(labelOf(value, telling.model))
    if (value.of.kind === 'variable' && value.of.name === telling.implicit) return name
    return phrases.partOf(name, thing(value.of, telling))
  }
  const [first, second] = value.kind === 'call' ? value.arguments : []
  if (value.kind === 'call' && value.function === 'size' && first?.kind === 'field')
    return phrases.numberOf(thing(first, telling))
  if (
    value.kind === 'call' &&
    first !== undefined &&
    second !== undefined &&
    (value.function === 'plus' || value.function === 'minus')
  ) {
    return (value.function === 'plus' ? phrases.later : phrases.earlier)(thing(second, telling), thing(first, telling))
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

/** Its label on screens. */
function labelOf({ entity, field }: Of<'field'>, model: Named): string {
  return fieldOf(entity, field, model)?.label ?? humanised(field)
}

function fieldOf(entity: string, name: string, { entities }: Named): Field | null {
  const fields = entities.entities.find((each) => each.name === entity)?.fields
  return fields?.find((each) => each.name === name) ?? null
}

/** A value that a field is compared with, by its label. */
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

function literalWords(value: string | number | boolean | null, phrases: ConditionPhrases): string {
  if (value === null) return phrases.empty
  return typeof value === 'boolean' ? (value ? phrases.yes : phrases.no) : String(value)
}

function isNull(value: Expression): boolean {
  return value.kind === 'literal' && value.value === null
}

/** The caller, or the caller's key. */
function isMe(value: Expression): boolean {
  if (value.kind === 'field' && value.field === 'id') return isMe(value.of)
  return value.kind === 'variable' && value.name === 'me'
}
