// Promise: a form tells the rules that a made-up request breaks as the server does, and refuses nothing that it accepts.

import { comparedForms, playForms } from '../../../packages/cli/src/testing/form-rules/form-rules-machine.ts'
import { startedPostgres } from '../../../packages/cli/src/testing/failures/own-postgres.ts'
import type { Proof } from '../proof.ts'

const BODIES_PER_SPECIFICATION = 30

export const formRules: Proof = {
  counted: 'SPECIFICATIONS',
  usual: 200,
  run: async ({ size, seed }) => {
    await using postgres = await startedPostgres()
    const plays = await playForms({
      seeds: Array.from({ length: size }, (_, index) => seed + index),
      bodies: BODIES_PER_SPECIFICATION,
      newDatabase: () => postgres.database(),
    })
    const { requests, accepted, toldByForm, toldByServer, faults } = comparedForms(plays)
    return {
      figures:
        `${size} specifications, ${requests} requests, ${accepted} of them accepted, ` +
        `${toldByForm} of ${toldByServer} broken rules told before, ${faults.length} differences`,
      broken: faults.map(({ seed: own, kind, what }) => `seed ${own}: ${kind}: ${what}`),
    }
  },
}
