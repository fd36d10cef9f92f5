// Settings of callers' connections → statements around each transaction that say them. A connection that stays is told
// once, when it begins (connection-settings.ts). One that a pooler lends for a transaction is told in each, and the
// settings end with it.

import pg from 'pg'
import { type ConnectionSettings } from './connection-settings.ts'
import type { OwnStatement } from './rows.ts'

/** A pooler that lends each transaction another connection. */
export interface Pooling {
  /** Leads to the database itself. Listening, locks of a session and migrations go there. */
  readonly directConnectionString: string
  /** The pooler prepares a client's statements on whichever connection it lends (PgBouncer: max_prepared_statements). */
  readonly keepsStatements: boolean
}

export interface TransactionSettings {
  /** `BEGIN …` → the message that begins a transaction of several statements. */
  begin(transaction: string): string
  /** Around a statement that is a transaction by itself. */
  readonly before: readonly OwnStatement[]
  readonly after: readonly OwnStatement[]
  /** Statements are prepared once for each connection. Otherwise each goes out with its text. */
  readonly isNamed: boolean
}

/** A connection that stays has its settings already. */
export const SESSION_SETTINGS: TransactionSettings = {
  begin: (transaction) => transaction,
  before: [],
  after: [],
  isNamed: true,
}

const BEGIN_SERIALIZABLE = 'BEGIN ISOLATION LEVEL SERIALIZABLE'

/** `isSerializable`: every transaction is, also one of a single statement. */
export function settingsOfTransactions(
  settings: ConnectionSettings,
  isSerializable: boolean,
  { keepsStatements }: Pooling,
): TransactionSettings {
  const calls = Object.entries(settings).map(
    ([name, value]) => `set_config(${pg.escapeLiteral(name)}, ${pg.escapeLiteral(value)}, true)`,
  )
  const told = own('own-told', `SELECT ${calls.join(', ')}`)
  return {
    begin: (transaction) => `${isSerializable ? BEGIN_SERIALIZABLE : transaction}; ${told.text}`,
    // PostgreSQL takes the isolation of a transaction before its first question only, and outside of a block it warns.
    before: isSerializable ? [own('own-begin-serializable', BEGIN_SERIALIZABLE), told] : [told],
    after: isSerializable ? [own('own-commit', 'COMMIT')] : [],
    isNamed: keepsStatements,
  }
}

function own(name: string, text: string): OwnStatement {
  return { name, text, values: [] }
}
