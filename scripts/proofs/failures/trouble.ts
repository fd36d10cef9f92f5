// Promise: every incident around an application is reported to the people concerned, and its report ends with its
// cause.

import { runTroubleMachine } from '../../../packages/cli/src/testing/failures/trouble-machine.ts'
import type { Proof } from '../proof.ts'

const SAID_MAX = 20

export const trouble: Proof = {
  counted: 'SECONDS OF EACH',
  usual: 40,
  run: async ({ size, told }) => {
    const found = await runTroubleMachine({ secondsEach: size, told })
    const untried =
      found.untried.length === 0 ? '' : `; not tried, because this machine does not let us: ${found.untried.join(', ')}`
    return {
      figures: `${found.served} served, ${found.refused} refused and told when to ask again, ${found.slowestMs} ms for the slowest answer, well again after ${found.recoveryMs} ms at most, ${found.wrong.length} wrong${untried}`,
      broken: found.wrong.slice(0, SAID_MAX),
    }
  },
}
