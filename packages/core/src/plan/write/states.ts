// A transition → one conditional statement: of two concurrent callers, the second finds the condition false. With
// separate statements for reading, checking and writing, both could succeed.

import { anyOf, FALSE, TRUE } from '../../expression/conditions.ts'
import type { Expression } from '../../expression/expression.ts'
import type { Entity } from '../../model/entities.ts'
import { fieldNamed } from '../../model/find.ts'
import type { Machine, Transition } from '../../model/states.ts'
import { knowsStateBefore } from '../../model/transitions.ts'
import type { Viewer } from '../../rights/readable.ts'
import { performerCondition } from '../../rights/roles.ts'
import { expressionSql } from '../sql/expression-sql.ts'
import { stateBeforeColumn } from '../sql/database-names.ts'
import { conditionsSql } from '../sql/conditions.ts'
import { named } from '../sql/named-columns.ts'
import { type AfterQuestions, afterColumns } from './record-checks.ts'
import { whereSql } from '../sql/list-sql.ts'
import { assignmentsOf, effectValues, textList } from './record-writes.ts'
import { identifier, joinSql, renderSql, type Sql, type Statement, sql, textLiteral, variable } from '../sql/sql.ts'
import type { SqlContext } from '../sql/sql-context.ts'
import { boundRecord, column, idType, loadedColumns, row, sqlContext, table } from '../sql/statement-scope.ts'

/** A row of the transition table, for a caller. */
export interface TransitionCase {
  readonly machine: Machine
  readonly transition: Transition
  /** The right of the caller to do it to `this`, without state and guard. */
  readonly who: Expression
}

/** The performer of a transition: the caller, a step of a call, or the product itself, which needs no right. */
export type DoneBy = 'caller' | 'call' | 'product'

/** Every case of a transition. */
export function transitionCases(viewer: Viewer, entity: string, name: string, by: DoneBy = 'caller'): TransitionCase[] {
  return viewer.model.states.machines
    .filter((machine) => machine.entity === entity)
    .flatMap((machine) =>
      machine.transitions
        .filter((transition) => transition.name === name)
        .map((transition) => caseOf(viewer, machine, transition, by)),
    )
}

export function caseOf(viewer: Viewer, machine: Machine, transition: Transition, by: DoneBy): TransitionCase {
  const who = isAllowed(by, transition) ? TRUE : mayDo(viewer, transition, machine.entity)
  return { machine, transition, who }
}

function isAllowed(by: DoneBy, transition: Transition): boolean {
  return by === 'product' || (by === 'call' && transition.isByCall)
}

function mayDo(viewer: Viewer, transition: Transition, entity: string): Expression {
  if (viewer.caller.isClock === true) return transition.isByClock ? TRUE : FALSE
  return anyOf(transition.who.map((performer) => performerCondition(viewer.model, viewer.caller, performer, entity)))
}

/**
 * Does the transition of the bound record if possible, and returns the record with its checks; no row if not possible.
 */
export function planTransition(
  viewer: Viewer,
  entity: Entity,
  record: string,
  each: TransitionCase,
  questions: AfterQuestions | null,
): Statement {
  const isBound = sql`t."id" = ${variable(record, idType(entity))}`
  const asked = questions === null ? [] : afterColumns(viewer, entity, questions, boundRecord(viewer, entity, record))
  return renderSql(sql`
    WITH t AS (${movedRow(viewer, entity, each, [isBound])})
    SELECT ${joinSql([loadedColumns(entity, 't'), ...asked], ', ')} FROM t`)
}

/** The row after the transition, for an enclosing statement; no row if not possible. `which` identifies the record. */
export function movedRow(
  viewer: Viewer,
  entity: Entity,
  { machine, transition, who }: TransitionCase,
  which: readonly Sql[],
): Sql {
  const context = sqlContext(viewer, { this: row(entity.name, 't') })
  const assigned = effectValues(viewer, entity, transition, context)
  const conditions = [
    ...which,
    inState(entity, machine, transition),
    ...conditionsSql([who, transition.guard ?? TRUE], context),
  ]
  return sql`
    UPDATE ${table(entity)} AS t
    SET ${joinSql([...stateAssignments(entity, machine, transition), ...assignmentsOf(entity, new Map(assigned))], ', ')}
    ${whereSql(conditions)}
    RETURNING t.*`
}

/** A transition that keeps the state does not count as entering it, and keeps the previous state. */
function stateAssignments(entity: Entity, machine: Machine, { to }: Transition): Sql[] {
  const state = column(fieldNamed(entity, machine.field))
  const before = identifier(stateBeforeColumn(machine.field))
  if (to === null) return [sql`${state} = t.${before}`, sql`${before} = t.${state}`]
  const target = textLiteral(to)
  return [
    sql`${state} = ${target}`,
    ...(knowsStateBefore(machine)
      ? [sql`${before} = CASE WHEN t.${state} = ${target} THEN t.${before} ELSE t.${state} END`]
      : []),
  ]
}

/** To lead back, a previous state must be stored and must still exist. */
function inState(entity: Entity, machine: Machine, { from, to }: Transition): Sql {
  const isFrom = sql`t.${column(fieldNamed(entity, machine.field))} IN (${textList(from)})`
  if (to !== null) return isFrom
  const states = textList(machine.states.map(({ name }) => name))
  return sql`(${isFrom} AND coalesce(t.${identifier(stateBeforeColumn(machine.field))} IN (${states}), FALSE))`
}

/** The reasons of a failed transition: per case, `who0`, `state0`, `guard0`. Runs only after a failure. */
export function planTransitionReasons(
  viewer: Viewer,
  entity: Entity,
  record: string,
  cases: readonly TransitionCase[],
): Statement {
  const context = sqlContext(viewer, { this: row(entity.name, 't') })
  const questions = cases.flatMap((each, index) => {
    const { who, state, guard } = transitionQuestions(entity, each, context)
    return [named(`who${index}`, who), named(`state${index}`, state), named(`guard${index}`, guard)]
  })
  return renderSql(
    sql`SELECT ${joinSql(questions, ', ')} FROM ${table(entity)} AS t WHERE t."id" = ${variable(record, idType(entity))}`,
  )
}

/** The three conditions of a case over the row `t`. */
function transitionQuestions(
  entity: Entity,
  { machine, transition, who }: TransitionCase,
  context: SqlContext,
): { who: Sql; state: Sql; guard: Sql } {
  return {
    who: expressionSql(who, context),
    state: inState(entity, machine, transition),
    guard: expressionSql(transition.guard ?? TRUE, context),
  }
}
