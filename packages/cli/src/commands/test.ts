// `ninefold test FILE`: the examples of a specification, played by real HTTP on a database of their own, and for
// each step what was expected and what came. 1 when one comes out otherwise.

import { writeFile } from 'node:fs/promises'
import type { Example } from '@ninefold/core/model/calls.ts'
import { asStop } from '../operation/data-refused.ts'
import { isPassed, junitOf, type PlayedExample } from '../examples/junit.ts'
import { runExample, type Stage, type StepOutcome } from '../examples/run-example.ts'
import { buildStages } from '../examples/stages.ts'
import { EXIT, Stop } from '../terminal/exit.ts'
import { modelOf } from '../model-of.ts'
import { readSpecificationFile } from '../specification-file.ts'
import { type Colours, coloursFor, counted } from '../terminal/terminal.ts'
import { untilStopped } from '../operation/until-stopped.ts'

export interface TestOptions {
  /** Where to write the results for a build server. */
  readonly junit?: string
}

export async function test(file: string, options: TestOptions): Promise<number> {
  const stopped = untilStopped().then(() => 'stopped' as const)
  const source = await readSpecificationFile(file)
  const model = modelOf(source, 'tested')
  const { examples } = model.calls
  if (examples.length === 0) throw new Stop(`${file} has no examples. Write "### Example: …" in point 7.`, EXIT.refused)
  const colours = coloursFor(process.stdout)
  await using stages = await buildStages(model, source.text).catch((error: unknown) => {
    throw asStop(error, source, 'tested')
  })
  const played: PlayedExample[] = []
  for (const example of examples) {
    const result = await Promise.race([stages.play((stage) => play(example, stage, colours)), stopped])
    if (result === 'stopped') throw new Stop('Stopped.')
    played.push(result)
  }
  if (options.junit !== undefined) await writeFile(options.junit, junitOf(model.name, played))
  const failed = played.filter((each) => !isPassed(each)).length
  process.stdout.write(`${summaryOf(played.length - failed, failed)}\n`)
  return failed === 0 ? EXIT.done : EXIT.refused
}

async function play(example: Example, stage: Stage, colours: Colours): Promise<PlayedExample> {
  const began = performance.now()
  const outcomes: StepOutcome[] = []
  process.stdout.write(`${colours.strong(example.name)}\n`)
  for await (const outcome of runExample(example, stage)) {
    outcomes.push(outcome)
    process.stdout.write(lineOf(outcome, colours))
  }
  const left = example.steps.length - outcomes.length
  if (left > 0) process.stdout.write(`  ${colours.faint(`${counted(left, 'step')} not tried`)}\n`)
  return { example, outcomes, milliseconds: performance.now() - began }
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
