// An application → the same one with a record of its reads: the tables, and whether the time mattered.
// From this, a live read knows which changes can alter its answer.

import { namesIn } from '@ninefold/core/plan/schema/statement-tables.ts'
import type { Statement } from '@ninefold/core/plan/sql/sql.ts'
import type { Database, Executor } from '../../store/driver/database.ts'
import type { Application } from '../context/application.ts'

export class TrackedReads {
  private readonly names = new Set<string>()
  private asksTheHour = false

  statement(statement: Statement): void {
    this.text(statement.text)
    this.asksTheHour ||= statement.parameters.some(
      ({ parameter }) => parameter.kind === 'variable' && (parameter.name === 'now' || parameter.name === 'today'),
    )
  }

  text(text: string): void {
    this.named(namesIn(text))
  }

  named(names: readonly string[]): void {
    for (const name of names) this.names.add(name)
  }

  /** The result can change by time alone. */
  get isOfTheHour(): boolean {
    return this.asksTheHour
  }

  isAmong(tables: ReadonlySet<string>): boolean {
    return [...tables].some((table) => this.names.has(table))
  }
}

export function withReadTracking(application: Application, seen: TrackedReads): Application {
  const { database } = application
  const own: Database = {
    ...database,
    ...watchedExecutor(database, seen),
    read: (work) => database.read((transaction) => work(watchedExecutor(transaction, seen))),
  }
  return { ...application, database: own }
}

function watchedExecutor(executor: Executor, seen: TrackedReads): Executor {
  return {
    ...executor,
    run: (statement, bindings) => {
      seen.statement(statement)
      return executor.run(statement, bindings)
    },
    runOwn: (name, text, values) => {
      seen.text(text)
      return executor.runOwn(name, text, values)
    },
  }
}
