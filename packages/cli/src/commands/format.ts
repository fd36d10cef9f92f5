// `ninefold format FILE…`: rewrites specifications in their canonical form.

import { formatSpecification } from '@ninefold/core/format/format-specification.ts'
import { hasErrors } from '@ninefold/core/diagnostic/diagnostic.ts'
import { readSpecification } from '@ninefold/core/read/specification.ts'
import { EXIT, Stop } from '../terminal/exit.ts'
import { asArgument } from '../terminal/terminal.ts'
import { findSpecifications } from '../find-specifications.ts'
import { rewriteSpecification } from '../rewrite-file.ts'
import { readWholeFile } from '../specification-file.ts'

export interface FormatOptions {
  /** Lists the files that are not in canonical form, without changing them. */
  readonly check?: true
}

/** Returns the exit code. */
export async function format(words: readonly string[], options: FormatOptions): Promise<number> {
  let code: number = EXIT.done
  for (const file of await findSpecifications(words)) {
    try {
      const isCanonical = await formatFile(file, options.check === true)
      if (!isCanonical && options.check === true) code = Math.max(code, EXIT.refused)
    } catch (error) {
      if (!(error instanceof Stop)) throw error
      process.stderr.write(`${error.message}\n`)
      code = EXIT.notPossible
    }
  }
  return code
}

/** Tells whether the file was in canonical form. */
async function formatFile(file: string, isOnlyAsked: boolean): Promise<boolean> {
  const source = await readWholeFile(file)
  const formatted = formatSpecification(source.text)
  const isCanonical = formatted === source.text
  if (!isCanonical && !isOnlyAsked) await rewriteSpecification(source, formatted)
  const said = isCanonical ? 'is formatted' : isOnlyAsked ? 'is not formatted' : 'was formatted'
  process.stdout.write(`${file} ${said}.\n`)
  if (hasErrors(readSpecification(source.text).diagnostics)) {
    process.stdout.write(
      `  Parts that can't be read stay as they are; \`ninefold check ${asArgument(file)}\` says which.\n`,
    )
  }
  return isCanonical
}
