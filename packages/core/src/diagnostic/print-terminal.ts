// Diagnostics → lines for a terminal: number and message, place, the line with carets under the marked text, the hint,
// and related positions.

import { excerptAt, placeAt, type Places, placesOf } from '../text/chapters.ts'
import type { Source, Span } from '../text/source.ts'
import type { Diagnostic } from './diagnostic.ts'
import type { Severity } from './severity.ts'

/** Styles of a terminal, given by the caller, which knows whether colours are supported. */
export interface Style {
  readonly severity: (severity: Severity, words: string) => string
  readonly strong: (words: string) => string
  readonly faint: (words: string) => string
}

export const PLAIN: Style = {
  severity: (_severity, words) => words,
  strong: (words) => words,
  faint: (words) => words,
}

export function printDiagnostics(diagnostics: readonly Diagnostic[], source: Source, style: Style = PLAIN): string {
  const places = placesOf(source)
  return diagnostics.map((found) => printOne(places, found, style)).join('\n')
}

function printOne(places: Places, found: Diagnostic, style: Style): string {
  const head = `${style.severity(found.severity, `${found.severity} ${found.number}`)}${style.strong(`: ${found.message}`)}`
  const excerpt = excerptLines(places, found.span, found.severity, style)
  const hint = found.hint === null ? [] : [`${' '.repeat(excerpt.gutter)} ${style.faint('=')} ${found.hint}`]
  const related = found.related.flatMap(({ span, message }) => [
    `${' '.repeat(excerpt.gutter)} ${style.faint('=')} ${message} ${style.faint(`(${placeOf(places, span)})`)}`,
  ])
  return [head, `  ${style.faint(placeOf(places, found.span))}`, ...excerpt.lines, ...hint, ...related, ''].join('\n')
}

function placeOf(places: Places, span: Span): string {
  const { file, line, column } = placeAt(places, span.start)
  return `${file}:${line}:${column}`
}

function excerptLines(
  places: Places,
  span: Span,
  severity: Severity,
  style: Style,
): { lines: string[]; gutter: number } {
  const { line, before, marked, after } = excerptAt(places, span)
  const number = String(line)
  const gutter = number.length + 1
  // An empty span still gets one caret.
  const caret = '^'.repeat(Math.max(1, columnsOf(marked)))
  return {
    lines: [
      ` ${style.faint(`${number} |`)} ${visible(before)}${visible(marked)}${visible(after)}`,
      ` ${style.faint(`${' '.repeat(number.length)} |`)} ${' '.repeat(columnsOf(before))}${style.severity(severity, caret)}`,
    ],
    gutter,
  }
}

/** A tab becomes one column and control characters are made visible, so that carets are aligned. */
function visible(words: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
  return words
    .replace(/\t/g, ' ')
    .replace(/[\u0000-\u001F\u007F-\u009F\u200B\u202A-\u202E\u2066-\u2069\uFEFF]/g, '\uFFFD')
}

const SEGMENT_WITHOUT_WIDTH = /\p{Mark}|\u200D|\uFE0F/u
const WIDE =
  /[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6]|[\u{1F300}-\u{1F64F}\u{1F680}-\u{1F6FF}\u{1F900}-\u{1F9FF}\u{20000}-\u{3FFFD}]/u

/** Terminal columns of a text: accents take none, Chinese characters and emoji two. */
function columnsOf(words: string): number {
  let columns = 0
  for (const character of visible(words))
    columns += SEGMENT_WITHOUT_WIDTH.test(character) ? 0 : WIDE.test(character) ? 2 : 1
  return columns
}
