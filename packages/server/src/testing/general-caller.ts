// A test double in which no caller has a slot: all use the common PostgreSQL role, as callers with unusual roles do.

import { CALLER_ROLES } from '@ninefold/core/plan/sql/sql.ts'
import type { Application } from '../gate/context/application.ts'
import type { Executor } from '../store/driver/database.ts'
import type { Bindings } from '../store/driver/rows.ts'

export function underGeneralRole(application: Application): Application {
  const { database } = application
  return {
    ...application,
    database: {
      ...database,
      run: unknown(database).run,
      write: (work) => database.write((transaction) => work(unknown(transaction))),
      writeAtOnce: (statement, bindings) => database.writeAtOnce(statement, spaced(bindings)),
      read: (work) => database.read((transaction) => work(unknown(transaction))),
    },
  }
}

function unknown(executor: Executor): Executor {
  return {
    written: executor.written,
    afterCommit: (effect) => executor.afterCommit(effect),
    run: (statement, bindings) => executor.run(statement, spaced(bindings)),
    runOwn: (name, text, values) => executor.runOwn(name, text, values),
  }
}

/** Roles with a space before them have the same meaning, but match no list of sets. */
function spaced(bindings: Bindings): Bindings {
  const roles = bindings[CALLER_ROLES]
  return roles === undefined ? bindings : { ...bindings, [CALLER_ROLES]: ` ${String(roles)}` }
}
