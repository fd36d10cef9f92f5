// Events for users' programs. They are read in the order of their transactions, and only up to the oldest running
// transaction, so that events which become visible later come after them. A reader that continues from its last id
// misses none.

import { EVENT_DAYS } from '@ninefold/core/contract/programs/events.ts'
import type { Executor } from '../../driver/database.ts'

export interface NewEvent {
  readonly userId: string
  readonly id: string
  readonly name: string
  /** The JSON text that is sent. */
  readonly body: string
  readonly about: { readonly entity: string; readonly record: string } | null
  readonly atMs: number
}

/** The first value is the user, so that only that user's readers are woken. */
export async function keepEvent(executor: Executor, event: NewEvent): Promise<void> {
  const { userId, id, name, body, about, atMs } = event
  await executor.runOwn(
    'keep-event',
    `INSERT INTO ninefold.event (user_id, id, name, body, entity, record, created_at, era, written_by)
     SELECT $1, $2, $3, $4, $5, $6, $7, event_era, pg_current_xact_id() FROM ninefold.identity`,
    [userId, id, name, body, about?.entity ?? null, about?.record ?? null, new Date(atMs).toISOString()],
  )
}

export interface ReadEvent {
  readonly id: string
  /** Empty: the record was erased. */
  readonly body: string
}

export interface EventsRead {
  readonly events: readonly ReadEvent[]
  /** Some events wait for earlier transactions. */
  readonly isMoreToCome: boolean
}

const IS_THERE = `created_at > now() - ${EVENT_DAYS} * interval '1 day'`
const IS_OF_ERA_BEFORE = 'era < (SELECT event_era FROM ninefold.identity)'

/** Null: the user has no event `after`, or no longer. `database`: each statement sees everything committed by then. */
export async function eventsAfter(
  database: Pick<Executor, 'runOwn'>,
  userId: string,
  after: string | null,
  take: number,
): Promise<EventsRead | null> {
  const found = await settledEvents(database, userId, { after, take, before: null })
  if (found === null || !found.isMoreToCome) return found
  // Transactions of the server's other databases do not matter.
  const before = await oldestWriter(database)
  return before === null ? found : settledEvents(database, userId, { after, take, before })
}

interface Asked {
  readonly after: string | null
  readonly take: number
  /** All transactions of this database with a lower id have ended; null: those of the whole server are used. */
  readonly before: string | null
}

async function settledEvents(
  executor: Pick<Executor, 'runOwn'>,
  userId: string,
  { after, take, before }: Asked,
): Promise<EventsRead | null> {
  const ended = before === null ? 'pg_snapshot_xmin(pg_current_snapshot())' : '$4::text::xid8'
  const isNamed = after === null ? '$3::text IS NULL AND false' : 'id = $3::text::uuid AND user_id = $1'
  const rows = await executor.runOwn(
    `events-${after === null ? 'first' : 'after'}${before === null ? '' : '-before'}`,
    `WITH place AS (SELECT era, written_by, number FROM ninefold.event WHERE ${isNamed} AND ${IS_THERE}),
     behind AS MATERIALIZED (
       SELECT id, body, (${IS_OF_ERA_BEFORE} OR written_by < ${ended}) AS is_settled, era, written_by, number
       FROM ninefold.event
       WHERE user_id = $1 AND ${IS_THERE}
         ${after === null ? '' : 'AND (era, written_by, number) > (SELECT era, written_by, number FROM place)'}
       ORDER BY era, written_by, number LIMIT $2::integer)
     SELECT known.is_known, behind.id, behind.body, behind.is_settled
     FROM (SELECT ${after === null ? 'true' : 'EXISTS (SELECT FROM place)'} AS is_known) AS known LEFT JOIN behind ON true
     ORDER BY behind.era, behind.written_by, behind.number`,
    [userId, take, after, ...(before === null ? [] : [before])],
  )
  if (rows[0]?.['is_known'] !== true) return null
  const found = rows.filter((row) => row['id'] !== null)
  // Ordered by transaction, so no event after an unsettled one is settled.
  const settled = found.filter((row) => row['is_settled'] === true)
  return {
    events: settled.map((row) => ({ id: String(row['id']), body: String(row['body']) })),
    isMoreToCome: settled.length < found.length,
  }
}

/**
 * The id below which all transactions of this database have ended; null: sessions of other roles are not visible. The
 * next id is read first, so that every lower one is either in the list of sessions or over.
 */
async function oldestWriter(executor: Pick<Executor, 'runOwn'>): Promise<string | null> {
  const [next] = await executor.runOwn(
    'next-transaction',
    'SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS next',
    [],
  )
  // A session shows only the lower 32 bits of its transaction id.
  const [oldest] = await executor.runOwn(
    'oldest-writer',
    `SELECT coalesce(min($1::bigint - behind) FILTER (WHERE behind < 2147483648), $1::bigint)::text AS oldest,
       coalesce(bool_or(query = '<insufficient privilege>'), false) AS is_unknown
     FROM (
       SELECT query, ($1::bigint % 4294967296 - backend_xid::text::bigint + 4294967296) % 4294967296 AS behind
       FROM pg_stat_activity WHERE datname = current_database()
     ) AS sessions`,
    [String(next?.['next'])],
  )
  return oldest === undefined || oldest['is_unknown'] === true ? null : String(oldest['oldest'])
}

/** Erases events about these records. Their rows stay, so that programs can continue after them. */
export async function eraseEvents(executor: Executor, entity: string, records: readonly string[]): Promise<void> {
  await executor.runOwn(
    'erase-events',
    `UPDATE ninefold.event SET name = '', body = '', entity = NULL, record = NULL WHERE entity = $1 AND record = ANY ($2::text[])`,
    [entity, records],
  )
}

/** Events of all users, newest first. */
export async function newestEvents(executor: Executor, countMax: number): Promise<NewEvent[]> {
  const rows = await executor.runOwn(
    'newest-events',
    `SELECT user_id, id, name, body, created_at FROM ninefold.event WHERE body <> '' ORDER BY number DESC LIMIT $1`,
    [countMax],
  )
  return rows.map((row) => ({
    userId: String(row['user_id']),
    id: String(row['id']),
    name: String(row['name']),
    body: String(row['body']),
    about: null,
    atMs: Number(row['created_at']),
  }))
}
