// A row of the text's own data that cannot be loaded → an error message with its place.

import { type Diagnostic, diagnostic } from '@ninefold/core/diagnostic/diagnostic.ts'
import { printDiagnostics } from '@ninefold/core/diagnostic/print-terminal.ts'
import type { Source } from '@ninefold/core/text/source.ts'
import { DataLoadError } from '@ninefold/server/store/data/data-refusals.ts'
import { EXIT, Stop } from '../terminal/exit.ts'
import { coloursFor } from '../terminal/terminal.ts'

export function diagnosticOf(refused: DataLoadError, { text }: Pick<Source, 'text'>): Diagnostic {
  const { span, row, why, hint } = refused
  // The loaded text may be an earlier one, so its positions may lie outside this one.
  const end = Math.min(span.end, text.length)
  return diagnostic('N315', { start: Math.min(span.start, end), end }, 'row not loaded', row, why).withHint(hint)
}

/** Other errors pass unchanged. `purpose` completes the sentence "its data can't be loaded, so it can't be …". */
export function asStop(thrown: unknown, source: Source, purpose: string): unknown {
  if (!(thrown instanceof DataLoadError)) return thrown
  const told = printDiagnostics([diagnosticOf(thrown, source)], source, coloursFor(process.stderr))
  return new Stop(`${told}\nThe data of ${source.file} can't be loaded, so it can't be ${purpose}.`, EXIT.refused)
}
