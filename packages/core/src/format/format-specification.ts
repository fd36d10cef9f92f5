// A specification's text → the same specification in canonical form. Only its notation changes, never its meaning: a
// part that cannot be parsed is kept byte for byte, and so is all prose.
//
// The form keeps diffs small: one space around the text of a cell, and no aligned columns, so that changing one row
// changes one line.

import type { Root, RootContent } from 'mdast'
import type { Diagnostic } from '../diagnostic/diagnostic.ts'
import { BYTE_ORDER_MARK, parseMarkdown } from '../outline/parse-markdown.ts'
import { readSpecification } from '../read/specification.ts'
import { withEachFile } from '../text/chapters.ts'
import type { Span } from '../text/source.ts'
import { isIndented, lineStart, piecesOf, type Piece } from './pieces.ts'

/** A heading and its content, up to the next heading of any level. */
interface Section {
  readonly start: number
  readonly end: number
  readonly nodes: readonly RootContent[]
  readonly isKept: boolean
}

/** Formats each file of the specification. */
export function formatSpecification(text: string): string {
  const errors = readSpecification(text).diagnostics.filter(({ severity }) => severity === 'error')
  const formatted = withEachFile(text, (file, { start }) => formatFile(file, errors, start))
  if (formatted !== text && meaningOf(formatted) !== meaningOf(text)) {
    throw new Error('Defect: formatting would change what this specification says.')
  }
  return formatted
}

/**
 * `start`: the offset of the file in the whole text, to which the errors' positions belong. The byte order mark and the
 * kind of line endings belong to the file and stay.
 */
function formatFile(text: string, errors: readonly Diagnostic[], start: number): string {
  const mark = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : ''
  const body = text.slice(mark.length)
  const shift = start + mark.length
  const placed = errors.map(({ span }) => ({ start: span.start - shift, end: span.end - shift }))
  const formatted = formatBody(body, placed)
  // Only the file's first character is a byte order mark: formatting must neither add nor remove one.
  return body.startsWith(BYTE_ORDER_MARK) || formatted.startsWith(BYTE_ORDER_MARK) ? text : mark + formatted
}

function formatBody(text: string, errors: readonly Span[]): string {
  const newline = /\r\n|\r|\n/.exec(text.trimStart())?.[0] ?? '\n'
  const sections = sectionsOf(text, parseMarkdown(text).root, errors)
  let formatted = ''
  sections.forEach((section, index) => {
    const next = sections[index + 1]
    if (section.isKept) formatted += text.slice(section.start, section.end)
    else {
      const isNextIndented = next !== undefined && next.isKept && isIndented(text, next.nodes[0])
      const printed = printSection(text, section, newline, isNextIndented)
      formatted += next === undefined || printed === '' ? printed : printed + newline
    }
  })
  return formatted
}

function sectionsOf(text: string, root: Root, errors: readonly Span[]): Section[] {
  const starts = root.children.flatMap((node, index) => (node.type === 'heading' ? [index] : []))
  const bounds = starts[0] === 0 ? starts : [0, ...starts]
  return bounds.map((from, index) => {
    const until = bounds[index + 1] ?? root.children.length
    const next = root.children[until]
    const start = index === 0 ? 0 : lineStart(text, root.children[from])
    const end = next === undefined ? text.length : lineStart(text, next)
    const isInside = (span: Span): boolean => span.start < end && (span.end > start || span.start >= start)
    const isLast = next === undefined
    const nodes = root.children.slice(from, until)
    return {
      start,
      end,
      nodes,
      isKept: errors.some((span) => isInside(span) || (isLast && span.start === end)),
    }
  })
}

/** Ends with one line ending, or is empty. */
function printSection(text: string, section: Section, newline: string, isNextIndented: boolean): string {
  const pieces = piecesOf(text, section.nodes, newline, isNextIndented)
  let printed = ''
  pieces.forEach((piece, index) => {
    const before = pieces[index - 1]
    printed += before === undefined ? piece.text : separator(text, before, piece, newline) + piece.text
  })
  const trimmed = printed.replace(/[ \t\r\n]+$/, '')
  return trimmed === '' ? '' : trimmed + newline
}

/** One empty line, except between list entries, and where the author left none between paragraphs. */
function separator(text: string, before: Piece, after: Piece, newline: string): string {
  if (before.kind === 'bullets' && after.kind === 'bullets') return newline
  const isFree = (piece: Piece): boolean => piece.kind === 'words' || piece.kind === 'kept'
  const hasEmptyLine = (text.slice(before.end, after.start).match(/\r\n|\r|\n/g)?.length ?? 0) > 1
  return isFree(before) && isFree(after) && !hasEmptyLine ? newline : newline + newline
}

/** The content of a text without its places: two texts that say the same give the same words. */
function meaningOf(text: string): string {
  const { draft, diagnostics } = readSpecification(text)
  const said = diagnostics.map(({ number, message, hint }) => [number, message, hint])
  return JSON.stringify({ draft, said }, (key, value: unknown) =>
    key === 'skipped' || isPlace(value) ? undefined : value,
  )
}

function isPlace(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const keys = Object.keys(value)
  return keys.length === 2 && 'start' in value && 'end' in value
}
