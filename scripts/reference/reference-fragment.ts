// A fragment of a specification, as reference pages show it → a whole specification, and the way back.
//
// A page shows only what it talks about. Parts that a fragment does not show are "not shown": it is completed with a title
// and, for each point that is missing, the form's own lines ("Purpose: not shown."). A fragment without any
// `##` heading belongs under the heading of the page's point. Diagnostics about the added lines are not the page's matter.

import type { Diagnostic } from '@ninefold/core/diagnostic/diagnostic.ts'
import { POINT_HEADINGS, POINTS, QUESTIONS, type Point } from '@ninefold/core/model/points.ts'
import type { Span } from '@ninefold/core/text/source.ts'

interface Piece {
  readonly text: string
  /** The start of the piece in the fragment. Null: the piece was added. */
  readonly origin: number | null
}

export interface CompletedFragment {
  readonly text: string
  /** Returns the diagnostic with its places in the fragment, or null if it is about an added line. */
  back(diagnostic: Diagnostic): Diagnostic | null
}

export function completeFragment(fragment: string, pagePoint: Point | null): CompletedFragment {
  const pieces = /^# /m.test(fragment) ? [{ text: fragment, origin: 0 }] : completedPieces(fragment, pagePoint)
  const text = pieces.map((piece) => piece.text).join('')
  return { text, back: (diagnostic) => moveBack(diagnostic, pieces) }
}

function completedPieces(fragment: string, pagePoint: Point | null): Piece[] {
  const shown = sectionsOf(fragment, pagePoint)
  const pieces: Piece[] = [{ text: '# Example\n\n', origin: null }]
  for (const point of POINTS) {
    const own = shown.filter((section) => section.point === point)
    if (own.length === 0) pieces.push({ text: `${heading(point)}${notShown(point)}\n`, origin: null })
    for (const section of own) {
      if (!section.hasHeading) pieces.push({ text: heading(point), origin: null })
      pieces.push({ text: section.text, origin: section.start }, { text: '\n\n', origin: null })
    }
  }
  return pieces
}

interface Section {
  readonly point: Point
  readonly hasHeading: boolean
  readonly text: string
  readonly start: number
}

function sectionsOf(fragment: string, pagePoint: Point | null): Section[] {
  const starts = [...fragment.matchAll(/^## (\d)/gm)]
  if (starts.length === 0) {
    if (pagePoint === null) throw new Error('This fragment needs a `##` heading: its page belongs to no point.')
    return [{ point: pagePoint, hasHeading: false, text: fragment, start: 0 }]
  }
  return starts.map((found, index) => {
    const point = POINTS[Number(found[1]) - 1]
    if (point === undefined) throw new Error(`There is no point ${found[1]}.`)
    return {
      point,
      hasHeading: true,
      text: fragment.slice(found.index, starts[index + 1]?.index ?? fragment.length),
      start: found.index,
    }
  })
}

function heading(point: Point): string {
  return `## ${POINT_HEADINGS[point].number}. ${POINT_HEADINGS[point].title}\n\n`
}

function notShown(point: Point): string {
  return QUESTIONS.filter((question) => question.point === point)
    .map((question) => `${question.label}: not shown.\n`)
    .join('\n')
}

function moveBack(diagnostic: Diagnostic, pieces: readonly Piece[]): Diagnostic | null {
  const span = spanBack(diagnostic.span, pieces)
  if (span === null) return null
  return {
    ...diagnostic,
    span,
    related: diagnostic.related.flatMap((place) => {
      const moved = spanBack(place.span, pieces)
      return moved === null ? [] : [{ ...place, span: moved }]
    }),
  }
}

function spanBack(span: Span, pieces: readonly Piece[]): Span | null {
  let start = 0
  for (const piece of pieces) {
    const end = start + piece.text.length
    if (span.start < end && span.end <= end) {
      if (piece.origin === null) return null
      return { start: span.start - start + piece.origin, end: span.end - start + piece.origin }
    }
    start = end
  }
  return null
}
