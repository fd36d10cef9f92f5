// `ninefold test FILE`: plays the examples of a specification over HTTP on a temporary database, and prints the
// expected and the actual result of each step. Exits with 1 if one fails.

import { writeFile } from 'node:fs/promises'
import { isPassed, junitOf } from '../examples/junit.ts'
import { type Audience, playExamples } from '../examples/play-examples.ts'
import type { StepOutcome } from '../examples/run-example.ts'
import { EXIT } from '../terminal/exit.ts'
import { modelOf } from '../model-of.ts'
import { readNamedSpecification } from '../specification-of.ts'
import { type Colours, coloursFor, counted } from '../terminal/terminal.ts'
import { untilStopped } from '../operation/shutdown-signals.ts'

export interface TestOptions {
  /** File for the results in JUnit format. */
  readonly junit?: string
}

export async function test(file: string, options: TestOptions): Promise<number> {
  const stopped = untilStopped().then(() => 'stopped' as const)
  const source = await readNamedSpecification(file)
  const model = modelOf(source, 'tested')
  const played = await playExamples(source, model, atTheTerminal(coloursFor(process.stdout)), stopped)
  if (options.junit !== undefined) await writeFile(options.junit, junitOf(model.name, played))
  const failed = played.filter((each) => !isPassed(each)).length
  process.stdout.write(`${summaryOf(played.length - failed, failed)}\n`)
  return failed === 0 ? EXIT.done : EXIT.refused
}

function atTheTerminal(colours: Colours): Audience {
  const say = (words: string): void => void process.stdout.write(words)
  return {
    begins: ({ name }) => say(`${colours.strong(name)}\n`),
    sees: (outcome) => say(lineOf(outcome, colours)),
    ends: (_example, left) =>
      left > 0 ? say(`  ${colours.faint(`${counted(left, 'step')} not tried`)}\n`) : undefined,
  }
}

function lineOf({ request, expected, came, said, isAsExpected }: StepOutcome, colours: Colours): string {
  if (isAsExpected) return `  ${colours.good('✓')} ${request} ${colours.faint(`answers ${expected}`)}\n`
  const words = said === null ? '' : `      ${said}\n`
  return `  ${colours.severity('error', '✗')} ${request}\n      expected ${expected}, came ${came}\n${words}`
}

function summaryOf(passed: number, failed: number): string {
  const ends = failed === 0 ? [] : [`${failed} came out otherwise`]
  return `${[`${counted(passed, 'example')} as expected`, ...ends].join(', ')}.`
}
