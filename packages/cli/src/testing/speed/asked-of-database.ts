// Requests of a person → the statements that the engine sends to PostgreSQL for them.

import type { Application } from '@ninefold/server/gate/context/application.ts'
import type { Executor } from '@ninefold/server/store/driver/database.ts'
import { callerValues, parameterValues } from '@ninefold/server/store/driver/statement.ts'
import type { Asked } from './touched.ts'

/** Wraps an application and records all of its statements, in order. */
export class AskedOfDatabase {
  private asked: Asked[] = []

  readonly double = (application: Application): Application => {
    const { database } = application
    const noting = (executor: Executor): Executor => ({
      ...executor,
      run: (statement, bindings) => {
        const caller = statement.isForCaller === true ? callerValues(bindings) : null
        const values = parameterValues(statement, bindings)
        const { text, isPlannedOnce = false, tenant } = statement
        this.asked.push({ text, values, caller, isPlannedOnce, tenant })
        return executor.run(statement, bindings)
      },
      runOwn: (name, text, values) => {
        this.asked.push({ text, values, caller: null, isPlannedOnce: false })
        return executor.runOwn(name, text, values)
      },
    })
    const read: typeof database.read = (work) => database.read((transaction) => work(noting(transaction)))
    return { ...application, database: { ...database, ...noting(database), read } }
  }

  /** Statements since the last call. */
  taken(): readonly Asked[] {
    const asked = this.asked
    this.asked = []
    return asked
  }
}
