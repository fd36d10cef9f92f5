// Typed text → a day: in the reader's language, with its order and names of months, or in ISO form. Null if it is not
// valid yet.

import { inWesternDigits } from './western-digits.ts'

const ORDERS = new Map<string, readonly Part[]>()
const MONTHS = new Map<string, readonly (readonly string[])[]>()

type Part = 'year' | 'month' | 'day'

export function typedDate(text: string, language: string): string | null {
  const western = inWesternDigits(text, language)
  const numbers = western.match(/\d+/g) ?? []
  const named = monthIn(western, language)
  if (named !== null) {
    const order = orderOf(language).filter((part) => part !== 'month')
    const isYearFirst = (numbers[0]?.length ?? 0) > 2 || ((numbers[1]?.length ?? 0) <= 2 && order[0] === 'year')
    const [year, day] = isYearFirst ? numbers : numbers.toReversed()
    return numbers.length === 2 ? dayOf(year, String(named), day) : null
  }
  if (numbers.length !== 3) return null
  const order = numbers[0]?.length === 4 ? (['year', 'month', 'day'] as const) : orderOf(language)
  const at = (part: Part): string | undefined => numbers[order.indexOf(part)]
  return dayOf(at('year'), at('month'), at('day'))
}

function dayOf(year = '', month = '', day = ''): string | null {
  if (year.length !== 2 && year.length !== 4) return null
  const written = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const at = Date.parse(`${written}T00:00:00Z`)
  // Rejects 30 February, which would become 1 March.
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== written ? null : written
}

function orderOf(language: string): readonly Part[] {
  const known = ORDERS.get(language)
  if (known !== undefined) return known
  const parts = gregorian(language, { year: 'numeric', month: 'numeric', day: 'numeric' }).formatToParts(0)
  const order = parts.flatMap(({ type }) => (type === 'year' || type === 'month' || type === 'day' ? [type] : []))
  ORDERS.set(language, order)
  return order
}

/** By its first three or more letters: `Sept`, `september`. Null if none or several match. */
function monthIn(text: string, language: string): number | null {
  const words = text.toLocaleLowerCase(language).match(/[\p{L}\p{M}]{2,}/gu) ?? []
  const months = namesOfMonths(language)
  // Some languages write "in" and the month as one word.
  const isMeant = (name: string, word: string): boolean =>
    name === word || (word.length > 2 && name.startsWith(word)) || (name.length > 2 && word.endsWith(name))
  const meant = months.flatMap((names, index) =>
    words.some((word) => names.some((name) => isMeant(name, word))) ? [index + 1] : [],
  )
  return meant.length === 1 ? (meant[0] ?? null) : null
}

function namesOfMonths(language: string): readonly (readonly string[])[] {
  const known = MONTHS.get(language)
  if (known !== undefined) return known
  // Alone and within a date a month may have different forms.
  const formats = (['long', 'short'] as const).flatMap((month) => [
    gregorian(language, { month }),
    gregorian(language, { month, day: 'numeric', year: 'numeric' }),
  ])
  const months = Array.from({ length: 12 }, (_, index) =>
    formats.map((format) => {
      const part = format.formatToParts(Date.UTC(2001, index, 15)).find(({ type }) => type === 'month')
      return (part?.value ?? '').toLocaleLowerCase(language).replaceAll(/[^\p{L}\p{M}]/gu, '')
    }),
  )
  MONTHS.set(language, months)
  return months
}

/** Inputs use the Gregorian calendar, whatever the language's default. */
export function gregorian(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(language, { ...options, calendar: 'gregory', timeZone: 'UTC' })
}
