// Diagnostics → SARIF 2.1.0, the exchange format of code scanners.

import { linesOf, positionAt, type Lines } from '../text/lines.ts'
import type { Source, Span } from '../text/source.ts'
import type { Diagnostic, Fix } from './diagnostic.ts'
import type { Severity } from './severity.ts'
import { DIAGNOSTICS } from './registry.ts'

const LEVELS: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', unknown: 'note', note: 'note' }

export function printSarif(diagnostics: readonly Diagnostic[], source: Source): string {
  const lines = linesOf(source.text)
  const uri = uriOf(source.file)
  const numbers = [...new Set(diagnostics.map((found) => found.number))].sort()
  const value = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'Ninefold',
            rules: numbers.map((number) => ({
              id: number,
              shortDescription: { text: DIAGNOSTICS[number].title },
              defaultConfiguration: { level: LEVELS[DIAGNOSTICS[number].severity] },
            })),
          },
        },
        columnKind: 'utf16CodeUnits',
        results: diagnostics.map((found) => ({
          ruleId: found.number,
          ruleIndex: numbers.indexOf(found.number),
          level: LEVELS[found.severity],
          message: { text: found.hint === null ? found.message : `${found.message} ${found.hint}` },
          locations: [{ physicalLocation: placeOf(uri, lines, found.span) }],
          ...(found.related.length === 0 ? {} : { relatedLocations: relatedOf(uri, lines, found) }),
          ...(found.fixes.length === 0 ? {} : { fixes: found.fixes.map((fix) => fixOf(uri, lines, fix)) }),
        })),
      },
    ],
  }
  return `${JSON.stringify(value, null, 2)}\n`
}

function relatedOf(uri: string, lines: Lines, found: Diagnostic) {
  return found.related.map(({ span, message }) => ({
    physicalLocation: placeOf(uri, lines, span),
    message: { text: message },
  }))
}

function fixOf(uri: string, lines: Lines, fix: Fix) {
  const replacements = fix.edits.map(({ span, text }) => ({
    deletedRegion: regionOf(lines, span),
    insertedContent: { text },
  }))
  return { description: { text: fix.title }, artifactChanges: [{ artifactLocation: { uri }, replacements }] }
}

function placeOf(uri: string, lines: Lines, span: Span) {
  return { artifactLocation: { uri }, region: regionOf(lines, span) }
}

function regionOf(lines: Lines, span: Span) {
  const start = positionAt(lines, span.start)
  const end = positionAt(lines, span.end)
  return { startLine: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column }
}

/** A file's path as a relative URI: forward slashes, with other characters escaped. */
function uriOf(file: string): string {
  return file
    .replace(/\\/g, '/')
    .split('/')
    .map((part) => encodeURIComponent(part.replace(/[\uD800-\uDFFF]/gu, '\uFFFD')))
    .join('/')
}
