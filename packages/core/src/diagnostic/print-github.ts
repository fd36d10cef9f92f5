// Diagnostics → workflow commands, which GitHub shows as annotations of lines.

import { placeAt, placesOf } from '../text/chapters.ts'
import type { Source } from '../text/source.ts'
import type { Diagnostic } from './diagnostic.ts'
import type { Severity } from './severity.ts'
import { DIAGNOSTICS } from './registry.ts'

const COMMANDS: Readonly<Record<Severity, string>> = {
  error: 'error',
  warning: 'warning',
  unknown: 'notice',
  note: 'notice',
}

export function printGithub(diagnostics: readonly Diagnostic[], source: Source): string {
  const places = placesOf(source)
  return diagnostics
    .map((found) => {
      const start = placeAt(places, found.span.start)
      const end = placeAt(places, found.span.end)
      const properties = {
        file: start.file,
        line: start.line,
        endLine: end.line,
        // GitHub takes columns only for spans within one line; its last column is inclusive.
        ...(start.line === end.line ? { col: start.column, endColumn: Math.max(start.column, end.column - 1) } : {}),
        title: `${found.number} ${DIAGNOSTICS[found.number].title}`,
      }
      const written = Object.entries(properties).map(([name, value]) => `${name}=${escapedProperty(String(value))}`)
      const message = found.hint === null ? found.message : `${found.message}\n${found.hint}`
      return `::${COMMANDS[found.severity]} ${written.join(',')}::${escaped(message)}\n`
    })
    .join('')
}

function escaped(words: string): string {
  return words.replace(/%/g, '%25').replace(/\r/g, '%0D').replace(/\n/g, '%0A')
}

function escapedProperty(words: string): string {
  return escaped(words).replace(/:/g, '%3A').replace(/,/g, '%2C')
}
