// A database that reports each statement, with its values and duration. Only in development; in production calls use
// the database directly.

import type { Statement } from '@ninefold/core/plan/sql/sql.ts'
import type { Database, Executor } from './database.ts'
import type { Bindings, Row } from './rows.ts'
import { parameterValues } from './statement.ts'

/** A statement that was run, with its values by name; statements of the engine have positions instead. */
export interface ToldStatement {
  readonly text: string
  readonly parameters: readonly { readonly name: string; readonly value: unknown }[]
  readonly startedAt: number
  readonly tookMs: number
  readonly rows: number
  readonly failed: unknown
}

/** Starts observing a statement; returns the function that gets its report, or null if nobody listens. */
export type StatementListener = () => ((told: ToldStatement) => void) | null

export function observedDatabase(database: Database, listening: StatementListener): Database {
  const observed = (executor: Executor): Executor => observedExecutor(executor, listening)
  const own = observed(database)
  return {
    ...database,
    run: own.run,
    runOwn: own.runOwn,
    write: (work) => database.write((transaction) => work(observed(transaction))),
    writeAtOnce: (statement, bindings) =>
      timed(listening, planned(statement, bindings), () => database.writeAtOnce(statement, bindings)),
    read: (work) => database.read((transaction) => work(observed(transaction))),
  }
}

function observedExecutor(executor: Executor, listening: StatementListener): Executor {
  return {
    written: executor.written,
    afterCommit: (effect) => executor.afterCommit(effect),
    run: (statement, bindings) =>
      timed(listening, planned(statement, bindings), () => executor.run(statement, bindings)),
    runOwn: (name, text, values) =>
      timed(
        listening,
        () => ({ text, parameters: values.map((value, index) => ({ name: String(index + 1), value })) }),
        () => executor.runOwn(name, text, values),
      ),
  }
}

type Asked = () => Pick<ToldStatement, 'text' | 'parameters'>

function planned(statement: Statement, bindings: Bindings): Asked {
  return () => {
    const values = parameterValues(statement, bindings)
    return {
      text: statement.text,
      parameters: statement.parameters.map(({ parameter }, index) => ({
        name: nameOf(parameter),
        value: values[index],
      })),
    }
  }
}

function nameOf(parameter: Statement['parameters'][number]['parameter']): string {
  switch (parameter.kind) {
    case 'literal':
      return ''
    case 'variable':
      return parameter.name
    case 'variable field':
      return `${parameter.name}.${parameter.field}`
  }
}

async function timed(
  listening: StatementListener,
  asked: Asked,
  run: () => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const tell = listening()
  if (tell === null) return run()
  const startedAt = performance.now()
  let rows = 0
  let failed: unknown = null
  try {
    const found = await run()
    rows = found.length
    return found
  } catch (cause) {
    failed = cause
    throw cause
  } finally {
    tell({ ...asked(), startedAt, tookMs: performance.now() - startedAt, rows, failed })
  }
}
