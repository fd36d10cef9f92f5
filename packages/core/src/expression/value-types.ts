// Types of values: constants, names in sentences, and compatibility.

import Big from 'big.js'
import type { Expression, GroupPart, ValueType } from './expression.ts'

export const TEXT: ValueType = { kind: 'text' }
export const INTEGER: ValueType = { kind: 'integer' }
export const DECIMAL: ValueType = { kind: 'decimal' }
/** A decimal that is answered as a JSON number. */
export const NUMBER: ValueType = { kind: 'decimal', isNumber: true }
export const BOOLEAN: ValueType = { kind: 'boolean' }
export const DATE: ValueType = { kind: 'date' }
export const TIME: ValueType = { kind: 'time' }
export const TIMESTAMP: ValueType = { kind: 'timestamp' }
export const DURATION: ValueType = { kind: 'duration' }
export const WORKING_TIME: ValueType = { kind: 'working time' }
export const CALENDAR: ValueType = { kind: 'calendar' }
export const CALENDAR_PERIOD: ValueType = { kind: 'calendar period' }
export const FILE: ValueType = { kind: 'file' }
export const OBJECT: ValueType = { kind: 'object' }
/** An answer that is an object in some cases, and anything else in others. */
export const ANSWERED: ValueType = { kind: 'object', isAny: true }
export const JSON_VALUE: ValueType = { kind: 'json' }

/** Objects, and lists of them: their only value is their JSON. */
export function isAnswered(type: ValueType): boolean {
  return type.kind === 'object' || (type.kind === 'list' && isAnswered(type.of))
}
export const EMPTY: ValueType = { kind: 'empty' }
export const UNKNOWN: ValueType = { kind: 'unknown' }

/** The type of `[]`: without items, it fits every list type. */
export function isEmptyList(type: ValueType): boolean {
  return type.kind === 'list' && type.of.kind === 'empty'
}

export const moneyIn = (currency: string | null): ValueType => ({ kind: 'money', currency })
export const periodOf = (of: 'date' | 'timestamp'): ValueType => ({ kind: 'period', of })

const WORDS: Readonly<
  Record<Exclude<ValueType['kind'], 'choice' | 'record' | 'list' | 'money' | 'period' | 'group' | 'map'>, string>
> = {
  text: 'a text',
  integer: 'a whole number',
  decimal: 'a decimal',
  boolean: 'yes or no',
  date: 'a date',
  time: 'a time',
  timestamp: 'a date and time',
  duration: 'a duration',
  'calendar period': 'a calendar period',
  'working time': 'working time',
  calendar: 'a calendar',
  file: 'a file',
  secret: 'a secret text',
  json: 'a JSON value',
  object: 'an object',
  empty: 'null',
  unknown: 'something unknown',
}

/** In a sentence: `a whole number`, `a User`, `a list of Comment`. */
export function typeInWords(type: ValueType): string {
  switch (type.kind) {
    case 'choice':
      return `one of ${type.values.join(', ')}`
    case 'record':
      return /^[AEIO]/.test(type.entity) ? `an ${type.entity}` : `a ${type.entity}`
    case 'list':
      if (isEmptyList(type)) return 'an empty list'
      return type.of.kind === 'record' ? `a list of ${type.of.entity}` : `a list, each ${typeInWords(type.of)}`
    case 'money':
      return type.currency === null ? 'money with a currency of its own' : `money in ${type.currency}`
    case 'period':
      return type.of === 'date' ? 'a period of dates' : 'a period of date and time'
    case 'map':
      return `a map, each value ${typeInWords(type.of)}`
    case 'group':
      return `an object with ${type.parts.map(({ name }) => name).join(', ')}`
    default:
      return WORDS[type.kind]
  }
}

/** At the start of a sentence. */
export function inWordsOfSentence(type: ValueType): string {
  const words = typeInWords(type)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export function sameType(a: ValueType, b: ValueType): boolean {
  if (a.kind !== b.kind) return false
  if (a.kind === 'choice' && b.kind === 'choice') {
    return a.values.length === b.values.length && a.values.every((value, index) => value === b.values[index])
  }
  if (a.kind === 'record' && b.kind === 'record') return a.entity === b.entity
  if (a.kind === 'list' && b.kind === 'list') return sameType(a.of, b.of)
  if (a.kind === 'money' && b.kind === 'money') return a.currency === b.currency
  if (a.kind === 'period' && b.kind === 'period') return a.of === b.of
  if (a.kind === 'map' && b.kind === 'map') return sameType(a.of, b.of)
  if (a.kind === 'group' && b.kind === 'group') return sameParts(a.parts, b.parts)
  return true
}

function sameParts(a: readonly GroupPart[], b: readonly GroupPart[]): boolean {
  return (
    a.length === b.length &&
    a.every((part, index) => {
      const other = b[index]
      return other?.name === part.name && other.isOptional === part.isOptional && sameType(other.type, part.type)
    })
  )
}

/** Types whose order is the same in JavaScript and PostgreSQL. */
export function isOrdered(type: ValueType): boolean {
  if (type.kind === 'money') return type.currency !== null
  return ['text', 'integer', 'decimal', 'date', 'time', 'timestamp', 'duration', 'choice'].includes(type.kind)
}

export function isNumber(type: ValueType): boolean {
  return type.kind === 'integer' || type.kind === 'decimal'
}

/** Exact decimals, including money in a fixed currency. */
export function isExact(type: ValueType): boolean {
  return type.kind === 'decimal' || (type.kind === 'money' && type.currency !== null)
}

/** Converts an integer to a decimal. The conversion is part of the expression, so both back ends do it. */
export function toDecimal(expression: Expression): Expression {
  const { span, isOptional } = expression
  if (expression.kind === 'literal' && typeof expression.value === 'number') {
    return { ...expression, type: DECIMAL, value: new Big(expression.value).toFixed() }
  }
  return { kind: 'call', function: 'decimal', arguments: [expression], type: DECIMAL, isOptional, span }
}

/**
 * Converts the expression to the type; null if impossible. Integers become decimals, a text literal becomes a choice
 * that contains it, and `null` fits every type; whether it is permitted is checked elsewhere.
 */
export function convertTo(expression: Expression, type: ValueType): Expression | null {
  const from = expression.type
  if (from.kind === 'unknown' || type.kind === 'unknown') return expression
  if (from.kind === 'empty') return { ...expression, type }
  if (type.kind === 'list' && isEmptyList(from)) return emptyListOf(expression, type)
  if (sameType(from, type)) return expression
  if (from.kind === 'integer' && type.kind === 'decimal') return toDecimal(expression)
  // Zero is zero in every currency.
  if (type.kind === 'money' && type.currency !== null && isLiteralZero(expression)) {
    return { kind: 'literal', value: '0', type, isOptional: false, span: expression.span }
  }
  if (from.kind === 'choice' && type.kind === 'text') return { ...expression, type }
  if (from.kind === 'choice' && type.kind === 'choice' && from.values.every((value) => type.values.includes(value))) {
    return { ...expression, type }
  }
  if (
    from.kind === 'text' &&
    type.kind === 'choice' &&
    expression.kind === 'literal' &&
    typeof expression.value === 'string'
  ) {
    return type.values.includes(expression.value) ? { ...expression, type } : null
  }
  if (from.kind === 'text' && type.kind === 'choice' && expression.kind === 'conditional')
    return convertBranches(expression, type)
  if (from.kind === 'list' && type.kind === 'list') return convertList(expression, type)
  if (type.kind === 'map' && isListOfPairs(from, type.of)) return mapOfPairs(expression, type)
  if ((type.kind === 'map' || type.kind === 'json') && isEmptyObject(expression)) return emptyObjectOf(expression, type)
  return null
}

/** `{}`: it fits maps and JSON values, and is an object everywhere else. */
export function isEmptyObject(expression: Expression): boolean {
  return expression.kind === 'object' && expression.entries.length === 0
}

/** As a value that can be kept: the map of no pairs. */
function emptyObjectOf({ span }: Expression, type: ValueType): Expression {
  const value = type.kind === 'map' ? type.of : TEXT
  const parts = [
    { name: 'key', type: TEXT, isOptional: false },
    { name: 'value', type: value, isOptional: false },
  ]
  const pairs: ValueType = { kind: 'list', of: { kind: 'group', parts } }
  return mapOfPairs({ kind: 'list', items: [], type: pairs, isOptional: false, span }, type)
}

/** `available > 0 ? "few" : "none"`: both branches become words of the choice. */
function convertBranches(expression: Expression & { kind: 'conditional' }, type: ValueType): Expression | null {
  const [then, otherwise] = [convertTo(expression.then, type), convertTo(expression.otherwise, type)]
  return then === null || otherwise === null ? null : { ...expression, type, then, otherwise }
}

/** The pairs of a sent map: objects with a `key` and a `value` of the type. */
function isListOfPairs(type: ValueType, of: ValueType): boolean {
  if (type.kind !== 'list' || type.of.kind !== 'group') return false
  const [key, value, ...others] = type.of.parts
  if (key?.name !== 'key' || value?.name !== 'value' || others.length > 0 || value.isOptional) return false
  return key.type.kind === 'text' && (sameType(value.type, of) || (value.type.kind === 'choice' && of.kind === 'text'))
}

/** The function that turns the pairs of a sent map into a map. Authors cannot write it. */
export const MAP_OF_PAIRS = 'map of pairs'

function mapOfPairs(expression: Expression, type: ValueType): Expression {
  const { span, isOptional } = expression
  return { kind: 'call', function: MAP_OF_PAIRS, arguments: [expression], type, isOptional, span }
}

function isLiteralZero(expression: Expression): boolean {
  return (
    expression.kind === 'literal' &&
    isNumber(expression.type) &&
    expression.constant === undefined &&
    Number(expression.value) === 0
  )
}

/** Such a value has no items, whatever expression it comes from. */
function emptyListOf(expression: Expression, type: ValueType): Expression {
  if (expression.kind !== 'conditional') return { ...expression, type }
  const [then, otherwise] = [emptyListOf(expression.then, type), emptyListOf(expression.otherwise, type)]
  return { ...expression, type, then, otherwise }
}

function convertList(expression: Expression, type: ValueType & { kind: 'list' }): Expression | null {
  if (expression.type.kind === 'list' && expression.type.of.kind === 'unknown') return expression
  if (expression.kind !== 'list') return null
  const items: Expression[] = []
  for (const item of expression.items) {
    const converted = convertTo(item, type.of)
    if (converted === null) return null
    items.push(converted)
  }
  return { ...expression, type, items }
}

/** Both expressions converted to one type; null if there is none. */
export function together(a: Expression, b: Expression): readonly [Expression, Expression] | null {
  const secondLike = convertTo(b, a.type)
  if (secondLike !== null && a.type.kind !== 'empty') return [a, secondLike]
  const firstLike = convertTo(a, b.type)
  return firstLike === null ? null : [firstLike, b]
}

/** As `together`, for comparisons only: two choices match if they share a word, a choice matches any text. */
export function togetherCompared(a: Expression, b: Expression): readonly [Expression, Expression] | null {
  const both = together(a, b)
  if (both !== null) return both
  const words = (expression: Expression) => (expression.type.kind === 'choice' ? expression.type.values : null)
  const first = words(a)
  const second = words(b)
  if (first !== null && second !== null && first.some((value) => second.includes(value))) {
    return [
      { ...a, type: TEXT },
      { ...b, type: TEXT },
    ]
  }
  return null
}

/** Tells whether the items of a list have no parts of their own. */
export function hasPlainItems({ type }: Expression): boolean {
  return type.kind === 'list' && !['group', 'json', 'record'].includes(type.of.kind)
}
