// Statements → their rows, on a connection of a pool or in one transaction.

import pg from 'pg'
import type { Statement } from '@ninefold/core/plan/sql/sql.ts'
import type { Change } from '@ninefold/core/plan/schema/statement-tables.ts'
import { LOCATED_ROW } from '@ninefold/core/plan/write/located-row.ts'
import { ASK_AS_OWNER, askAs, judge } from './caller-query.ts'
import type { Changes } from './changes.ts'
import { isDatabaseAway } from './failures.ts'
import type { ConnectionPool } from './connection-pools.ts'
import { type Bindings, JUDGED_BY, LOCATED_AT, type OwnStatement, type Row } from './rows.ts'
import { callerValues, changesOf, changesOfOwn, parameterValues, statementName } from './statement.ts'
import { SESSION_SETTINGS, type TransactionSettings } from './transaction-settings.ts'
import { querySurrounded, type Surrounded, unnamed } from './upstream/pipelined-query.ts'

/** Runs statements: the database or one transaction. */
export interface Executor {
  run(statement: Statement, bindings: Bindings): Promise<readonly Row[]>
  /** Runs a statement on the engine's own tables, prepared under this name. */
  runOwn(name: string, text: string, values: readonly unknown[]): Promise<readonly Row[]>
  /** Changes made by this transaction so far. */
  readonly written: ReadonlySet<Change>
  /** Runs an external effect after the commit. */
  afterCommit(effect: () => void): void
}

export function executorOn(
  client: pg.Pool | pg.PoolClient,
  told: TransactionSettings,
  changes: Changes,
  afterCommit: Executor['afterCommit'],
): Executor {
  const written = new Set<Change>()
  const isTransaction = !(client instanceof pg.Pool)
  const wrote = (made: readonly Change[]): void => {
    if (isTransaction) for (const change of made) written.add(change)
    if (made.length > 0) afterCommit(() => changes.tell(made))
  }
  const ask = (asked: Surrounded): Promise<readonly Row[]> =>
    isTransaction ? querySurrounded(client, told.isNamed ? asked : unnamed(asked)) : askAlone(client, told, asked)
  return {
    afterCommit,
    written,
    run: async (statement, bindings) => {
      const rows = await ask(surrounded(statement, bindings, isTransaction))
      wrote(changesOf(statement))
      return rows
    },
    runOwn: async (name, text, values) => {
      const rows = await ask({ name: `own-${name}`, text, values, ...BY_ITSELF })
      wrote(changesOfOwn(text, values))
      return rows
    },
  }
}

const BY_ITSELF = { before: [], after: [] } as const

/** A caller's statement, which runs only if `first` succeeds. Both are one message. */
export function askAfter(
  pool: pg.Pool,
  first: OwnStatement,
  statement: Statement,
  bindings: Bindings,
): Promise<readonly Row[]> {
  const asked = surrounded(statement, bindings, false)
  return askAlone(pool, SESSION_SETTINGS, { ...asked, before: [first, ...asked.before] })
}

/** A statement with its values and the statements that are sent with it. */
export function surrounded(statement: Statement, bindings: Bindings, isTransaction: boolean): Surrounded {
  const { text } = statement
  const [name, values] = [statementName(statement, bindings), parameterValues(statement, bindings)]
  return { name, text, values, ...surroundings(statement, bindings, isTransaction) }
}

/**
 * Statements that are sent with another one: the verification of its caller, the caller's settings, and the position of
 * its row. Nothing: the statement goes alone.
 */
function surroundings(
  statement: Statement,
  bindings: Bindings,
  isTransaction: boolean,
): Pick<Surrounded, 'before' | 'after'> {
  const judgement = bindings[JUDGED_BY] ?? null
  if (statement.isForCaller === true)
    return {
      before: [askAs(callerValues(bindings), judgement, statement)],
      after: isTransaction ? [ASK_AS_OWNER] : [],
    }
  const position = bindings[LOCATED_AT]
  const before = [
    ...(judgement === null ? [] : [judge(judgement)]),
    ...(position === undefined ? [] : [tellPosition(position)]),
  ]
  return before.length === 0 ? BY_ITSELF : { before, after: [] }
}

/** For the statement that follows in the same transaction. */
function tellPosition(position: string): OwnStatement {
  return { name: 'own-located', text: `SELECT set_config('${LOCATED_ROW}', $1, true)`, values: [position] }
}

/** A transaction of one statement. */
async function askAlone(pool: pg.Pool, told: TransactionSettings, asked: Surrounded): Promise<readonly Row[]> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    return await querySurrounded(client, told === SESSION_SETTINGS ? asked : withSettings(told, asked))
  } catch (cause) {
    if (!(cause instanceof pg.DatabaseError) || isDatabaseAway(cause)) broken = cause as Error
    // The block that a statement of `before` opened is still open.
    else if (told.after.length > 0) broken = await rolledBack(client)
    throw cause
  } finally {
    client.release(broken)
  }
}

function withSettings({ before, after, isNamed }: TransactionSettings, asked: Surrounded): Surrounded {
  const whole = { ...asked, before: [...before, ...asked.before], after: [...asked.after, ...after] }
  return isNamed ? whole : unnamed(whole)
}

/** A connection that cannot roll back is closed, with whatever it had begun. */
export function rolledBack(client: pg.PoolClient): Promise<Error | undefined> {
  return client.query('ROLLBACK').then(
    () => undefined,
    (failure: Error) => failure,
  )
}

/** `first`: a condition for all of it, which raises an error. */
export async function transact<Result>(
  { pool, told }: ConnectionPool,
  changes: Changes,
  begin: string,
  work: (transaction: Executor) => Promise<Result>,
  first?: OwnStatement,
): Promise<Result> {
  const client = await pool.connect()
  let broken: Error | undefined
  let begun: Promise<unknown> = Promise.resolve()
  try {
    // Before the transaction, because a snapshot would be older than the answer.
    if (first !== undefined) await querySurrounded(client, { ...first, ...BY_ITSELF })
    begun = client.query(told.begin(begin))
    // The first statement is sent with it, and fails if it fails.
    begun.catch(() => {})
    const effects: (() => void)[] = []
    const result = await work(executorOn(client, told, changes, (effect) => effects.push(effect)))
    await begun
    await client.query('COMMIT')
    for (const effect of effects) effect()
    return result
  } catch (thrown) {
    // Statements after a failed beginning fail with an error that says only that.
    const cause = await begun.then(
      () => thrown,
      (failure: unknown) => failure,
    )
    // A connection that timed out is closed without a rollback, which would time out as well.
    broken = isDatabaseAway(cause) ? cause : await rolledBack(client)
    throw cause
  } finally {
    client.release(broken)
  }
}
