// The functions of expressions, each with a one-sentence description for hover and completion, and its signature in
// words.

import { FUNCTIONS } from '../expression/functions.ts'
import { typeInWords } from '../expression/value-types.ts'

/** List functions with an expression per item. */
export const LIST_FUNCTIONS: readonly string[] = ['exists', 'all', 'exists_one', 'filter', 'map', 'keyed']

export const FUNCTION_WORDS: Readonly<Record<string, string>> = {
  exists: 'Is there an item for which this holds?',
  all: 'Does it hold for every item? Of an empty list it does.',
  exists_one: 'Is there exactly one item for which this holds?',
  filter: 'The items for which this holds.',
  map: 'The value of this for each item, as a list.',
  overlaps: 'Do the two periods have a moment in common?',
  has: 'Does the signed-in user have this role?',
  is: 'Does the signed-in user have this role for the record?',
  isWithin: 'Is it that record, or does it stand below it, by the reference of its entity to itself?',
  lower: 'The text in small letters.',
  upper: 'The text in capital letters.',
  trim: 'The text without white space at its ends.',
  startsWith: 'Does the text begin with the other one?',
  endsWith: 'Does the text end with the other one?',
  contains: 'Is the other one a part of it: of a text, or of a period?',
  size: 'How many characters a text has, how many items a list, or how many keys a map.',
  pairs: 'The keys of a map with their values, as a list by key.',
  asText: 'The text of a JSON value; empty if the value is anything else.',
  asNumber:
    'The number of a JSON value, or of a text such as "-12.50"; empty if the value is anything else, or has more than 30 digits before its point.',
  asYesNo: 'Yes or no of a JSON value; empty if the value is anything else.',
  asList: 'The items of a JSON value that are not null; an empty list if the value is anything else.',
  string: 'The value as a text.',
  first: 'The first items of a list, at most the given number; without a number, the first item.',
  last: 'The last items of a list, at most the given number; without a number, the last item.',
  encode: 'The text as a part of an address.',
  replace: 'The text with the third text wherever it has the second.',
  format:
    'A date, or a date and time in UTC, as the pattern says: %Y %m %d %H %M %S %L, %a and %A for the day of the week, %b and %B for the month, in English.',
  join: 'The texts one after the other, with the second text between them.',
  keyed: 'An object with a key and a value for each item.',
  round: 'Rounded to a number of places, half away from zero; without one, to a whole number.',
  abs: 'Without its sign.',
  div: 'Divided; empty when the divisor is zero.',
  min: 'The smaller of two values, or the smallest of a list; empty when the list is.',
  max: 'The larger of two values, or the largest of a list; empty when the list is.',
  sum: 'All items added up; zero when there are none.',
  avg: 'The mean of the items; empty when there are none.',
  orElse: 'The first value, or the second one when the first is empty; empty if both are.',
  plus: 'That much later; or two durations together.',
  minus: 'That much earlier; or the time between two moments.',
  year: 'The year of a date.',
  month: 'The month of a date, from 1 to 12.',
  day: 'The day of the month.',
  weekday: 'The day of the week: 1 is Monday, 7 is Sunday.',
  hour: 'The hour of a time, from 0 to 23.',
  minute: 'The minute of a time, from 0 to 59.',
  isWorkingDay: 'Is that day a working day of the calendar?',
  isOpen: 'Is the calendar open at that moment?',
  startOfDay: 'Midnight, at which that day, or the day of that moment, begins.',
  startOfMonth: 'The first day of that month.',
  daysBetween: 'Calendar days from the first to the second.',
  monthsBetween: 'Complete months from the first to the second.',
  yearsBetween: 'Complete years from the first to the second: an age.',
  date: 'The day of a date and time, or the date that stands in quotes.',
  time: 'The time that stands in quotes.',
  decimal: 'The whole number as a decimal.',
  number: 'The number or amount, which an answer has as a number of JSON and not as a text.',
  unixSeconds: 'Complete seconds since the beginning of 1970 in UTC.',
  ifAny: 'In an answer: the value, or no key where there is none.',
  onlyIf: 'In an answer: the second value, or no key where the condition does not hold.',
  withQuery: 'In an answer: the address of the request with another value for one parameter of its query.',
  pageLinks:
    'In an answer: the header Link to the first, previous, next and last page, by a number of the page in the query.',
  offsetLinks: 'In an answer: the header Link to the first, previous, next and last page, by an offset in the query.',
  unixMilliseconds: 'Milliseconds since the beginning of 1970 in UTC.',
}

/** `(a date and time, a duration) → a date and time`, one per overload; null if it is not a library function. */
export function signatureOf(name: string): string | null {
  const overloads = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined
  if (overloads === undefined) return null
  return overloads
    .map(({ parameters, result, mayGiveEmpty }) => {
      const takes = parameters.map(({ words }) => words).join(', ')
      const gives = typeof result === 'function' ? 'one of the same kind' : typeInWords(result)
      return `(${takes}) → ${gives}${mayGiveEmpty === true ? ', may be empty' : ''}`
    })
    .join('; ')
}
