// Rows of open streams: leases of the processes that keep them, streams that limits count, and users at records.

import { presenceAt } from '@ninefold/core/plan/schema/statement-tables.ts'
import {
  END_STREAMS,
  PRESENT_USERS,
  RENEW_STREAMS,
  TAKE_STREAM,
} from '@ninefold/core/plan/schema/streams/open-streams.ts'
import type { Database, Executor } from '../driver/database.ts'

/**
 * Begins the lease of a process, or renews it. False: it has ended, and its streams count no longer. Also forgets the
 * streams of processes whose lease has ended, and tells the readers of their presence.
 */
export async function renewStreams(
  database: Database,
  process: string,
  leaseMs: number,
  isNew: boolean,
): Promise<boolean> {
  const rows = await database.runOwn(
    'renew-streams',
    `SELECT is_held AS "isHeld", left_topics AS "leftTopics" FROM ${RENEW_STREAMS}($1, $2 * interval '1 millisecond', $3)`,
    [process, leaseMs, isNew],
  )
  const row = rows[0]
  tellLeft(database, (row?.['leftTopics'] ?? []) as readonly string[])
  return row?.['isHeld'] === true
}

export async function endStreams(database: Database, process: string): Promise<void> {
  const rows = await database.runOwn('end-streams', `SELECT topic FROM ${END_STREAMS}($1) AS topic`, [process])
  tellLeft(
    database,
    rows.map(({ topic }) => String(topic)),
  )
}

function tellLeft({ changes }: Database, topics: readonly string[]): void {
  if (topics.length > 0) changes.tell([...new Set(topics)].map(presenceAt))
}

/** One stream under one limit. */
export interface CountedStream {
  /** A hash of who is counted. */
  readonly key: string
  readonly most: number
}

/** Counts a stream under all of these limits, or under none. `full`: the index of the first that is reached. */
export async function takeStream(
  database: Executor,
  { process, stream }: { readonly process: string; readonly stream: string },
  counted: readonly CountedStream[],
): Promise<'taken' | 'lease lost' | { readonly full: number }> {
  const rows = await database.runOwn('take-stream', `SELECT ${TAKE_STREAM}($1, $2, $3, $4) AS place`, [
    process,
    stream,
    counted.map(({ key }) => key),
    counted.map(({ most }) => most),
  ])
  const place = Number(rows[0]?.['place'])
  if (place === 0) return 'taken'
  return place < 0 ? 'lease lost' : { full: place - 1 }
}

export async function giveBackStream(database: Executor, process: string, stream: string): Promise<void> {
  await database.runOwn('give-back-stream', 'DELETE FROM ninefold.open_stream WHERE process = $1 AND stream = $2', [
    process,
    stream,
  ])
}

/** A user at a record. */
export interface Present {
  readonly topic: string
  readonly user: string
}

export async function joinPresence(database: Executor, process: string, { topic, user }: Present): Promise<void> {
  await database.runOwn(
    'join-presence',
    `INSERT INTO ninefold.stream_presence (topic, user_id, process)
     SELECT $1, $2, id FROM ninefold.stream_process WHERE id = $3 ON CONFLICT DO NOTHING`,
    [topic, user, process],
  )
}

export async function leavePresence(database: Executor, process: string, { topic, user }: Present): Promise<void> {
  await database.runOwn(
    'leave-presence',
    'DELETE FROM ninefold.stream_presence WHERE topic = $1 AND user_id = $2 AND process = $3',
    [topic, user, process],
  )
}

/** Ids of the users who are at the record. */
export async function presentUsers(database: Executor, topic: string): Promise<readonly string[]> {
  const rows = await database.runOwn('present-users', `SELECT id FROM ${PRESENT_USERS}($1) AS id`, [topic])
  return rows.map(({ id }) => String(id))
}
