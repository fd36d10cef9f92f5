// Promise: no order is charged twice, and none is charged and forgotten, no matter which process is killed and how the
// provider behaves.

import { runPaymentsMachine } from '../../../packages/cli/src/testing/failures/payments-machine.ts'
import type { Proof } from '../proof.ts'

const SAID_MAX = 20

export const payments: Proof = {
  counted: 'ROUNDS',
  usual: 20,
  run: async ({ size, seed, told }) => {
    const found = await runPaymentsMachine({ rounds: size, seed, told })
    return {
      figures: `${found.rounds} rounds, ${found.kills} kills, ${found.orders} orders, ${found.charges} charged, ${found.sent} requests of the provider (${found.forged} forged), ${found.wrong.length} wrong`,
      broken: found.wrong.slice(0, SAID_MAX),
    }
  },
}
