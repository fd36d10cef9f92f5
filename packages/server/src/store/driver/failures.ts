// An error of the database → its kind: gone, full, another version of the tables, a timeout, a conflict (deadlock or serialization
// failure).

import { ADDRESS_STAYS, ONLY_AT_HOME, TENANT_IS_MOVING } from '@ninefold/core/plan/schema/shards/tenant-placements.ts'
import pg from 'pg'

const SERIALIZATION_FAILURE = '40001'
const DEADLOCK_DETECTED = '40P01'
const QUERY_CANCELED = '57014'
/**
 * Connection failures, too many connections, a PostgreSQL that shuts down, crashed, starts or has become a read-only
 * replica; then errors of the operating system.
 */
const AWAY = /^(08...|25006|53300|57P0[123]|ECONNREFUSED|ECONNRESET|EPIPE)$/

/**
 * Functions in PostgreSQL's source that refuse a replica by a general code: the position of its log, and serializable
 * transactions, by a statement and by the setting. Messages may be in any language.
 */
const REFUSES_REPLICA: Readonly<Record<string, readonly string[]>> = {
  '55000': ['pg_current_wal_lsn', 'pg_current_wal_flush_lsn'],
  '0A000': ['call_enum_check_hook', 'GetSerializableTransactionSnapshot'],
}

/** A full disk, no memory, another limit of the server, or a failing disk. */
const OUT_OF_ROOM = /^(53[124]00|58030)$/

/** An unknown table, column or function, a value of another type, or a broken constraint. */
const MISFIT = /^(42...|0A000|22P0[23]|2200[78]|2201[89]|23...|55000)$/

/** The driver attaches the whole client to an error, and the log would print all of it. */
export function withoutClient(cause: Error): Error {
  delete (cause as { client?: unknown }).client
  return cause
}

/** A connection failed, so the statement may or may not have run, or it has reached a replica, which did not run it. */
export function isDatabaseAway(cause: unknown): cause is Error {
  if (!(cause instanceof Error)) return false
  const { code, syscall } = cause as { code?: unknown; syscall?: unknown }
  if (typeof code === 'string' && AWAY.test(code)) return true
  if (cause instanceof pg.DatabaseError && REFUSES_REPLICA[cause.code ?? '']?.includes(cause.routine ?? '') === true)
    return true
  // Errors of the driver without a code.
  return (
    syscall === 'connect' ||
    /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/.test(
      cause.message,
    )
  )
}

/** The disk is full, or memory is exhausted. Nothing was done, and nothing will be until the operator makes room. */
export function isOutOfRoom(cause: unknown): boolean {
  return cause instanceof pg.DatabaseError && OUT_OF_ROOM.test(cause.code ?? '')
}

/** A write to a tenant that moves to another database. It had no effect, and is possible again when the tenant is there. */
export function isOfMovingTenant(cause: unknown): boolean {
  return cause instanceof pg.DatabaseError && cause.code === TENANT_IS_MOVING
}

/** Nothing was done, and a repetition helps, here or where the tenant is by then. */
export function isPassing(cause: unknown): boolean {
  return isDatabaseAway(cause) || isOfMovingTenant(cause)
}

/** A new tenant, or a new name of one in addresses, in a database that is not the home shard. Null: neither. */
export function onlyAtHome(cause: unknown): 'new tenant' | 'new address' | null {
  if (!(cause instanceof pg.DatabaseError)) return null
  return cause.code === ONLY_AT_HOME ? 'new tenant' : cause.code === ADDRESS_STAYS ? 'new address' : null
}

/** The statement was made for another version of the tables. */
export function isMisfit(cause: unknown): boolean {
  return cause instanceof pg.DatabaseError && MISFIT.test(cause.code ?? '')
}

/** The statement was cancelled by its timeout and had no effect. */
export function isEndedStatement(cause: unknown): boolean {
  return cause instanceof pg.DatabaseError && cause.code === QUERY_CANCELED
}

/** The database refused because of the values or of present rows, and did nothing. */
export function isRefusedByDatabase(cause: unknown): boolean {
  return (
    cause instanceof pg.DatabaseError &&
    ![isDatabaseAway, isConflict, isEndedStatement, isOutOfRoom].some((is) => is(cause))
  )
}

/** Another transaction was first; a retry is safe. */
export function isConflict(cause: unknown): boolean {
  const code = cause instanceof Error && 'code' in cause ? cause.code : null
  return code === SERIALIZATION_FAILURE || code === DEADLOCK_DETECTED
}
