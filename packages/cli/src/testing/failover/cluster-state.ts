// A cluster's nodes → their present state: the primary, whether it accepts writes, and whether all replicas follow it.

import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { type ClusterOptions, type Node, NODES, type Place, portOf } from './cluster-settings.ts'

const LOOK_MS = 100
const ANSWER_MS_MAX = 1_000

/** Null: the state did not come in time. */
export async function within<Found>(ms: number, look: () => Promise<Found | null>): Promise<Found | null> {
  const giveUpAt = performance.now() + ms
  for (;;) {
    const found = await look()
    if (found !== null || performance.now() > giveUpAt) return found
    await wait(LOOK_MS)
  }
}

/** The primary according to Patroni. Null: none. */
export async function primaryOf(place: Place, former: Node | null): Promise<Node | null> {
  const others = NODES.filter((node) => node !== former)
  const answers = await Promise.all(others.map((node) => askedPatroni(place, node, 'primary')))
  return others.find((_, at) => answers[at]?.ok === true) ?? null
}

export async function takesWrites(place: Place, node: Node): Promise<boolean> {
  const rows = await asked(place, node, 'SELECT NOT pg_is_in_recovery() AS takes')
  return rows?.[0]?.['takes'] === true
}

/**
 * The synchronous replica of a whole cluster. Null: the cluster is not whole, because a node is missing, a primary that
 * was frozen still considers itself the primary, or Patroni has not recorded a synchronous replica.
 */
export async function wholeWith(
  place: Place,
  { isSynchronous }: ClusterOptions,
): Promise<{ sync: Node | null } | null> {
  const roles = await Promise.all(
    NODES.map(async (node) => {
      const rows = await asked(place, node, 'SELECT pg_is_in_recovery() AS "isReplica"')
      return { node, isReplica: rows?.[0]?.['isReplica'] }
    }),
  )
  const primaries = roles.filter(({ isReplica }) => isReplica === false)
  const [primary] = primaries
  if (primary === undefined || primaries.length > 1 || roles.some(({ isReplica }) => isReplica === undefined))
    return null
  const replicas = await asked(
    place,
    primary.node,
    `SELECT application_name AS node, sync_state FROM pg_stat_replication
     WHERE state = 'streaming' AND application_name IN ('one', 'two', 'three')`,
  )
  if (replicas?.length !== NODES.length - 1 || (await primaryOf(place, null)) !== primary.node) return null
  if (!isSynchronous) return { sync: null }
  // Patroni records a synchronous replica about two seconds after PostgreSQL waits for it. Until then no replica may
  // become the primary, and a cluster whose primary fails meanwhile waits for it to return.
  const recorded = await syncRecorded(place, primary.node)
  const found = replicas.find(({ node, sync_state }) => sync_state === 'sync' && node === recorded)
  return found === undefined ? null : { sync: recorded }
}

/** The replica that Patroni may make the primary. */
async function syncRecorded(place: Place, primary: Node): Promise<Node | null> {
  const answer = await askedPatroni(place, primary, 'cluster')
  if (answer?.ok !== true) return null
  const { members } = (await answer.json()) as { members: readonly { readonly name: Node; readonly role: string }[] }
  return members.find(({ role }) => role === 'sync_standby')?.name ?? null
}

export function patroniAddress(place: Place, node: Node): string {
  return `http://${place.network.addressOf(node)}:${portOf(place, `${node} patroni`)}`
}

async function askedPatroni(place: Place, node: Node, path: string): Promise<Response | null> {
  const signal = AbortSignal.timeout(ANSWER_MS_MAX)
  // A node that does not answer is a possible state.
  return fetch(`${patroniAddress(place, node)}/${path}`, { signal }).catch(() => null)
}

/** Null: the node is gone, which is a possible state, or the statement failed. */
export async function asked(
  place: Place,
  node: Node,
  text: string,
): Promise<readonly Record<string, unknown>[] | null> {
  const client = new pg.Client({
    connectionString: `postgres://owner@${place.network.addressOf(node)}:${portOf(place, `${node} postgres`)}/postgres`,
    connectionTimeoutMillis: ANSWER_MS_MAX,
    query_timeout: ANSWER_MS_MAX,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query<Record<string, unknown>>(text)).rows
  } catch {
    return null
  } finally {
    await client.end().catch(() => {})
  }
}
