// Requests → the statements that the engine sends to PostgreSQL for them. While it records, writes are rolled back, so
// that each statement can be run again on the same data.

import type { Statement } from '@ninefold/core/plan/sql/sql.ts'
import type { Database, Executor } from '@ninefold/server/store/driver/database.ts'
import type { Bindings } from '@ninefold/server/store/driver/rows.ts'
import { callerValues, parameterValues } from '@ninefold/server/store/driver/statement.ts'

/** A statement with its values. */
export interface Sent {
  readonly text: string
  readonly values: readonly unknown[]
  /** Settings of the caller in the database. Null: it runs as the owner of the tables. */
  readonly caller: readonly string[] | null
  readonly isPlannedOnce: boolean
  readonly tenant?: string | undefined
}

export interface Recorded extends Sent {
  readonly isWriting: boolean
  /** Earlier statements of the same transaction. */
  readonly before: readonly Sent[]
}

export class RecordedStatements {
  isRecording = false
  private statements: Recorded[] = []

  readonly double = (database: Database): Database => ({
    ...database,
    ...this.noting(database, []),
    read: (work) => database.read((transaction) => work(this.noting(transaction, []))),
    write: (work) => (this.isRecording ? this.rolledBack(database, work) : database.write(work)),
    writeAtOnce: (statement, bindings) =>
      this.isRecording
        ? this.rolledBack(database, (transaction) => transaction.run(statement, bindings))
        : database.writeAtOnce(statement, bindings),
  })

  /** Statements since the last call that did not fail. */
  taken(): readonly Recorded[] {
    const { statements } = this
    this.statements = []
    return statements
  }

  private async rolledBack<Result>(
    database: Database,
    work: (transaction: Executor) => Promise<Result>,
  ): Promise<Result> {
    const undo = new Error('The bench keeps nothing.')
    const results: Result[] = []
    await database
      .write(async (transaction) => {
        results.push(await work(this.noting(transaction, [])))
        throw undo
      })
      .catch((cause: unknown) => {
        if (cause !== undo) throw cause
      })
    return results.at(-1) as Result
  }

  /** `before`: grows with each statement of the transaction. */
  private noting(executor: Executor, before: Sent[]): Executor {
    const isTransaction = 'write' in executor === false
    const note = async <Rows>(sent: Sent, run: () => Promise<Rows>): Promise<Rows> => {
      const rows = await run()
      if (this.isRecording)
        this.statements.push({ ...sent, before: [...before], isWriting: isTransaction && WRITES.test(sent.text) })
      if (isTransaction) before.push(sent)
      return rows
    }
    return {
      written: executor.written,
      afterCommit: (effect) => executor.afterCommit(effect),
      run: (statement, bindings) => note(sentOf(statement, bindings), () => executor.run(statement, bindings)),
      runOwn: (name, text, values) =>
        note({ text, values, caller: null, isPlannedOnce: false }, () => executor.runOwn(name, text, values)),
    }
  }
}

const WRITES = /\b(?:INSERT INTO|UPDATE|DELETE FROM)\b/

function sentOf(statement: Statement, bindings: Bindings): Sent {
  return {
    text: statement.text,
    values: parameterValues(statement, bindings),
    caller: statement.isForCaller === true ? callerValues(bindings) : null,
    isPlannedOnce: statement.isPlannedOnce === true,
    tenant: statement.tenant,
  }
}
