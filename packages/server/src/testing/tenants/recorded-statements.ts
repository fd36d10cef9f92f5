// An application → the statements that it sends to PostgreSQL, each with the values and the caller of a few runs, and
// with the planner that made it.

import { TENANT_OF_ADDRESS } from '@ninefold/core/plan/sql/current-tenant.ts'
import type { Statement } from '@ninefold/core/plan/sql/sql.ts'
import type { Application } from '../../gate/context/application.ts'
import type { Executor } from '../../store/driver/database.ts'
import type { Bindings } from '../../store/driver/rows.ts'
import { callerValues, databaseValue, parameterValues } from '../../store/driver/statement.ts'

export interface Run {
  /** The planner; a statement of the engine itself: its own name. */
  readonly by: string
  readonly text: string
  readonly values: readonly unknown[]
  /** PostgreSQL's types of the values. */
  readonly types: readonly string[]
  /** Settings of the caller, for statements under row-level security. Null: runs as the owner of the tables. */
  readonly settings: readonly string[] | null
  readonly tenantSql: string | undefined
  /** Finds the position of the row that the statement writes. Null: the statement finds it by itself. */
  readonly locating: Pick<Run, 'text' | 'values'> | null
  /** Ids as texts; empty: none. */
  readonly me: string
  readonly tenantOfAddress: string
}

/** Runs of one text that are kept, the last ones: the data at the end fits them best. */
const RUNS_MAX = 2
/** The depth at which a plan has its statements, at most. */
const DEPTH_MAX = 5

export class RecordedStatements {
  private readonly byText = new Map<string, Run[]>()
  private readonly planners = new WeakMap<object, string>()
  /** With the recording, for jobs. Null: not served yet. */
  application: Application | null = null

  readonly double = (honest: Application): Application => {
    const { database } = honest
    const noting = (executor: Executor): Executor => ({
      ...executor,
      run: (statement, bindings) => {
        this.note(statement, bindings)
        return executor.run(statement, bindings)
      },
      runOwn: (name, text, values) => {
        this.keep({ ...OF_THE_ENGINE, by: `own ${name}`, text, values })
        return executor.runOwn(name, text, values)
      },
    })
    const application: Application = {
      ...honest,
      planned: (planner, caller, ...given) => {
        const plan = honest.planned(planner, caller, ...given)
        this.nameStatements(plan, planner.name, DEPTH_MAX)
        return plan
      },
      database: {
        ...database,
        ...noting(database),
        read: (work) => database.read((transaction) => work(noting(transaction))),
        write: (work) => database.write((transaction) => work(noting(transaction))),
        writeAtOnce: (statement, bindings) => {
          this.note(statement, bindings)
          return database.writeAtOnce(statement, bindings)
        },
      },
    }
    this.application = application
    return application
  }

  runs(): readonly Run[] {
    return [...this.byText.values()].flat()
  }

  private note(statement: Statement, bindings: Bindings): void {
    const { text, parameters, tenant, locatedBy } = statement
    this.keep({
      by: this.planners.get(statement) ?? 'a statement of no planner',
      text,
      values: parameterValues(statement, bindings),
      types: parameters.map(({ type }) => type),
      settings: statement.isForCaller === true ? callerValues(bindings) : null,
      tenantSql: tenant,
      locating: locatedBy === undefined ? null : { text: locatedBy.text, values: parameterValues(locatedBy, bindings) },
      me: textOf(bindings['me']),
      tenantOfAddress: textOf(bindings[TENANT_OF_ADDRESS]),
    })
  }

  private keep(run: Run): void {
    const kept = this.byText.get(run.text) ?? []
    this.byText.set(run.text, [...kept, run].slice(-RUNS_MAX))
  }

  private nameStatements(plan: unknown, name: string, depth: number): void {
    if (typeof plan !== 'object' || plan === null || depth === 0 || this.planners.has(plan)) return
    this.planners.set(plan, name)
    for (const part of plan instanceof Map ? plan.values() : Object.values(plan))
      this.nameStatements(part, name, depth - 1)
  }
}

const OF_THE_ENGINE = {
  types: [],
  settings: null,
  tenantSql: undefined,
  locating: null,
  me: '',
  tenantOfAddress: '',
} as const

function textOf(value: Bindings[string] | undefined): string {
  return value == null ? '' : String(databaseValue(value, 'text'))
}
