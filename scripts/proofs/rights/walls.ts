// Promise: each of the two walls between callers and hidden data holds alone, and both let the same through.

import type { Application } from '../../../packages/server/src/gate/context/application.ts'
import { underGeneralRole } from '../../../packages/server/src/testing/general-caller.ts'
import { withoutGate, withoutWall } from '../../../packages/server/src/testing/forgetful-plans.ts'
import {
  runWorldsMachine,
  sumOf,
  type WorldsOptions,
  type WorldsResult,
} from '../../../packages/cli/src/testing/worlds/worlds-machine.ts'
import { isReadThroughWall } from '../../../packages/cli/src/testing/worlds/wall-requests.ts'
import type { Proof } from '../proof.ts'
import { specificationsWithTenants } from '../specifications.ts'

const REQUESTS_PER_WORLD = 300

type Part = Pick<WorldsOptions, 'double' | 'otherDouble' | 'wanted' | 'triesPerWorld'>

const PARTS: Readonly<Record<string, Part>> = {
  'the gate alone': { double: withoutWall },
  'the wall alone': { double: withoutGate('the wall stands'), wanted: isReadThroughWall },
  'the wall alone, of callers with unusual roles': {
    double: (honest: Application) => underGeneralRole(withoutGate('the wall stands')(honest)),
    wanted: isReadThroughWall,
  },
  'both and the gate alone': { double: (honest: Application) => honest, otherDouble: withoutWall, triesPerWorld: 0 },
}

export const walls: Proof = {
  counted: 'PAIRS',
  usual: 9_000,
  run: async ({ size, seed, told }) => {
    const texts = specificationsWithTenants()
    const results: WorldsResult[] = []
    for (const { name, text, model } of texts)
      for (const [part, more] of Object.entries(PARTS)) {
        const worlds = Math.ceil(size / texts.length / Object.keys(PARTS).length / REQUESTS_PER_WORLD)
        const options = { model, text, worlds, requestsPerWorld: REQUESTS_PER_WORLD, seed: readingSeed(seed), ...more }
        const result = await runWorldsMachine(options)
        results.push({ ...result, differences: result.differences.map((each) => `${name}, ${part}: ${each}`) })
        told(
          `${name}, ${part}: ${result.pairs} pairs, ${result.results} with a result, ${result.differences.length} different`,
        )
      }
    const all = results.reduce(sumOf)
    return {
      figures: `${texts.length} specifications, ${all.pairs} pairs (${all.results} with a result), ${all.hiddenChanges} hidden changes, ${all.differences.length} different`,
      broken: all.differences,
    }
  },
}

/** Every third world contains writes. */
function readingSeed(seed: number): number {
  return seed % 3 === 0 ? seed + 1 : seed
}
