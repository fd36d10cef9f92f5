// Promise: of many concurrent requests, exactly as many succeed as may, and each effect happens once.

import { buildArenas, runHistoryMachine } from '../../../packages/cli/src/testing/concurrency/history-machine.ts'
import type { Proof } from '../proof.ts'

export const history: Proof = {
  counted: 'RACES',
  usual: 500,
  run: async ({ size, seed, told }) => {
    await using stages = await buildArenas()
    const { races, requests, wrong, byKind } = await runHistoryMachine({ stages, races: size, seed })
    for (const [kind, count] of Object.entries(byKind)) told(`${kind}: ${count} races`)
    return {
      figures: `${races} races, ${requests} requests, ${wrong.length} with other than the right winners`,
      broken: wrong,
    }
  },
}
