// Promise: while PostgreSQL's disk is full, reads go on, writes are refused with a time to retry, and none is lost.

import { runFullDiskMachine } from '../../../packages/cli/src/testing/failures/full-disk-machine.ts'
import type { Proof } from '../proof.ts'

const SAID_MAX = 20

export const fullDisk: Proof = {
  counted: 'TIMES',
  usual: 5,
  run: async ({ size, seed, told }) => {
    const planted = await runFullDiskMachine({ times: 1, seed, takesRefusedAsDone: true })
    told(`refused writes taken as done, as a planted fault: ${planted.lost.length} of ${planted.acknowledged} lost`)
    const found = await runFullDiskMachine({ times: size, seed, told })
    return {
      figures: `${size} times full, ${found.acknowledged} acknowledged, ${found.lost.length} lost, ${found.refused} refused and told when to ask again, ${found.reads} reads meanwhile, back ${Math.round(Math.max(...found.backMs))} ms after there was room at most, ${found.wrong.length} wrong`,
      broken: [
        ...(planted.lost.length === 0 ? ['The planted fault was not found.'] : []),
        ...found.lost.map((title) => `lost: ${title}`),
        ...found.wrong,
      ].slice(0, SAID_MAX),
    }
  },
}
