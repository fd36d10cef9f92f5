// Promise: revoked contents disappear within a second, on each of many open connections.

import { compile } from '../../../packages/core/src/compile.ts'
import { buildStages } from '../../../packages/cli/src/examples/stages.ts'
import { runRevocationMachine } from '../../../packages/cli/src/testing/failures/revocation-machine.ts'
import { revocationText } from '../../../packages/cli/src/testing/failures/revocation-text.ts'
import type { Proof } from '../proof.ts'

const STREAMS_OF_ONE = 20
const SAID_MAX = 20

export const revocation: Proof = {
  counted: 'STREAMS',
  usual: 1000,
  run: async ({ size, seed, told }) => {
    const people = Math.max(2, Math.ceil(size / STREAMS_OF_ONE))
    const text = revocationText(people)
    const { model } = compile(text)
    if (model === null) throw new Error('The reading room has errors.')
    await using stages = await buildStages(model, text)
    const found = await stages.play(({ address }, application) =>
      runRevocationMachine({ application, address, people, streams: size, seed, told }),
    )
    return {
      figures: `${found.streams} connections of ${people} people in two processes, ${found.revocations} times something taken away, ${found.concerned} connections that showed it, ${found.medianMs} ms for half of them, ${found.latestMs} ms for the last (a role ${found.latestByKind.role}, a session ${found.latestByKind.session}, a record ${found.latestByKind.record}), ${found.late} later than a second, ${found.wrong.length} wrong`,
      broken: found.wrong.slice(0, SAID_MAX),
    }
  },
}
