// Promise: an acknowledged write is kept, and done once, when the primary of a replicated PostgreSQL fails.

import { runFailoverMachine } from '../../packages/cli/src/testing/failures/failover-machine.ts'
import { median } from '../../bench/load.ts'
import type { Proof } from './proof.ts'

const SAID_MAX = 20
/** Replicas that lack the last writes, because commits do not wait for them. */
const PLANTED = ['killed with late replicas'] as const

export const failover: Proof = {
  counted: 'FAILURES',
  usual: 12,
  run: async ({ size, seed, told }) => {
    const planted = await runFailoverMachine({ failures: 1, seed, kinds: PLANTED, isAsynchronous: true })
    told(`commits that wait for no replica, as a planted fault: ${planted.lost.length} of ${planted.acknowledged} lost`)
    const found = await runFailoverMachine({ failures: size, seed, told })
    const [middle, longest] = [median(found.backMs), Math.max(...found.backMs)]
    return {
      figures: `${found.failures} failures, ${found.acknowledged} acknowledged, ${found.lost.length} lost, ${found.refused} refused and told when to ask again, back ${Math.round(middle)} ms after a new primary (${Math.round(longest)} ms at most), ${found.wrong.length} wrong`,
      broken: [
        ...(planted.lost.length === 0 ? ['The planted fault was not found.'] : []),
        ...found.lost.map((title) => `lost: ${title}`),
        ...found.wrong,
      ].slice(0, SAID_MAX),
    }
  },
}
