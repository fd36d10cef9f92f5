// A word in a cell → a value of a field: `normal`, `yes`, `3`, `2026-01-31`, `7 days`. Used for defaults and tables of
// records.

import type { ValueSentence } from '../../diagnostic/registry.ts'
import * as build from '../../expression/build.ts'
import { amountText } from '../../expression/evaluate/arithmetic.ts'
import { isValidDate } from '../../expression/calendar.ts'
import type { Expression, ValueType } from '../../expression/expression.ts'
import type { CheckedFieldType } from '../../model/entities.ts'
import { CURRENCIES, currencyPlaces, placesOf } from '../../model/currencies.ts'
import { jsonOfText, mapOfText } from '../../expression/json-text.ts'
import { textFormatOf } from '../../model/text-formats.ts'
import type { Span } from '../../text/source.ts'
import { amountOf } from '../limits/amounts.ts'

export type LiteralValue = string | number | boolean | null

export type ReadLiteral =
  | { readonly value: LiteralValue; readonly problem: null }
  | { readonly value: null; readonly problem: ValueSentence; readonly known: readonly string[] }

const TIME = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/
const DATE_AND_TIME = /^(\d{4}-\d\d-\d\d)[T ]((?:[01]\d|2[0-3]):[0-5]\d)(:[0-5]\d(?:\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)?$/

/** An empty text has no value. `states`: those of a state field. */
export function readLiteral(text: string, type: CheckedFieldType, states: readonly string[]): ReadLiteral {
  if (text === '') return { value: null, problem: null }
  switch (type.kind) {
    case 'yes/no':
      return text === 'yes' || text === 'no' ? valued(text === 'yes') : wrong(['not yes or no', text], ['yes', 'no'])
    case 'sequence':
      return type.format === null ? wholeNumber(text) : valued(withoutQuotes(text))
    case 'whole number':
    case 'version':
      return wholeNumber(text)
    case 'money':
      return moneyOf(text, type)
    case 'decimal':
      if (placesOf(text) > type.places) return wrong(['too many places', text, counted(type.places)])
      return /^-?\d+(\.\d+)?$/.test(text) ? valued(text) : wrong(['not a number', text])
    case 'percent':
      return /^-?\d+(\.\d+)?$/.test(text) ? valued(text) : wrong(['not a number', text])
    case 'choice':
      return type.values.includes(text) ? valued(text) : wrong(['not a choice', text], type.values)
    case 'choices': {
      const unknown = text.split(',').find((word) => !type.values.includes(word.trim()))
      return unknown === undefined ? valued(text) : wrong(['not a choice', unknown.trim()], type.values)
    }
    case 'period':
      return periodOf(text, type.of)
    case 'json':
      return jsonOfText(text) === undefined ? wrong(['not JSON', text]) : valued(text)
    case 'map':
      return isMap(text, type) ? valued(text) : wrong(['not a map', text])
    case 'file':
      return wrong(['file uploaded'])
    case 'state':
      return states.includes(text) ? valued(text) : wrong(['not a state', text], states)
    case 'date':
      return isDate(text) ? valued(text) : wrong(['not a date', text])
    case 'time':
      return TIME.test(text) ? valued(text.length === 5 ? `${text}:00` : text) : wrong(['not a time', text])
    case 'date and time':
      return isMoment(text) ? valued(text) : wrong(['not a date and time', text])
    case 'duration': {
      const amount = amountOf(text)
      return amount?.type.kind === 'duration' ? valued(Number(amount.value)) : wrong(['not a duration', text])
    }
    default: {
      const [value, format] = [withoutQuotes(text), textFormatOf(type.kind)]
      return format === null || format.fits(value) ? valued(value) : wrong(['not of the format', text, format.words])
    }
  }
}

/** The value, as an expression. */
export function literalOf(value: LiteralValue, { kind }: CheckedFieldType, type: ValueType, span: Span): Expression {
  const known = kind === 'date and time' && typeof value === 'string' ? momentOf(value) : value
  return build.literal(known, type, span)
}

/** True for an existing day: never 30 February. */
function isDate(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && isValidDate(text)
}

function isMoment(text: string): boolean {
  return isDate(DATE_AND_TIME.exec(text)?.[1] ?? '')
}

/**
 * The value of a moment: milliseconds if it has an offset, else `2026-01-31 09:00:00` in the application's time zone.
 */
function momentOf(text: string): number | string {
  const [, day = '', minutes = '', seconds = ':00', offset] = DATE_AND_TIME.exec(text) ?? []
  const clock = `${day} ${minutes}${seconds}`
  return offset === undefined ? clock : Date.parse(`${clock.replace(' ', 'T')}${offset}`)
}

/** The amount in the field's own currency, or with the one that it names or that point 9 states. */
function moneyOf(text: string, { currency, supplied }: Extract<CheckedFieldType, { kind: 'money' }>): ReadLiteral {
  const [, amount, named] = /^(-?\d+(?:\.\d+)?)(?: ([A-Z]{3}))?$/.exec(text) ?? []
  if (amount === undefined) return wrong(['not an amount', text])
  const code = named ?? currency ?? supplied
  if (code === undefined) return wrong(['missing currency'])
  if (currency !== null && code !== currency) return wrong(['other currency', currency, code])
  const places = currencyPlaces(code)
  if (places === null) return wrong(['not a currency', code], CURRENCIES)
  if (placesOf(amount) > places) return wrong(['too many places of a currency', code, counted(places)])
  return valued(currency === null ? `${amountText(amount, places)} ${code}` : amount)
}

function counted(places: number): string {
  return places === 1 ? '1 decimal place' : `${places} decimal places`
}

/** `2026-01-01 to 2026-02-01`: the end is later, and exclusive. */
function periodOf(text: string, of: 'date' | 'date and time'): ReadLiteral {
  const isEnd = of === 'date' ? isDate : isMoment
  const [start = '', end = '', ...more] = text.split(' to ')
  if (!isEnd(start) || !isEnd(end) || more.length > 0) return wrong(['not a period', text])
  return start < end ? valued(text) : wrong(['period ends first'])
}

function isMap(text: string, { item }: Extract<CheckedFieldType, { kind: 'map' }>): boolean {
  let isOfType = true
  const map = mapOfText(text, (value) => {
    const read = readLiteral(value, item, [])
    isOfType &&= read.problem === null
    return read.value
  })
  return map !== undefined && isOfType
}

function wholeNumber(text: string): ReadLiteral {
  const value = Number(text)
  return /^-?\d+$/.test(text) && Number.isSafeInteger(value) ? valued(value) : wrong(['not a whole number', text])
}

function withoutQuotes(text: string): string {
  return /^".*"$/s.test(text) ? text.slice(1, -1) : text
}

function valued(value: LiteralValue): ReadLiteral {
  return { value, problem: null }
}

function wrong(problem: ValueSentence, known: readonly string[] = []): ReadLiteral {
  return { value: null, problem, known }
}
