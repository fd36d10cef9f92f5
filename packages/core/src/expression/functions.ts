// The library: every function with its parameters and result. It is closed. Each entry has an implementation in
// evaluate-functions.ts and one in plan/sql/function-sql.ts, which the agreement test compares; functions that cannot
// be total, or cannot agree, are excluded. `x.lower()` and `lower(x)` are the same. Closed table: exempt from the size
// limit.

import { workingTimeOf } from './business-calendar.ts'
import { DAY_MS } from './calendar.ts'
import type { Expression, ValueType } from './expression.ts'
import { PATTERN_OF_DAY, PATTERN_OF_MOMENT } from './written-times.ts'
import {
  isExact,
  BOOLEAN,
  DATE,
  DECIMAL,
  DURATION,
  INTEGER,
  JSON_VALUE,
  NUMBER,
  TEXT,
  TIMESTAMP,
} from './value-types.ts'

export interface Parameter {
  /** In words, for "takes …". */
  readonly words: string
  readonly accepts: (type: ValueType) => boolean
  /** Integers are converted to decimals. */
  readonly widens?: boolean
  /** The argument may be empty. */
  readonly mayBeEmpty?: boolean
  /** The argument must be a literal (or a constant) that satisfies this; `isAnyKnown`: or one of several that do. */
  readonly literal?: {
    readonly words: string
    readonly holds: (value: string | number | boolean) => boolean
    readonly isAnyKnown?: true
  }
}

export interface Overload {
  readonly parameters: readonly Parameter[]
  readonly result: ValueType | ((used: readonly Expression[]) => ValueType)
  /** The result may be empty for non-empty arguments. */
  readonly mayGiveEmpty?: boolean
  /** Empty for empty arguments only. */
  readonly keepsEmpty?: true
  /** Empty if the last argument, and all before it, are empty. */
  readonly isEmptyLast?: true
  /** The arguments must have a common type. */
  readonly isUniform?: boolean
}

const one = (words: string, ...kinds: ValueType['kind'][]): Parameter => ({
  words,
  accepts: (type) => kinds.includes(type.kind),
})
const listOf = (words: string, ...kinds: ValueType['kind'][]): Parameter => ({
  words,
  accepts: (type) => type.kind === 'list' && (kinds.length === 0 || kinds.includes(type.of.kind)),
})

/** Of records, an answer has what is mapped from them. */
const valuesOrObjects: Parameter = {
  words: 'a list of values or objects, as records.map(r, …) makes it',
  accepts: (type) => type.kind === 'list' && !['record', 'unknown', 'empty'].includes(type.of.kind),
}

const text = one('a text', 'text', 'choice')
const integer = one('a whole number', 'integer')
const decimal: Parameter = { ...one('a number', 'decimal'), widens: true }
const date = one('a date', 'date')
const timestamp = one('a date and time', 'timestamp')
const duration = one('a duration', 'duration')
const calendarPeriod = one('a calendar period', 'calendar period')
/** Moves are computed with all of its calendar, so its amounts stand in the text. */
const workingTime: Parameter = {
  ...one('working time', 'working time'),
  literal: { words: 'a constant of working time, or a lookup of nothing else', holds: () => true, isAnyKnown: true },
}
const workingDays: Parameter = {
  ...workingTime,
  literal: {
    words: 'a constant of working days, or a lookup of nothing else, as a date has no hours',
    holds: (value) => workingTimeOf(String(value)).unit === 'days',
    isAnyKnown: true,
  },
}
const calendar: Parameter = {
  ...one('a calendar', 'calendar'),
  literal: { words: 'a calendar of point 9, by its name', holds: () => true },
}
const money: Parameter = {
  words: 'money in one currency',
  accepts: (type) => type.kind === 'money' && type.currency !== null,
}
const map = one('a map', 'map')
const json: Parameter = { ...one('a JSON value', 'json'), mayBeEmpty: true }
const periodOfDates: Parameter = {
  words: 'a period of dates',
  accepts: (type) => type.kind === 'period' && type.of === 'date',
}
const periodOfMoments: Parameter = {
  words: 'a period of date and time',
  accepts: (type) => type.kind === 'period' && type.of === 'timestamp',
}
const either = (words: string, ...parameters: readonly Parameter[]): Parameter => ({
  words,
  accepts: (type) => parameters.some(({ accepts }) => accepts(type)),
})
const listed = (words: string, items: Parameter): Parameter => ({
  words,
  accepts: (type) => type.kind === 'list' && items.accepts(type.of),
})
const measure = either(
  'a number, amount, date, time or duration',
  one('', 'integer', 'decimal', 'date', 'time', 'timestamp', 'duration'),
  money,
)
const measures = listed(
  'a list of numbers, amounts, dates, times, durations or texts',
  either('', measure, one('', 'text')),
)
const sums = listed(
  'a list of numbers, amounts or durations',
  either('', one('', 'integer', 'decimal', 'duration'), money),
)
const averaged = listed('a list of numbers or amounts', either('', one('', 'integer', 'decimal'), money))
const places: Parameter = {
  ...integer,
  literal: {
    words: 'a whole number from 0 to 20',
    holds: (value) => typeof value === 'number' && value >= 0 && value <= 20,
  },
}
export function isWholeDays(value: string | number | boolean): boolean {
  return typeof value === 'number' && value % DAY_MS === 0
}

const wholeDays: Parameter = {
  ...duration,
  literal: {
    words: 'a constant of whole days, or a lookup of nothing else, as a date has no hours',
    holds: isWholeDays,
    isAnyKnown: true,
  },
}
const written = (words: string, pattern: RegExp): Parameter => ({
  ...one('a text', 'text'),
  literal: { words, holds: (value) => typeof value === 'string' && pattern.test(value) },
})

const typeOfFirst = (used: readonly Expression[]): ValueType => used[0]?.type ?? TEXT
const itemOfFirst = (used: readonly Expression[]): ValueType => {
  const type = typeOfFirst(used)
  return type.kind === 'list' ? type.of : type
}

const pairsOfFirst = (used: readonly Expression[]): ValueType => {
  const type = typeOfFirst(used)
  const value = type.kind === 'map' ? type.of : type
  const parts = [
    { name: 'key', type: TEXT, isOptional: false },
    { name: 'value', type: value, isOptional: false },
  ]
  return { kind: 'list', of: { kind: 'group', parts } }
}

/** For integers the result is a decimal. */
const averageOfFirst = (used: readonly Expression[]): ValueType => {
  const item = itemOfFirst(used)
  return isExact(item) ? item : DECIMAL
}

export const FUNCTIONS: Readonly<Record<string, readonly Overload[]>> = {
  lower: [{ parameters: [text], result: TEXT }],
  upper: [{ parameters: [text], result: TEXT }],
  trim: [{ parameters: [text], result: TEXT }],
  startsWith: [{ parameters: [text, text], result: BOOLEAN }],
  endsWith: [{ parameters: [text, text], result: BOOLEAN }],
  /** One text in another, or a moment or period within a period. */
  contains: [
    { parameters: [text, text], result: BOOLEAN },
    { parameters: [periodOfDates, date], result: BOOLEAN },
    { parameters: [periodOfMoments, timestamp], result: BOOLEAN },
    { parameters: [periodOfDates, periodOfDates], result: BOOLEAN },
    { parameters: [periodOfMoments, periodOfMoments], result: BOOLEAN },
  ],
  /**
   * Tells whether two periods have a moment in common. A period that ends at ten does not overlap one that begins at
   * ten.
   */
  overlaps: [
    { parameters: [periodOfDates, periodOfDates], result: BOOLEAN },
    { parameters: [periodOfMoments, periodOfMoments], result: BOOLEAN },
  ],
  /** Characters of a text (code points), or items of a list. */
  size: [
    { parameters: [text], result: INTEGER },
    { parameters: [listOf('a list')], result: INTEGER },
    { parameters: [map], result: INTEGER },
  ],
  /** The keys and values of a map, by key. */
  pairs: [{ parameters: [{ ...map, mayBeEmpty: true }], result: pairsOfFirst }],
  /** The text of a JSON value; empty if it is anything else. */
  asText: [{ parameters: [json], result: TEXT, mayGiveEmpty: true }],
  /** The number of a JSON value, or of a text in the form `-12.50`; empty if it is anything else. */
  asNumber: [
    { parameters: [json], result: DECIMAL, mayGiveEmpty: true },
    { parameters: [{ ...text, mayBeEmpty: true }], result: DECIMAL, mayGiveEmpty: true },
  ],
  /** Yes or no of a JSON value; empty if it is anything else. */
  asYesNo: [{ parameters: [json], result: BOOLEAN, mayGiveEmpty: true }],
  /** The items of a JSON value; an empty list for other values. */
  asList: [{ parameters: [json], result: { kind: 'list', of: JSON_VALUE } }],
  string: [
    {
      parameters: [
        one(
          'a text, number, date, time, date and time, or yes or no',
          'text',
          'choice',
          'integer',
          'decimal',
          'boolean',
          'date',
          'time',
          'timestamp',
        ),
      ],
      result: TEXT,
    },
  ],

  /** Half away from zero. */
  round: [
    { parameters: [decimal, places], result: DECIMAL },
    { parameters: [decimal], result: INTEGER },
    { parameters: [money, places], result: typeOfFirst },
  ],
  abs: [
    { parameters: [integer], result: INTEGER },
    { parameters: [one('a decimal', 'decimal')], result: DECIMAL },
    { parameters: [duration], result: DURATION },
    { parameters: [money], result: typeOfFirst },
  ],
  /** Division with an empty result for a zero divisor. */
  div: [
    { parameters: [integer, integer], result: INTEGER, mayGiveEmpty: true },
    { parameters: [decimal, decimal], result: DECIMAL, mayGiveEmpty: true },
    { parameters: [money, decimal], result: typeOfFirst, mayGiveEmpty: true },
    { parameters: [money, money], result: DECIMAL, mayGiveEmpty: true, isUniform: true },
  ],
  min: [
    { parameters: [measure, measure], result: typeOfFirst, isUniform: true },
    { parameters: [measures], result: itemOfFirst, mayGiveEmpty: true },
  ],
  max: [
    { parameters: [measure, measure], result: typeOfFirst, isUniform: true },
    { parameters: [measures], result: itemOfFirst, mayGiveEmpty: true },
  ],
  sum: [{ parameters: [sums], result: itemOfFirst }],
  /** Concatenates texts with a separator. */
  join: [{ parameters: [listOf('a list of texts', 'text', 'choice'), text], result: TEXT }],
  avg: [{ parameters: [averaged], result: averageOfFirst, mayGiveEmpty: true }],
  /** The first items, up to a number; without a number, the first item itself. */
  first: [
    { parameters: [listOf('a list'), integer], result: typeOfFirst },
    { parameters: [valuesOrObjects], result: itemOfFirst, mayGiveEmpty: true },
  ],
  /** The last items, at most the given number; without a number, the last item itself. */
  last: [
    { parameters: [listOf('a list'), integer], result: typeOfFirst },
    { parameters: [valuesOrObjects], result: itemOfFirst, mayGiveEmpty: true },
  ],
  /** Escapes a text for a part of an address. */
  encode: [{ parameters: [text], result: TEXT }],
  /** Every occurrence of the second text becomes the third. */
  replace: [{ parameters: [text, text, text], result: TEXT }],
  /** A day, or a moment in UTC, in the form of a pattern. */
  format: [
    {
      parameters: [timestamp, written('a pattern such as "%Y%m%dT%H%M%SZ"', PATTERN_OF_MOMENT)],
      result: TEXT,
      keepsEmpty: true,
    },
    { parameters: [date, written('a pattern such as "%d.%m.%Y"', PATTERN_OF_DAY)], result: TEXT, keepsEmpty: true },
  ],
  orElse: [
    {
      parameters: [
        { words: 'a value', accepts: (type) => !['list', 'object', 'group'].includes(type.kind), mayBeEmpty: true },
        {
          words: 'a value',
          accepts: (type) => !['list', 'object', 'group', 'empty'].includes(type.kind),
          mayBeEmpty: true,
        },
      ],
      result: (used) => used[1]?.type ?? TEXT,
      isUniform: true,
      isEmptyLast: true,
    },
  ],

  plus: [
    { parameters: [timestamp, duration], result: TIMESTAMP },
    { parameters: [timestamp, calendarPeriod], result: TIMESTAMP },
    { parameters: [timestamp, workingTime], result: TIMESTAMP },
    { parameters: [date, calendarPeriod], result: DATE },
    { parameters: [date, workingDays], result: DATE },
    { parameters: [date, wholeDays], result: DATE },
    { parameters: [duration, duration], result: DURATION },
  ],
  minus: [
    { parameters: [timestamp, duration], result: TIMESTAMP },
    { parameters: [timestamp, calendarPeriod], result: TIMESTAMP },
    { parameters: [timestamp, workingTime], result: TIMESTAMP },
    { parameters: [date, calendarPeriod], result: DATE },
    { parameters: [date, workingDays], result: DATE },
    { parameters: [timestamp, timestamp], result: DURATION },
    { parameters: [date, wholeDays], result: DATE },
    { parameters: [duration, duration], result: DURATION },
  ],
  year: [
    { parameters: [date], result: INTEGER },
    { parameters: [timestamp], result: INTEGER },
  ],
  month: [
    { parameters: [date], result: INTEGER },
    { parameters: [timestamp], result: INTEGER },
  ],
  day: [
    { parameters: [date], result: INTEGER },
    { parameters: [timestamp], result: INTEGER },
  ],
  /** 1 is Monday, 7 is Sunday. */
  weekday: [
    { parameters: [date], result: INTEGER },
    { parameters: [timestamp], result: INTEGER },
  ],
  hour: [{ parameters: [timestamp], result: INTEGER }],
  minute: [{ parameters: [timestamp], result: INTEGER }],
  isWorkingDay: [
    { parameters: [date, calendar], result: BOOLEAN },
    { parameters: [timestamp, calendar], result: BOOLEAN },
  ],
  isOpen: [{ parameters: [timestamp, calendar], result: BOOLEAN }],
  startOfDay: [
    { parameters: [date], result: TIMESTAMP },
    { parameters: [timestamp], result: TIMESTAMP },
  ],
  startOfMonth: [
    { parameters: [date], result: DATE },
    { parameters: [timestamp], result: TIMESTAMP },
  ],
  /** Calendar days between two dates. */
  daysBetween: [
    { parameters: [date, date], result: INTEGER },
    { parameters: [timestamp, timestamp], result: INTEGER },
  ],
  /** Complete months and years from the first to the second: an age. */
  monthsBetween: [
    { parameters: [date, date], result: INTEGER },
    { parameters: [timestamp, timestamp], result: INTEGER },
  ],
  yearsBetween: [
    { parameters: [date, date], result: INTEGER },
    { parameters: [timestamp, timestamp], result: INTEGER },
  ],
  date: [
    { parameters: [written('a date as "2026-01-31"', /^\d{4}-\d\d-\d\d$/)], result: DATE },
    { parameters: [timestamp], result: DATE },
  ],
  time: [
    { parameters: [written('a time as "23:59"', /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/)], result: { kind: 'time' } },
  ],
  decimal: [{ parameters: [integer], result: DECIMAL }],
  /** Answered as a JSON number. */
  number: [
    { parameters: [decimal], result: NUMBER, keepsEmpty: true },
    { parameters: [money], result: NUMBER, keepsEmpty: true },
  ],
  /** Whole seconds since 1970 UTC. */
  unixSeconds: [{ parameters: [timestamp], result: INTEGER, keepsEmpty: true }],
  unixMilliseconds: [{ parameters: [timestamp], result: INTEGER, keepsEmpty: true }],
}
