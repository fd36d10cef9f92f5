// Promise: an acknowledged write is kept, and done once, when the primary of a replicated PostgreSQL fails.

import { type Failure, FAILURES } from '../../../packages/cli/src/testing/failover/failure-kinds.ts'
import { type Round, runFailoverMachine } from '../../../packages/cli/src/testing/failover/failover-machine.ts'
import { median } from '../../../bench/load.ts'
import type { Proof } from '../proof.ts'

const SAID_MAX = 20
/** Replicas that lack the last writes, because commits do not wait for them. */
const PLANTED = ['killed with late replicas'] as const

export const failover: Proof = {
  counted: 'FAILURES',
  usual: 12,
  run: async ({ size, seed, told }) => {
    const planted = await runFailoverMachine({ failures: 1, seed, kinds: PLANTED, isAsynchronous: true })
    told(`commits that wait for no replica, as a planted fault: ${planted.lost.length} of ${planted.acknowledged} lost`)
    const found = await runFailoverMachine({ failures: size, seed, readsReplica: true, told })
    const { rounds, acknowledged, refused, reads, byReplica, longestAnswerMs, lost, wrong, ofCluster } = found
    const elections = rounds.filter(({ electedMs }) => electedMs !== undefined)
    const elected = elections.flatMap(({ electedMs }) => electedMs ?? [])
    for (const kind of FAILURES) tellKind(kind, rounds, told)
    for (const fault of ofCluster) told(`the cluster: ${fault}`)
    return {
      figures: [
        `${rounds.length} failures, ${acknowledged} acknowledged, ${lost.length} lost, ${refused} refused and told when to ask again, ${reads} lists answered, ${byReplica} statements by a replica`,
        `the longest answer took ${Math.round(longestAnswerMs)} ms`,
        `${elected.length} of ${elections.length} awaited primaries elected, after ${spread(elected)}`,
        `back ${spread(rounds.flatMap(({ backMs }) => backMs ?? []))} after a primary`,
        `${wrong.length} wrong`,
      ].join(', '),
      broken: [
        ...(planted.lost.length === 0 ? ['The planted fault was not found.'] : []),
        ...(byReplica === 0 ? ['No replica has answered a read.'] : []),
        ...(rounds.length < size ? [`Only ${rounds.length} of ${size} failures were tried.`] : []),
        ...lost.map((title) => `lost: ${title}`),
        ...wrong,
      ].slice(0, SAID_MAX),
    }
  },
}

function tellKind(kind: Failure, rounds: readonly Round[], told: (line: string) => void): void {
  const ofKind = rounds.filter((round) => round.kind === kind)
  const elected = ofKind.flatMap(({ electedMs }) => electedMs ?? [])
  const after = elected.length === 0 ? '' : `, a new primary after ${spread(elected)}`
  const back = ofKind.flatMap(({ backMs }) => backMs ?? [])
  if (ofKind.length > 0) told(`${kind}, ${ofKind.length} times${after}, back ${spread(back)} later`)
}

function spread(times: readonly number[]): string {
  return `${Math.round(median(times))} ms (${Math.round(Math.max(...times))} ms at most)`
}
