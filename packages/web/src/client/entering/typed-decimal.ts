// A typed amount → its digits with a point: `1,234.50`, `1.234,50`, `1 234,5`, `€ 12`. Null for other text. Both
// separators are accepted in every language; the language only decides ambiguous cases.

import { inWesternDigits } from '../input/western-digits.ts'

const NOTHING_BUT_DECORATION = /[\s\u00a0\u202f'’_\p{L}\p{Sc}\p{Cf}]/gu
const WHOLE = /^[+-]?\d+(?:\.\d+)?$/

/** `places`: the maximum number of decimals, if limited. */
export function typedDecimal(text: string, language: string, places: number | null): string | null {
  const signed = inWesternDigits(text, language)
    .replaceAll('−', '-')
    .replaceAll('\u066b', '.')
    .replaceAll('\u066c', ',')
    .replaceAll(NOTHING_BUT_DECORATION, '')
  const plain = withPoint(signed, language, places)
  if (!WHOLE.test(plain)) return null
  const [whole = '', fraction] = plain.replace('+', '').split('.')
  const digits = whole.replace(/^(-?)0+(?=\d)/, '$1')
  return fraction === undefined ? digits : `${digits}.${fraction}`
}

function withPoint(text: string, language: string, places: number | null): string {
  const last = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','))
  if (last < 0) return text
  const separator = text.charAt(last)
  const other = separator === '.' ? ',' : '.'
  if (text.includes(other)) {
    // With two kinds of separators, the last is the decimal one and occurs once; the other groups thousands.
    const whole = text.slice(0, last)
    return whole.includes(separator) || !isGrouped(whole, other)
      ? text
      : `${whole.replaceAll(other, '')}.${text.slice(last + 1)}`
  }
  const isOnce = text.indexOf(separator) === last
  const couldBeThousands = isGrouped(text, separator)
  if (!isOnce) return couldBeThousands ? text.replaceAll(separator, '') : text
  const isThousands = couldBeThousands && (separator === groupOf(language) || (places !== null && places < 3))
  return text
    .replace(separator, isThousands ? '' : '.')
    .replace(/^([+-]?)\.(?=\d)/, '$10.')
    .replace(/(?<=\d)\.$/, '')
}

function isGrouped(text: string, separator: string): boolean {
  const [first = '', ...others] = text.replace(/^[+-]/, '').split(separator)
  // Includes Indian grouping, with groups of two before the last.
  return (
    /^[1-9]\d{0,2}$/.test(first) &&
    others.every((each, index) =>
      index === others.length - 1 ? each.length === 3 : each.length === 3 || each.length === 2,
    )
  )
}

function groupOf(language: string): string {
  const parts = new Intl.NumberFormat(language, { useGrouping: true }).formatToParts(1_234_567)
  return parts.find(({ type }) => type === 'group')?.value ?? ','
}

/** In the language's notation, with all its digits and at least this many decimals; other text is unchanged. */
export function writtenDecimal(value: string, language: string, placesMin: number): string {
  if (!WHOLE.test(value)) return value
  const format = new Intl.NumberFormat(language, { minimumFractionDigits: placesMin, maximumFractionDigits: 20 })
  return format.format(value as Intl.StringNumericLiteral)
}

/** The symbol of a currency in the language: `€`, `CHF`. */
export function currencySign(currency: string, language: string): string {
  const format = new Intl.NumberFormat(language, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
  return format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? currency
}
