// Promise: each change is made once and reported, no matter which process is killed or which client disconnects before
// the answer.

import { runDeliveryMachine } from '../../../packages/cli/src/testing/concurrency/delivery-machine.ts'
import type { Proof } from '../proof.ts'

export const delivery: Proof = {
  counted: 'ROUNDS',
  usual: 20,
  run: async ({ size, seed, told }) => {
    const { rounds, acknowledged, cut, arrived, again, wrong } = await runDeliveryMachine({ rounds: size, seed, told })
    return {
      figures: `${rounds} rounds, ${acknowledged} acknowledged, ${cut} cut and sent again, ${arrived} messages arrived, ${again} of them twice, ${wrong.length} wrong`,
      broken: wrong,
    }
  },
}
