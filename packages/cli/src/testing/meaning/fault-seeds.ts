// Planted faults → the first small specification that reveals each. Only the reference interpreter runs here, which is
// quick. A test then runs these specifications on the engine, and must find the fault in the recorded run.

import { modelOf } from '@ninefold/core/compile.ts'
import { randomFrom } from '../chance.ts'
import { httpOf } from './http-request.ts'
import { InterpretedPlay } from './interpreted-play.ts'
import { madeUpRequests } from './made-up-requests.ts'
import { madeUpSpecification } from './made-up-specification.ts'
import { findsFault, hasBranchesOf, namedByOf, tenanciesOf, type Play } from './meaning-machine.ts'

/** Requests for each specification in which faults are sought. */
export const REQUESTS_WITH_FAULTS = 20

/** `count`: the number of specifications, unless all faults are found before. */
export function seedsOfFaults(
  faults: Readonly<Record<string, (play: Play) => Play>>,
  { from, count, told }: { readonly from: number; readonly count: number; readonly told: (line: string) => void },
): Record<string, number> {
  const seeds: Record<string, number> = {}
  for (let seed = from; seed < from + count; seed++) {
    const left = Object.entries(faults).filter(([name]) => seeds[name] === undefined)
    if (left.length === 0) break
    const play = playedAlone(seed)
    if (play === null) continue
    for (const [name, fault] of left) {
      if (!findsFault(play, fault)) continue
      seeds[name] = seed
      told(`  ${JSON.stringify(name)}: ${seed},`)
    }
  }
  return seeds
}

/** Null: the checker refuses the text. */
function playedAlone(seed: number): Play | null {
  const random = randomFrom(seed)
  const { text, beginsMs, ...madeUp } = madeUpSpecification(
    random,
    true,
    tenanciesOf(seed),
    namedByOf(seed),
    hasBranchesOf(seed),
  )
  const model = modelOf(text)
  if (model === null) return null
  const drawing = new InterpretedPlay(model, beginsMs)
  const requests = madeUpRequests({ text, beginsMs, ...madeUp }, REQUESTS_WITH_FAULTS, random, drawing)
  const playing = new InterpretedPlay(model, beginsMs)
  // The stored data is recorded only where it can have changed.
  const seen = requests.map((request) => {
    const came = playing.next(request)
    return request.kind !== 'time' && httpOf(request).method === 'GET' ? { ...came, kept: null } : came
  })
  return { seed, text, beginsMs, model, requests, seen }
}
