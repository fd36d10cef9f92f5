// `{longestLoan}` in words that nothing fills in → N926: readers would see the braces. Every place that fills them in has
// resolved the name, so a constant in braces whose name nobody resolved stands in words that are shown as they are.

import { diagnostic, type Diagnostic } from '../../diagnostic/diagnostic.ts'
import type { Constant } from '../../model/limits.ts'
import type { Span } from '../../text/source.ts'
import type { NamesIndex } from '../names/occurrences.ts'

const IN_BRACES = /\{(\w+)\}/g

/** Prose is shown to nobody. */
const FORMAL = /^\s*(?:\||(?:- )?\*\*|\d+\. )/

/** `apart`: ranges with words of people. */
export function unfilledConstants(
  text: string,
  { occurrences }: Pick<NamesIndex, 'occurrences'>,
  apart: readonly Span[],
  constants: readonly Constant[],
): Diagnostic[] {
  if (constants.length === 0) return []
  const filled = new Set(occurrences.map(({ span }) => span.start))
  return [...text.matchAll(IN_BRACES)].flatMap((found) => {
    const [written, name = ''] = found
    const span = { start: found.index, end: found.index + written.length }
    const constant = constants.find((each) => each.name === name)
    if (constant === undefined || filled.has(span.start + 1) || !isFormal(text, span.start)) return []
    if (apart.some(({ start, end }) => start < span.end && span.start < end)) return []
    return [diagnostic('N926', span, written).because(constant.span, 'It is stated here.')]
  })
}

function isFormal(text: string, at: number): boolean {
  return FORMAL.test(text.slice(text.lastIndexOf('\n', at) + 1, at + 1))
}
