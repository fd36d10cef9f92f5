// `ninefold check FILE…`: prints the diagnostics of specifications, and the state of the thirteen questions. With
// --fix, it first applies each remedy that has no alternative; with --watch, it repeats everything at each change.

import { type Compiled, compile, type CompileOptions } from '@ninefold/core/compile.ts'
import { hasErrors } from '@ninefold/core/diagnostic/diagnostic.ts'
import { printGithub } from '@ninefold/core/diagnostic/print-github.ts'
import { printJson } from '@ninefold/core/diagnostic/print-json.ts'
import { printSarif } from '@ninefold/core/diagnostic/print-sarif.ts'
import { printDiagnostics } from '@ninefold/core/diagnostic/print-terminal.ts'
import { type FixedText, fixText } from '@ninefold/core/fix.ts'
import { chapterFiles } from '@ninefold/core/read/chapters.ts'
import type { Source } from '@ninefold/core/text/source.ts'
import type { CheckFormat } from '../terminal/check-formats.ts'
import { EXIT, Stop } from '../terminal/exit.ts'
import { findSpecifications } from '../find-specifications.ts'
import { missingDataFiles } from '../operation/missing-data-files.ts'
import { readLogoFiles } from '../operation/logo-files.ts'
import { rewriteSpecification } from '../rewrite-file.ts'
import { readSpecificationFile, readWholeFile } from '../specification-file.ts'
import { coloursFor, counted, questionLines, summaryOf } from '../terminal/terminal.ts'
import { today } from '../today.ts'
import { untilStopped } from '../operation/shutdown-signals.ts'
import { type SpecificationsWatch, watchSpecifications } from '../watch-specifications.ts'

export interface CheckOptions {
  readonly format: CheckFormat
  readonly fix?: true
  readonly watch?: true
  readonly for?: 'shards'
}

export interface Checked {
  readonly source: Source
  readonly compiled: Compiled
  /** Null: without --fix. */
  readonly fixed: FixedText | null
}

const PRINTERS: Readonly<Record<CheckFormat, (checked: readonly Checked[], areSeveral: boolean) => string>> = {
  text: (checked) => checked.map(asText).join('\n'),
  json: asJson,
  github: (checked) => checked.map(({ source, compiled }) => printGithub(compiled.diagnostics, source)).join(''),
  sarif: asSarif,
}

/** Returns the exit code. */
export async function check(words: readonly string[], options: CheckOptions): Promise<number> {
  if (options.watch !== true) return (await checkOnce(words, options)).code
  const stopped = untilStopped()
  let isRunning = false
  let isAsked = false
  // The watch starts before the first check, which finds the chapters.
  let follow: SpecificationsWatch['follow'] = () => {}
  const again = async (): Promise<void> => {
    isAsked = true
    if (isRunning) return
    isRunning = true
    while (isAsked) {
      isAsked = false
      if (process.stdout.isTTY === true) process.stdout.write(CLEAR)
      await checkOnce(words, options).then(({ chapters }) => follow(chapters), sayStop)
      process.stdout.write('\nChecked again at each change. Ctrl-C stops it.\n')
    }
    isRunning = false
  }
  const watch = await watchSpecifications(words, () => void again())
  follow = (files) => watch.follow(files)
  await again()
  await stopped
  await watch.close()
  return EXIT.done
}

/** Clears the screen and the scrollback, and moves the cursor to the top left. */
const CLEAR = '\u001B[2J\u001B[3J\u001B[H'

function sayStop(error: unknown): void {
  if (!(error instanceof Stop)) throw error
  process.stderr.write(`${error.message}\n`)
}

interface CheckOutcome {
  /** The highest exit code of all files. */
  readonly code: number
  /** Files of the chapters that the specifications list. */
  readonly chapters: readonly string[]
}

async function checkOnce(words: readonly string[], { format, fix, for: way }: CheckOptions): Promise<CheckOutcome> {
  const files = await findSpecifications(words)
  const checked: Checked[] = []
  let isUnreadable = false
  for (const file of files) {
    try {
      checked.push(fix === true ? await fixFile(file) : await checkFile(file, { areShards: way === 'shards' }))
    } catch (error) {
      sayStop(error)
      isUnreadable = true
    }
  }
  // Programs parse the standard output, so it contains nothing else.
  if (format !== 'json')
    for (const each of checked) (format === 'text' ? process.stdout : process.stderr).write(fixLines(each))
  if (checked.length > 0) process.stdout.write(PRINTERS[format](checked, files.length > 1))
  const isRefused = checked.some(({ compiled }) => hasErrors(compiled.diagnostics))
  return {
    code: isUnreadable ? EXIT.notPossible : isRefused ? EXIT.refused : EXIT.done,
    chapters: checked.flatMap(({ source }) => chapterFiles(source)),
  }
}

export async function checkFile(file: string, options: CompileOptions = {}): Promise<Checked> {
  const source = await readSpecificationFile(file)
  const compiled = compile(source.text, today(), options)
  const { problem } = compiled.model === null ? { problem: null } : await readLogoFiles(file, compiled.model)
  const missing = compiled.model === null ? [] : await missingDataFiles(file, compiled.model)
  const diagnostics = [...compiled.diagnostics, ...(problem === null ? [] : [problem]), ...missing]
  return { source, compiled: { ...compiled, diagnostics }, fixed: null }
}

/** `shown`: the file's name in places. */
export async function fixFile(file: string, shown = file): Promise<Checked> {
  const source = await readWholeFile(file)
  const fixed = fixText({ file: shown, text: source.text }, today())
  if (fixed.text !== source.text) await rewriteSpecification(source, fixed.text)
  return { ...(await checkFile(file)), fixed }
}

function fixLines({ source, fixed }: Checked): string {
  if (fixed === null) return ''
  const lines = fixed.applied.map(
    ({ number, title, file, start }) => `fixed ${number}: ${title}\n  ${file}:${start.line}:${start.column}\n`,
  )
  const unfinished = fixed.isUnfinished ? 'Fixes in this file undo each other: the rest is left to you.\n' : ''
  return `${lines.join('')}${unfinished}${source.file}: ${fixed.applied.length === 0 ? 'nothing to fix by itself' : `${counted(fixed.applied.length, 'fix', 'fixes')} applied`}.\n\n`
}

function asText({ source, compiled }: Checked): string {
  const colours = coloursFor(process.stdout)
  const found = compiled.diagnostics.length === 0 ? '' : `${printDiagnostics(compiled.diagnostics, source, colours)}\n`
  const summary = `${source.file}: ${summaryOf(compiled.diagnostics, compiled.questions)}`
  return `${found}${questionLines(compiled.questions, colours)}\n${colours.strong(summary)}\n`
}

/** For several files, one object for all of them; each question then names its file. */
export function asJson(checked: readonly Checked[], areSeveral: boolean): string {
  const parts = checked.map(
    ({ source, compiled }) =>
      JSON.parse(printJson(compiled.diagnostics, source, compiled.questions)) as {
        diagnostics: object[]
        questions: object[]
      },
  )
  const questions = parts.flatMap((part, index) =>
    part.questions.map((question) => (areSeveral ? { file: checked[index]?.source.file, ...question } : question)),
  )
  const fixed = checked.flatMap((each) =>
    each.fixed === null ? [] : each.fixed.applied.map(({ file, ...fix }) => ({ file, ...fix })),
  )
  const isFixing = checked.some((each) => each.fixed !== null)
  return `${JSON.stringify({ diagnostics: parts.flatMap(({ diagnostics }) => diagnostics), questions, ...(isFixing ? { fixed } : {}) }, null, 2)}\n`
}

/** One SARIF log with a run for each file. */
function asSarif(checked: readonly Checked[]): string {
  const logs = checked.map(
    ({ source, compiled }) => JSON.parse(printSarif(compiled.diagnostics, source)) as { runs: object[] },
  )
  return `${JSON.stringify({ ...logs[0], runs: logs.flatMap(({ runs }) => runs) }, null, 2)}\n`
}
