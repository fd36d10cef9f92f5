// Promise: a text with errors never stops the running application, and a valid one is served as a whole.

import { startedPostgres } from '../../../packages/cli/src/testing/failures/own-postgres.ts'
import { runTextsMachine } from '../../../packages/cli/src/testing/lines/texts-machine.ts'
import type { Proof } from '../proof.ts'
import { specifications } from '../specifications.ts'

const SAID_MAX = 20

export const texts: Proof = {
  counted: 'EDITS',
  usual: 1000,
  run: async ({ size, seed, told }) => {
    await using postgres = await startedPostgres()
    const found = await runTextsMachine({
      texts: specifications(),
      edits: size,
      seed,
      database: () => postgres.database(),
      told,
    })
    return {
      figures: `${found.edits} edits: ${found.applied} served, ${found.refused} refused, ${found.waited} waited for a yes; ${found.requests} requests meanwhile, ${found.slowestMs} ms for the slowest, ${found.wrong.length} wrong`,
      broken: found.wrong.slice(0, SAID_MAX),
    }
  },
}
