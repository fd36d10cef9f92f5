// An offset → where the name that stands there is declared, and everywhere it is used.

import type { Named, Occurrence } from '../check/names/occurrences.ts'
import type { Span } from '../text/source.ts'
import { isSame, occurrencesAt, type Document } from './document.ts'

/** Where it is declared. A transition may have several rows, each a case of it. */
export function definitionsAt(document: Document, offset: number): Span[] {
  return distinct(
    namedAt(document, offset).flatMap((named) => occurrencesOf(document, named)),
    true,
  )
}

/** Every place of the name, its declaration included where `withDeclaration` says so. */
export function referencesAt(document: Document, offset: number, withDeclaration = true): Span[] {
  const all = namedAt(document, offset).flatMap((named) => occurrencesOf(document, named))
  return distinct(
    all.filter(({ isDeclaration }) => withDeclaration || !isDeclaration),
    false,
  )
}

/** Meaning of the narrowest name around the offset; several things when they share the word. */
export function namedAt(document: Document, offset: number): Named[] {
  const found = occurrencesAt(document, offset)
  const [first] = found
  return found.flatMap(({ span, named }) =>
    first !== undefined && span.start === first.span.start && span.end === first.span.end ? [named] : [],
  )
}

export function occurrencesOf({ compiled }: Document, named: Named): Occurrence[] {
  return compiled.names.occurrences.filter((occurrence) => isSame(occurrence.named, named))
}

function distinct(occurrences: readonly Occurrence[], isDeclaration: boolean): Span[] {
  const spans = new Map<string, Span>()
  for (const { span, ...occurrence } of occurrences)
    if (!isDeclaration || occurrence.isDeclaration) spans.set(`${span.start} ${span.end}`, span)
  return [...spans.values()].sort((a, b) => a.start - b.start)
}
