// A name of points 8 and 9 → all its uses in the text, with positions for people.

import type { NamedKind } from '../check/names/occurrences.ts'
import { POINT_HEADINGS } from '../model/points.ts'
import { headingAt, type Document } from '../service/document.ts'
import { lineText, linesOf, positionAt } from '../text/lines.ts'
import type { Span } from '../text/source.ts'

export interface Use {
  readonly span: Span
  readonly line: number
  /** The heading above it: `Call: POST /api/tickets`. */
  readonly place: string
  /** The whole line. */
  readonly words: string
}

/** By name, in the order of the text. */
export function usesOf(document: Document, kind: Extract<NamedKind, 'code' | 'constant'>): Map<string, Use[]> {
  const lines = linesOf(document.text)
  const found = new Map<string, Use[]>()
  for (const { named, isDeclaration, span } of document.compiled.names.occurrences) {
    if (named.kind !== kind || isDeclaration) continue
    const { line } = positionAt(lines, span.start)
    const uses = found.get(named.name) ?? []
    if (!uses.some((use) => use.line === line))
      uses.push({ span, line, place: placeOf(document, span), words: plain(lineText(lines, line)) })
    found.set(named.name, uses)
  }
  for (const uses of found.values()) uses.sort((a, b) => a.line - b.line)
  return found
}

function placeOf(document: Document, { start }: Span): string {
  const heading = headingAt(document, start)
  if (heading === null) return ''
  if (heading.part === null) return POINT_HEADINGS[heading.point].title
  return document.text.slice(heading.words.start, heading.words.end).trim()
}

/** Without list markers and table borders. */
function plain(line: string): string {
  return line
    .trim()
    .replace(/^(?:\d+[.)]|[-*])\s+/, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '')
    .join(' · ')
}
