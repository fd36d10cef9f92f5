// A specification's text → its model, for commands that cannot work without one.

import { printDiagnostics } from '@ninefold/core/diagnostic/print-terminal.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import type { Source } from '@ninefold/core/text/source.ts'
import { EXIT, Stop } from './terminal/exit.ts'
import { compile } from './pipeline.ts'
import { coloursFor, counted } from './terminal/terminal.ts'

/** Throws Stop with every error. `purpose` completes the sentence "it has 3 errors and can't be …". */
export function modelOf(source: Source, purpose: string): Model {
  const { model, diagnostics } = compile(source.text)
  if (model !== null) return model
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  const told = printDiagnostics(errors, source, coloursFor(process.stderr))
  throw new Stop(
    `${told}\n${source.file} has ${counted(errors.length, 'error')} and can't be ${purpose}.`,
    EXIT.refused,
  )
}
