// Measures reading and checking beside plain Markdown parsing in the same run: the two examples, generated
// specifications of growing size, and a keystroke in the help desk. Times are processor time, so that other load on the
// machine does not count.

import { compile } from '@ninefold/core/compile.ts'
import { hasErrors } from '@ninefold/core/diagnostic/diagnostic.ts'
import { parseMarkdown } from '@ninefold/core/outline/parse-markdown.ts'
import { readSpecification } from '@ninefold/core/read/specification.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { generatedSpecification } from './generated-specification.ts'
import { median, quantile } from './load.ts'
import { milliseconds, printTable, verdict } from './print-table.ts'

const TIMES_MARKDOWN_TARGET = 4
const KEYSTROKE_MS_TARGET = 16
/** Ten times the text may take 10 to the power of 1.1 = 12.6 times as long. */
const GROWTH_TARGET = 1.1

const FEWEST_ROUNDS = 5
/** All measures of one text take about this long when warm; large texts take longer. */
const TEXT_MS = 4000
const KEYSTROKES = 300

interface TextMeasure {
  readonly lines: number
  readonly markdownMs: number
  readonly readMs: number
  /** Reading, checking and deriving: all that `ninefold check` does except printing. */
  readonly wholeMs: number
  readonly hasErrors: boolean
}

export function benchLanguage(): void {
  const [helpDesk, conduit] = ['examples/helpdesk/app.md', 'examples/conduit/app.md'].map((path) =>
    readFileSync(join(import.meta.dirname, '..', path), 'utf8'),
  ) as [string, string]
  // Warm-up: V8 compiles all functions before anything is measured.
  for (let round = 0; round < 20; round++) measureOnce(generatedSpecification(6), round)
  const generated = [6, 60, 600].map((entities) => measureText(generatedSpecification(entities)))
  printTexts([
    ['help desk', measureText(helpDesk)],
    ['Conduit', measureText(conduit)],
    ...generated.map((measure): [string, TextMeasure] => ['generated', measure]),
  ])
  printGrowth(generated)
  printKeystrokes(helpDesk)
}

function measureText(text: string): TextMeasure {
  const rounds: TextMeasure[] = []
  const startedAt = performance.now()
  for (let round = 0; round < FEWEST_ROUNDS * 2 || performance.now() - startedAt < TEXT_MS; round++) {
    rounds.push(measureOnce(text, round))
    if (round >= FEWEST_ROUNDS && performance.now() - startedAt > TEXT_MS * 4) break
  }
  // The first half is warm-up.
  const warm = rounds.slice(Math.floor(rounds.length / 2))
  const of = (figure: 'markdownMs' | 'readMs' | 'wholeMs'): number => median(warm.map((round) => round[figure]))
  return {
    lines: text.split('\n').length,
    markdownMs: of('markdownMs'),
    readMs: of('readMs'),
    wholeMs: of('wholeMs'),
    hasErrors: warm.some((round) => round.hasErrors),
  }
}

/**
 * The same specification with other white space behind every heading, because parts of a known text are cached and
 * every measure has to start from nothing.
 */
function asIfNew(text: string, round: number): string {
  const blanks = round.toString(2).replace(/./g, (digit) => (digit === '0' ? ' ' : '\t'))
  return text.replace(/^#.*$/gm, `$& ${blanks}`)
}

function measureOnce(text: string, round: number): TextMeasure {
  const [toRead, toCompile] = [asIfNew(text, 2 * round), asIfNew(text, 2 * round + 1)]
  const startedAt = processorMs()
  parseMarkdown(toRead)
  const parsedAt = processorMs()
  readSpecification(toRead)
  const readAt = processorMs()
  const { diagnostics } = compile(toCompile)
  const compiledAt = processorMs()
  return {
    lines: 0,
    markdownMs: parsedAt - startedAt,
    readMs: readAt - parsedAt,
    wholeMs: compiledAt - readAt,
    hasErrors: hasErrors(diagnostics),
  }
}

function processorMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

function printTexts(measures: readonly (readonly [string, TextMeasure])[]): void {
  const rows = measures.map(([name, found]) => {
    const times = found.wholeMs / found.markdownMs
    return [
      // The checker skips consequences of the whole text while there are errors.
      found.hasErrors ? `${name} (has errors)` : name,
      String(found.lines),
      milliseconds(found.markdownMs),
      milliseconds(found.readMs),
      milliseconds(found.wholeMs),
      `${times.toFixed(2)} times`,
      `${TIMES_MARKDOWN_TARGET} times: ${verdict(times <= TIMES_MARKDOWN_TARGET)}`,
    ]
  })
  printTable(['specification', 'lines', 'Markdown', 'read', 'read and checked', 'of Markdown', 'target'], rows)
}

/** Prints the growth of time with the number of lines, as an exponent: 1 is linear, 2 is quadratic. */
function printGrowth(measures: readonly TextMeasure[]): void {
  const exponent = (from: TextMeasure | undefined, to: TextMeasure | undefined): number =>
    from === undefined || to === undefined
      ? Number.NaN
      : Math.log(to.wholeMs / from.wholeMs) / Math.log(to.lines / from.lines)
  const whole = exponent(measures[0], measures.at(-1))
  const steps = measures.slice(1).map((measure, index) => exponent(measures[index], measure).toFixed(2))
  console.log(
    `\ngrowth with the lines, as an exponent: ${whole.toFixed(2)} (from size to size ${steps.join(', ')}); ` +
      `target ${GROWTH_TARGET}: ${verdict(whole <= GROWTH_TARGET)}`,
  )
}

/** Types letters one by one at places all over the text, with a full compile after each. */
function printKeystrokes(text: string): void {
  const times: number[] = []
  for (let stroke = 0; stroke < KEYSTROKES * 2; stroke++) {
    const word = Math.floor(stroke / 8)
    const place = Math.floor((((word * 7919) % 1000) / 1000) * text.length)
    const typed = text.slice(0, place) + 'keystroke'.slice(0, (stroke % 8) + 1) + text.slice(place)
    const startedAt = processorMs()
    compile(typed)
    times.push(processorMs() - startedAt)
  }
  const warm = times.slice(KEYSTROKES).sort((a, b) => a - b)
  const usual = median(warm)
  console.log(
    `\na keystroke in the help desk, warm: ${milliseconds(usual)}, worst in a hundred ${milliseconds(quantile(warm, 0.99))}; ` +
      `target ${KEYSTROKE_MS_TARGET} ms: ${verdict(usual < KEYSTROKE_MS_TARGET)}`,
  )
}
