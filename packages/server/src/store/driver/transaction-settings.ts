// Settings of callers' connections, such as the isolation level → statements that set them around each transaction. A dedicated connection gets them
// once, when it opens (connection-settings.ts). A connection from a pooler gets them in each transaction, and they end
// with it.

import pg from 'pg'
import { type ConnectionSettings } from './connection-settings.ts'
import type { OwnStatement } from './rows.ts'

/** A pooler in transaction mode. */
export interface Pooling {
  /** Leads directly to the database. Listening, session locks and migrations use it. */
  readonly directConnectionString: string
  /** The pooler supports prepared statements across connections (PgBouncer: max_prepared_statements). */
  readonly keepsStatements: boolean
}

export interface TransactionSettings {
  /** `BEGIN …` → the message that starts a transaction of several statements. */
  begin(transaction: string): string
  /** Sent around a statement that is its own transaction. */
  readonly before: readonly OwnStatement[]
  readonly after: readonly OwnStatement[]
  /** Statements are prepared once per connection. Otherwise each is sent as text. */
  readonly isNamed: boolean
}

/** A dedicated connection has its settings already. */
export const SESSION_SETTINGS: TransactionSettings = {
  begin: (transaction) => transaction,
  before: [],
  after: [],
  isNamed: true,
}

/**
 * A pooler may open a connection to a former primary at any time, whose data is old. This function fails on a replica
 * (failures.ts knows the error), and some hosted servers lack it, so that it is called nowhere else.
 */
const FAILS_ON_REPLICA = 'CASE WHEN pg_is_in_recovery() THEN pg_current_wal_lsn() END'

const BEGIN_SERIALIZABLE = 'BEGIN ISOLATION LEVEL SERIALIZABLE'

/** `isSerializable`: every transaction is serializable, including single statements. */
export function settingsOfTransactions(
  settings: ConnectionSettings,
  isSerializable: boolean,
  { keepsStatements }: Pooling,
): TransactionSettings {
  const calls = Object.entries(settings).map(
    ([name, value]) => `set_config(${pg.escapeLiteral(name)}, ${pg.escapeLiteral(value)}, true)`,
  )
  const told = own('own-told', `SELECT ${[...calls, FAILS_ON_REPLICA].join(', ')}`)
  return {
    begin: (transaction) => `${isSerializable ? BEGIN_SERIALIZABLE : transaction}; ${told.text}`,
    // PostgreSQL accepts an isolation level only before the first query, and warns outside of a block.
    before: isSerializable ? [own('own-begin-serializable', BEGIN_SERIALIZABLE), told] : [told],
    after: isSerializable ? [own('own-commit', 'COMMIT')] : [],
    isNamed: keepsStatements,
  }
}

function own(name: string, text: string): OwnStatement {
  return { name, text, values: [] }
}
