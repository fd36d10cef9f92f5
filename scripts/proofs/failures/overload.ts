// Promise: overload is refused instead of slowing everybody down, and one person cannot block the others.

import { runOverloadMachine } from '../../../packages/cli/src/testing/failures/overload-machine.ts'
import type { Proof } from '../proof.ts'

const GOODPUT_MIN = 0.5
const RECOVERY_MS_MAX = 5_000

export const overload: Proof = {
  counted: 'SECONDS',
  usual: 10,
  run: async ({ size }) => {
    const found = await runOverloadMachine(size)
    const share = found.underOverload / found.atCapacity
    const figures = [
      `${found.atCapacity} answers a second at capacity, ${found.underOverload} under overload (${Math.round(share * 100)} %)`,
      `${found.refused} refused`,
      `others: ${found.modestServed} served, ${found.modestRefused} refused, ${found.modestWorstMs} ms at worst`,
      `${found.worstGapMs} ms to say that it is alive at worst`,
      `calm again after ${found.recoveryMs} ms`,
      `asking took ${found.askingPercent.atCapacity} % of one processor, ${found.askingPercent.underOverload} % under overload`,
      `${found.memoryMb.before} MB before, ${found.memoryMb.under} MB under overload`,
    ]
    const broken = [
      ...found.wrong,
      ...(share < GOODPUT_MIN ? ['less than half of what can be done is done'] : []),
      ...(found.modestServed === 0 || found.modestRefused > found.modestServed ? ['others are not served'] : []),
      ...(found.recoveryMs > RECOVERY_MS_MAX ? ['it takes too long to recover'] : []),
    ]
    return { figures: figures.join('; '), broken }
  },
}
