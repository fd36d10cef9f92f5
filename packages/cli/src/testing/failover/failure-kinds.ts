// Kinds of failures of a cluster → their beginning and their end.

import { setTimeout as wait } from 'node:timers/promises'
import type { Random } from '../chance.ts'
import { LINKS } from './cluster-network.ts'
import type { Node } from './cluster-settings.ts'
import type { PostgresCluster } from './postgres-cluster.ts'

/** A new primary is awaited for this time. */
export const ELECTION_MS_MAX = 60_000
/** A primary without its clients and replicas is cut off for this time. */
const CUT_MS = { min: 6_000, max: 14_000 }
/** The primary's disk is full for this time. */
const FULL_MS = { min: 4_000, max: 10_000 }
/** Both nodes are dead for this time. */
const BOTH_DEAD_MS = 3_000

export const FAILURES = [
  'killed',
  'frozen',
  'switched over',
  'killed with late replicas',
  'killed twice',
  'cut off',
  'cut off from etcd',
  'cut off from clients and replicas',
  'synchronous replica cut off',
  'disk full',
  'disk full for the log',
] as const
export type Failure = (typeof FAILURES)[number]

export interface Scene {
  readonly cluster: PostgresCluster
  readonly primary: Node
  /** The synchronous replica. Null: commits wait for none. */
  readonly sync: Node | null
  readonly random: Random
  /** Waits for some acknowledged writes, or for a while. */
  readonly someWrites: () => Promise<void>
}

export interface Begun {
  /** The primary that the service needs next: another one, any, or the same one, which was never gone. */
  readonly next: 'another' | 'any' | 'same'
  /** Ends the failure after the service is back, or after a time without a new primary. */
  readonly end: () => Promise<void> | void
}

type Begin = (scene: Scene) => Promise<Begun>

export const BEGINNINGS: Readonly<Record<Failure, Begin>> = {
  killed: async ({ cluster, primary }) => {
    cluster.kill(primary)
    return { next: 'another', end: () => cluster.revive(primary) }
  },
  frozen: async ({ cluster, primary }) => {
    cluster.freeze(primary)
    return { next: 'another', end: () => cluster.thaw(primary) }
  },
  'switched over': async ({ cluster, primary }) => {
    await cluster.switchOver(primary)
    return { next: 'another', end: () => {} }
  },
  // No replica has the last writes when the primary is killed, except for those that were acknowledged.
  'killed with late replicas': async ({ cluster, primary, someWrites }) => {
    const release = cluster.holdReplicas(primary)
    await someWrites()
    cluster.kill(primary)
    release()
    return { next: 'another', end: () => cluster.revive(primary) }
  },
  // The new primary is killed before a replica is synchronous again, so that none may follow it. One of the dead has to
  // return.
  'killed twice': async ({ cluster, primary }) => {
    cluster.kill(primary)
    const second = await cluster.primaryOtherThan(primary, ELECTION_MS_MAX)
    if (second !== null) cluster.kill(second.node)
    await wait(BOTH_DEAD_MS)
    if (second !== null) cluster.revive(second.node)
    cluster.revive(primary)
    return { next: 'any', end: () => {} }
  },
  'cut off': async ({ cluster, primary }) => {
    await cluster.cut(primary, LINKS)
    return { next: 'another', end: () => cluster.heal(primary, LINKS) }
  },
  // Clients and replicas still reach the primary, which has to give up its role in time.
  'cut off from etcd': async ({ cluster, primary }) => {
    await cluster.cut(primary, ['consensus'])
    return { next: 'another', end: () => cluster.heal(primary, ['consensus']) }
  },
  // The primary keeps its role, because it still reaches etcd.
  'cut off from clients and replicas': async ({ cluster, primary, random }) => {
    await cluster.cut(primary, ['data'])
    await wait(CUT_MS.min + random() * (CUT_MS.max - CUT_MS.min))
    await cluster.heal(primary, ['data'])
    return { next: 'any', end: () => {} }
  },
  // Commits wait until Patroni has chosen another synchronous replica.
  'synchronous replica cut off': async ({ cluster, sync }) => {
    if (sync !== null) await cluster.cut(sync, LINKS)
    return { next: 'same', end: () => (sync === null ? undefined : cluster.heal(sync, LINKS)) }
  },
  // The primary goes on and refuses writes.
  'disk full': async ({ cluster, primary, random }) => {
    await cluster.fill(primary)
    await wait(FULL_MS.min + random() * (FULL_MS.max - FULL_MS.min))
    await cluster.empty(primary)
    return { next: 'any', end: () => {} }
  },
  // PostgreSQL stops when it cannot make the next segment of its log.
  'disk full for the log': async ({ cluster, primary }) => {
    await cluster.fill(primary)
    await cluster.useUpLog(primary)
    return { next: 'another', end: () => cluster.empty(primary) }
  },
}

/** Without root, no network can be cut and no disk filled. */
export function isPossible(kind: Failure, { canBeCut, canBeFull }: PostgresCluster): boolean {
  return kind.startsWith('disk full') ? canBeFull : canBeCut || !kind.includes('cut off')
}
