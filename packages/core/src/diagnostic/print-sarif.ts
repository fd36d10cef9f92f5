// Diagnostics → SARIF 2.1.0, the exchange format of code scanners.

import { placeAt, type Places, placesOf } from '../text/chapters.ts'
import type { Source, Span } from '../text/source.ts'
import type { Diagnostic, Fix } from './diagnostic.ts'
import type { Severity } from './severity.ts'
import { DIAGNOSTICS } from './registry.ts'

const LEVELS: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', unknown: 'note', note: 'note' }

export function printSarif(diagnostics: readonly Diagnostic[], source: Source): string {
  const places = placesOf(source)
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
          locations: [{ physicalLocation: placeOf(places, found.span) }],
          ...(found.related.length === 0 ? {} : { relatedLocations: relatedOf(places, found) }),
          ...(found.fixes.length === 0 ? {} : { fixes: found.fixes.map((fix) => fixOf(places, fix)) }),
        })),
      },
    ],
  }
  return `${JSON.stringify(value, null, 2)}\n`
}

function relatedOf(places: Places, found: Diagnostic) {
  return found.related.map(({ span, message }) => ({
    physicalLocation: placeOf(places, span),
    message: { text: message },
  }))
}

function fixOf(places: Places, fix: Fix) {
  const files = new Set(fix.edits.map(({ span }) => placeAt(places, span.start).file))
  const artifactChanges = [...files].map((file) => ({
    artifactLocation: { uri: uriOf(file) },
    replacements: fix.edits
      .filter(({ span }) => placeAt(places, span.start).file === file)
      .map(({ span, text }) => ({ deletedRegion: regionOf(places, span), insertedContent: { text } })),
  }))
  return { description: { text: fix.title }, artifactChanges }
}

function placeOf(places: Places, span: Span) {
  const { file } = placeAt(places, span.start)
  return { artifactLocation: { uri: uriOf(file) }, region: regionOf(places, span) }
}

function regionOf(places: Places, span: Span) {
  const start = placeAt(places, span.start)
  const end = placeAt(places, span.end)
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
