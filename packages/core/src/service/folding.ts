// A document → the ranges that can be folded: points, parts, and tables.

import type { Span } from '../text/source.ts'
import type { Document } from './document.ts'
import { landmarksOf } from './landmarks.ts'

export function foldingOf(document: Document): Span[] {
  const headings = landmarksOf(document).flatMap(({ span, children }) => [
    span,
    ...children.flatMap((child) => (child.kind === 'part' ? [child.span] : [])),
  ])
  const tables = document.headings.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.kind === 'table' ? [block.span] : [])),
  )
  // Headings of the same point in several files have the same blocks.
  return [...headings, ...new Set(tables)]
    .map((span) => withoutBlankEnd(document.text, span))
    .filter(({ start, end }) => end > start)
}

/** The line break and trailing empty lines stay visible. */
function withoutBlankEnd(text: string, { start, end }: Span): Span {
  return { start, end: start + text.slice(start, end).trimEnd().length }
}
