// Plays the examples of a specification over HTTP on a temporary database, and returns the result of each step.

import type { Example } from '@ninefold/core/model/calls.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import type { Source } from '@ninefold/core/text/source.ts'
import { asStop } from '../operation/data-refused.ts'
import { EXIT, Stop } from '../terminal/exit.ts'
import type { PlayedExample } from './junit.ts'
import { runExample, type Stage, type StepOutcome } from './run-example.ts'
import { buildStages } from './stages.ts'

/** Observer of the results. */
export interface Audience {
  readonly begins: (example: Example) => void
  readonly sees: (outcome: StepOutcome) => void
  readonly ends: (example: Example, stepsLeft: number) => void
}

/** `stopped` cancels the run. Throws Stop then, and if there are no examples or no database to play them on. */
export async function playExamples(
  source: Source,
  model: Model,
  audience: Audience,
  stopped: Promise<'stopped'>,
): Promise<PlayedExample[]> {
  const { examples } = model.calls
  if (examples.length === 0)
    throw new Stop(`${source.file} has no examples. Write "### Example: …" in point 7.`, EXIT.refused)
  await using stages = await buildStages(model, source.text).catch((error: unknown) => {
    throw asStop(error, source, 'tested')
  })
  const played: PlayedExample[] = []
  for (const example of examples) {
    const result = await Promise.race([stages.play((stage) => play(example, stage, audience)), stopped])
    if (result === 'stopped') throw new Stop('Stopped.')
    played.push(result)
  }
  return played
}

async function play(example: Example, stage: Stage, audience: Audience): Promise<PlayedExample> {
  const began = performance.now()
  const outcomes: StepOutcome[] = []
  audience.begins(example)
  for await (const outcome of runExample(example, stage)) {
    outcomes.push(outcome)
    audience.sees(outcome)
  }
  audience.ends(example, example.steps.length - outcomes.length)
  return { example, outcomes, milliseconds: performance.now() - began }
}
