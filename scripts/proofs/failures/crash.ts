// Promise: every acknowledged change is kept and reported once, no matter which process is killed.

import { runCrashMachine } from '../../../packages/cli/src/testing/failures/crash-machine.ts'
import type { Proof } from '../proof.ts'

export const crash: Proof = {
  counted: 'ROUNDS',
  usual: 20,
  run: async ({ size, seed, told }) => {
    const { rounds, acknowledged, lost, mistold } = await runCrashMachine({ rounds: size, seed, told })
    return {
      figures: `${rounds} rounds, ${acknowledged} acknowledged, ${lost.length} lost, ${mistold.length} mistold`,
      broken: [...lost.map((subject) => `lost: ${subject}`), ...mistold],
    }
  },
}
