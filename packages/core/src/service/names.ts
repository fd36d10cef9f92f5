// An offset → the declaration of the name there, and all its uses.

import type { Named, Occurrence } from '../check/names/occurrences.ts'
import type { Span } from '../text/source.ts'
import { isSame, occurrencesAt, type Document } from './document.ts'

/** Positions of the declaration. A transition may have several rows, each of them a case. */
export function definitionsAt(document: Document, offset: number): Span[] {
  return distinct(
    namedAt(document, offset).flatMap((named) => occurrencesOf(document, named)),
    true,
  )
}

/** Every position of the name, with its declaration if `withDeclaration` is set. */
export function referencesAt(document: Document, offset: number, withDeclaration = true): Span[] {
  const all = namedAt(document, offset).flatMap((named) => occurrencesOf(document, named))
  return distinct(
    all.filter(({ isDeclaration }) => withDeclaration || !isDeclaration),
    false,
  )
}

/** Meaning of the narrowest name at the offset; several if one word has several meanings. */
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
