// Planted faults: an application whose database replaces engine statements of one name.

import type { Application } from '../gate/context/application.ts'
import type { Database, Executor } from '../store/driver/database.ts'

/** Some names have a suffix. */
function isOf(asked: string, name: string): boolean {
  return asked === name || asked.startsWith(`${name}-`)
}

export type RunOwn = Executor['runOwn']

export function faultyStatement(
  application: Application,
  name: string,
  instead: (honest: RunOwn) => RunOwn,
): Application {
  const { database } = application
  const changed = (executor: Executor): RunOwn => {
    const honest: RunOwn = (...statement) => executor.runOwn(...statement)
    return (asked, ...rest) => (isOf(asked, name) ? instead(honest)(asked, ...rest) : honest(asked, ...rest))
  }
  const double: Database = {
    ...database,
    runOwn: changed(database),
    write: (work) => database.write((transaction) => work({ ...transaction, runOwn: changed(transaction) })),
  }
  return { ...application, database: double }
}
