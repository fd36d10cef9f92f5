// `format(t, "%Y-%m-%dT%H:%M:%SZ")`: a day, or a moment in UTC, in the form that a contract has. The codes are those of
// `strftime`, with the English names that e-mails, feeds and HTTP have.

import { MONTHS } from '../text/month-names.ts'

interface Code {
  /** The part of a moment, which is a number of milliseconds since 1970 in UTC. */
  readonly of: (at: Date) => string
  /** For PostgreSQL's `to_char`. */
  readonly template: string
  readonly isOfTime: boolean
}

const digits = (value: number, count: number): string => String(value).padStart(count, '0')

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const short = (words: readonly string[], index: number): string => (words[index] ?? '').slice(0, 3)

const CODES: Readonly<Record<string, Code>> = {
  Y: { of: (at) => digits(at.getUTCFullYear(), 4), template: 'YYYY', isOfTime: false },
  m: { of: (at) => digits(at.getUTCMonth() + 1, 2), template: 'MM', isOfTime: false },
  d: { of: (at) => digits(at.getUTCDate(), 2), template: 'DD', isOfTime: false },
  a: { of: (at) => short(DAYS, at.getUTCDay()), template: 'Dy', isOfTime: false },
  A: { of: (at) => DAYS[at.getUTCDay()] ?? '', template: 'FMDay', isOfTime: false },
  b: { of: (at) => short(MONTHS, at.getUTCMonth()), template: 'Mon', isOfTime: false },
  B: { of: (at) => MONTHS[at.getUTCMonth()] ?? '', template: 'FMMonth', isOfTime: false },
  H: { of: (at) => digits(at.getUTCHours(), 2), template: 'HH24', isOfTime: true },
  M: { of: (at) => digits(at.getUTCMinutes(), 2), template: 'MI', isOfTime: true },
  S: { of: (at) => digits(at.getUTCSeconds(), 2), template: 'SS', isOfTime: true },
  L: { of: (at) => digits(at.getUTCMilliseconds(), 3), template: 'MS', isOfTime: true },
}

const OF_DAYS = codesWhere(({ isOfTime }) => !isOfTime)
const OF_MOMENTS = codesWhere(() => true)

export const PATTERN_OF_DAY = new RegExp(`^(?:[^%]|%[${OF_DAYS}%])+$`, 'u')
export const PATTERN_OF_MOMENT = new RegExp(`^(?:[^%]|%[${OF_MOMENTS}%])+$`, 'u')

/** The form that JSON answers have. */
export const ISO_PATTERN = '%Y-%m-%dT%H:%M:%S.%LZ'

function codesWhere(isMeant: (code: Code) => boolean): string {
  return Object.entries(CODES)
    .flatMap(([name, code]) => (isMeant(code) ? [name] : []))
    .join('')
}

/** `atMs`: milliseconds since 1970 in UTC. */
export function writtenTime(atMs: number, pattern: string): string {
  const at = new Date(atMs)
  return pattern.replace(/%(.)/gu, (_, code: string) => CODES[code]?.of(at) ?? code)
}

/** The template of `to_char`: words stand in double quotes, and an empty word keeps neighbouring codes apart. */
export function timeTemplate(pattern: string): string {
  const parts = pattern.match(/%.|[^%]+/gu) ?? []
  return parts
    .map((part) => {
      const code = part.startsWith('%') ? CODES[part.slice(1)] : undefined
      const words = part.startsWith('%') ? part.slice(1) : part
      return code?.template ?? `"${words.replace(/["\\]/g, (sign) => `\\${sign}`)}"`
    })
    .join('""')
}
