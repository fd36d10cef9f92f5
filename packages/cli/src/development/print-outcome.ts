// The outcome of a version → lines in the terminal.

import { printDiagnostics } from '@ninefold/core/diagnostic/print-terminal.ts'
import type { Diagnostic } from '@ninefold/core/diagnostic/diagnostic.ts'
import type { Source } from '@ninefold/core/text/source.ts'
import type { WaitingStep } from '@ninefold/server/store/migrate/migrate.ts'
import { type Colours, counted } from '../terminal/terminal.ts'
import type { Outcome, ServedMeanwhile } from './outcome.ts'

/** More changes than this are only counted. */
const CHANGES_MAX = 8

const servedMeanwhile: Record<ServedMeanwhile, string> = {
  'last good version': 'The last good version is still served.',
  'version of the data': 'The version that fits the data is served.',
  nothing: 'No version was without errors yet, so an empty application is served.',
}

export function outcomeLines(outcome: Outcome, colours: Colours, time: string): string {
  const head = (words: string): string => `${colours.faint(time)}  ${words}\n`
  switch (outcome.kind) {
    case 'applied': {
      const changes = outcome.changes.slice(0, CHANGES_MAX).map((sentence) => `          ${sentence}\n`)
      const more = outcome.changes.length - changes.length
      const rest = more > 0 ? `          … and ${more} more.\n` : ''
      const unloaded = outcome.unloaded === null ? '' : `\n${errorsIn([outcome.unloaded], outcome.source, colours)}\n`
      return `${head(colours.good(`Applied in ${Math.round(outcome.tookMs)} ms.`))}${changes.join('')}${rest}${unloaded}`
    }
    case 'errors': {
      const errors = outcome.compiled.diagnostics.filter(({ severity }) => severity === 'error')
      return `${head(colours.severity('error', `Held back: ${counted(errors.length, 'error')}. ${servedMeanwhile[outcome.served]}`))}\n${errorsIn(errors, outcome.source, colours)}\n`
    }
    case 'waiting':
      return `${head(colours.severity('warning', 'Not applied: existing data is affected.'))}${waitingLines(outcome.steps, colours)}`
    case 'failed':
      return `${head(colours.severity('error', 'Not applied, because of a failure in Ninefold itself. The last version is still served.'))}${stackOf(outcome.cause)}\n`
    case 'file gone':
      return head(`${outcome.reason} The last version is still served.`)
  }
}

function errorsIn(errors: readonly Diagnostic[], source: Source, colours: Colours): string {
  return printDiagnostics(errors, source, colours)
}

export function waitingLines(steps: readonly WaitingStep[], colours: Colours): string {
  const lines = steps.map((step) => `          ${waitingWords(step, colours.strong)}\n`).join('')
  const canBeAgreed = steps.every(({ consequence }) => consequence === 'loses values')
  const way = canBeAgreed
    ? 'Type yes and press Enter to do it, or change the text.'
    : 'Correct those records and save again, or change the text.'
  return `${lines}          ${way}\n`
}

/** Words a waiting step, its number of rows, and the possible alternative meaning. */
export function waitingWords(
  { sentence, rows, hint }: WaitingStep,
  strong: (words: string) => string = (words) => words,
): string {
  const count = rows === 0 ? '' : ` ${strong(`(${counted(rows, 'row')})`)}`
  return `${sentence}${count}${hint === undefined ? '' : ` ${hint}`}`
}

function stackOf(cause: unknown): string {
  return cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)
}
