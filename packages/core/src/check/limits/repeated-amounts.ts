// Amounts with a unit that repeat a constant's value → N904: if the constant changes, the copy does not.

import { diagnostic, type Diagnostic } from '../../diagnostic/diagnostic.ts'
import { sameType } from '../../expression/value-types.ts'
import type { Constant } from '../../model/limits.ts'
import type { Span } from '../../text/source.ts'
import { amountOf, UNITS } from './amounts.ts'

const AMOUNT = new RegExp(`(?<![\\w.,-])\\d+(?:\\.\\d+)? ?(?:%|(?:${UNITS.join('|')}|[A-Z]{3})\\b)`, 'g')

/** `limits`: point 9, where amounts belong; `apart`: ranges where no constant can be named, or that are not read. */
export function repeatedAmounts(
  text: string,
  limits: readonly Span[],
  apart: readonly Span[],
  constants: readonly Constant[],
): Diagnostic[] {
  const own = constants.filter(({ type }) => type.kind !== 'text')
  if (own.length === 0) return []
  const skipped = [...limits, ...apart]
  return [...text.matchAll(AMOUNT)].flatMap((found) => {
    const amount = amountOf(found[0])
    const span = { start: found.index, end: found.index + found[0].length }
    if (amount === null || skipped.some(({ start, end }) => start < span.end && span.start < end)) return []
    const same = own.filter(
      ({ type, unit, value }) => sameType(type, amount.type) && unit === amount.unit && value === amount.value,
    )
    const [constant] = same
    // With several constants of that amount it is ambiguous which one is meant.
    if (constant === undefined || same.length > 1) return []
    if (isEqualByChance(text, found.index, constant)) return []
    return [diagnostic('N904', span, found[0], constant.name).because(constant.span, 'It is stated here.')]
  })
}

/**
 * A label's own amount, such as a retention time, counts as a copy only if it shares a word with the constant's name. A
 * heading only describes.
 */
function isEqualByChance(text: string, at: number, { name }: Constant): boolean {
  const start = text.lastIndexOf('\n', at - 1) + 1
  const end = text.indexOf('\n', at)
  const line = text.slice(start, end < 0 ? text.length : end).toLowerCase()
  // A heading names no constant.
  if (line.startsWith('#')) return true
  if (!/^(?:- )?\*\*/.test(line)) return false
  const words = name.split(/(?=[A-Z])|_/).map((word) => word.toLowerCase())
  return !words.some((word) => word.length >= 4 && line.includes(word.slice(0, 4)))
}
