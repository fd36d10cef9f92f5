// A text → its index for an editor, computed once per version: everything in this folder is a pure function of such a
// document and an offset. It exists for any text, with or without errors.

import { compile, type Compiled } from '../compile.ts'
import type { NamedKind, Named, Occurrence } from '../check/names/occurrences.ts'
import type { Point } from '../model/points.ts'
import { POINTS } from '../model/points.ts'
import type { Block } from '../outline/outline.ts'
import type { PartKind } from '../read/parts.ts'
import { chaptersOf } from '../text/chapters.ts'
import type { Span } from '../text/source.ts'

export interface Document {
  readonly text: string
  readonly compiled: Compiled
  readonly headings: readonly HeadingPlace[]
}

/** A heading of a point or part, and the range of text that belongs to it. */
export interface HeadingPlace {
  readonly point: Point
  /** Null for the heading of a point. */
  readonly part: PartKind | null
  /** `Ticket` of `### Entity: Ticket`. */
  readonly name: string
  readonly words: Span
  readonly span: Span
  readonly blocks: readonly Block[]
}

export function openDocument(text: string, today?: string): Document {
  const compiled = compile(text, today)
  return { text, compiled, headings: headingsOf(text, compiled) }
}

export function headingsOf(text: string, { sections }: Pick<Compiled, 'sections'>): HeadingPlace[] {
  const ends = chaptersOf(text).map(({ span }) => span.end)
  const found = POINTS.flatMap((point) => {
    const { heading: first, further, blocks, parts } = sections.points[point]
    const headings = first === null ? [] : [first, ...further]
    const own = headings.map((heading) => ({ point, part: null, name: '', heading, blocks }))
    return [...own, ...parts.map((part) => ({ ...part, point, part: part.kind, name: part.name.text }))]
  }).sort((a, b) => a.heading.span.start - b.heading.span.start)
  return found.map(({ point, part, name, heading, blocks }, index) => ({
    point,
    part,
    name,
    words: {
      start: heading.phrase.offsets[0] ?? heading.span.start,
      end: heading.phrase.offsets.at(-1) ?? heading.span.end,
    },
    span: {
      start: heading.span.start,
      end: Math.min(
        found[index + 1]?.heading.span.start ?? text.length,
        ends.find((end) => end >= heading.span.start) ?? text.length,
      ),
    },
    blocks,
  }))
}

/** The nearest heading above, or on the same line. */
export function headingAt({ headings }: Document, offset: number): HeadingPlace | null {
  return headings.findLast(({ span }) => contains(span, offset)) ?? null
}

export function contains({ start, end }: Span, offset: number): boolean {
  return start <= offset && offset <= end
}

/** Names at an offset, including both ends. The narrowest comes first. */
export function occurrencesAt({ compiled }: Document, offset: number): Occurrence[] {
  return compiled.names.occurrences
    .filter(({ span }) => contains(span, offset))
    .sort((a, b) => a.span.end - a.span.start - (b.span.end - b.span.start))
}

export function isSame(a: Named, b: Named): boolean {
  return a.kind === b.kind && a.name === b.name && a.of === b.of
}

/** Every declared name of a kind, once. */
export function declared({ compiled }: Document, kind: NamedKind, of?: string): Occurrence[] {
  const seen = new Set<string>()
  return compiled.names.occurrences.filter(({ named, isDeclaration }) => {
    if (!isDeclaration || named.kind !== kind || (of !== undefined && named.of !== of) || seen.has(named.name))
      return false
    seen.add(named.name)
    return true
  })
}
