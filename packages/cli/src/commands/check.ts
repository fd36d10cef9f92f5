// `ninefold check FILE…`: specifications → what is wrong in them, and how the thirteen questions stand.

import { type Compiled, compile } from '@ninefold/core/compile.ts'
import { hasErrors } from '@ninefold/core/diagnostic/diagnostic.ts'
import { printGithub } from '@ninefold/core/diagnostic/print-github.ts'
import { printJson } from '@ninefold/core/diagnostic/print-json.ts'
import { printSarif } from '@ninefold/core/diagnostic/print-sarif.ts'
import { printDiagnostics } from '@ninefold/core/diagnostic/print-terminal.ts'
import type { Source } from '@ninefold/core/text/source.ts'
import type { CheckFormat } from '../check-formats.ts'
import { EXIT, Stop } from '../exit.ts'
import { readSpecificationFile } from '../specification-file.ts'
import { coloursFor, questionLines, summaryOf } from '../terminal.ts'

interface Checked {
  readonly source: Source
  readonly compiled: Compiled
}

const PRINTERS: Readonly<Record<CheckFormat, (checked: readonly Checked[], areSeveral: boolean) => string>> = {
  text: (checked) => checked.map(asText).join('\n'),
  json: asJson,
  github: (checked) => checked.map(({ source, compiled }) => printGithub(compiled.diagnostics, source)).join(''),
  sarif: asSarif,
}

/** Returns the exit code: the worst of all files. */
export async function check(files: readonly string[], format: CheckFormat): Promise<number> {
  const checked: Checked[] = []
  let isUnreadable = false
  for (const file of files) {
    try {
      const source = await readSpecificationFile(file)
      checked.push({ source, compiled: compile(source.text) })
    } catch (error) {
      if (!(error instanceof Stop)) throw error
      process.stderr.write(`${error.message}\n`)
      isUnreadable = true
    }
  }
  if (checked.length > 0) process.stdout.write(PRINTERS[format](checked, files.length > 1))
  if (isUnreadable) return EXIT.notPossible
  return checked.some(({ compiled }) => hasErrors(compiled.diagnostics)) ? EXIT.refused : EXIT.done
}

function asText({ source, compiled }: Checked): string {
  const colours = coloursFor(process.stdout)
  const found = compiled.diagnostics.length === 0 ? '' : `${printDiagnostics(compiled.diagnostics, source, colours)}\n`
  const summary = `${source.file}: ${summaryOf(compiled.diagnostics, compiled.questions)}`
  return `${found}${questionLines(compiled.questions, colours)}\n${colours.strong(summary)}\n`
}

/** Of several files, the same object with everything in it; each question then says its file. */
function asJson(checked: readonly Checked[], areSeveral: boolean): string {
  const printed = checked.map(({ source, compiled }) => printJson(compiled.diagnostics, source, compiled.questions))
  const [only] = printed
  if (!areSeveral && only !== undefined) return only
  const parts = printed.map((text) => JSON.parse(text) as { diagnostics: object[]; questions: object[] })
  const questions = parts.flatMap((part, index) => part.questions.map((question) => ({ file: checked[index]?.source.file, ...question })))
  return `${JSON.stringify({ diagnostics: parts.flatMap(({ diagnostics }) => diagnostics), questions }, null, 2)}\n`
}

/** One log with one run for each file. */
function asSarif(checked: readonly Checked[]): string {
  const logs = checked.map(({ source, compiled }) => JSON.parse(printSarif(compiled.diagnostics, source)) as { runs: object[] })
  return `${JSON.stringify({ ...logs[0], runs: logs.flatMap(({ runs }) => runs) }, null, 2)}\n`
}
