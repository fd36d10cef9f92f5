// A transition → one conditional statement: whoever comes second finds the condition no longer true.
// Read, check and write in three steps would have several winners.

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

/** One row of the transition table, as the caller meets it. */
export interface TransitionCase {
  readonly machine: Machine
  readonly transition: Transition
  /** May the caller do it to `this`, state and guard aside? */
  readonly who: Expression
}

/** The performer of a transition: its caller, a step of a call, or the product by itself, which nobody has to be allowed. */
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
 * Does the transition to the bound record where it is possible, and returns the record, together with what is asked of
 * it; no row where it is not possible.
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

/** The row after the transition, for a statement around it; none where it is not possible. `which` says whose. */
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

/** A transition that stays in its state is no coming, and leaves the state before as it is. */
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

/** Where it leads back, there has to be a state before, and one that there still is. */
function inState(entity: Entity, machine: Machine, { from, to }: Transition): Sql {
  const isFrom = sql`t.${column(fieldNamed(entity, machine.field))} IN (${textList(from)})`
  if (to !== null) return isFrom
  const states = textList(machine.states.map(({ name }) => name))
  return sql`(${isFrom} AND coalesce(t.${identifier(stateBeforeColumn(machine.field))} IN (${states}), FALSE))`
}

/** Why was it not possible? Per case, `who0`, `state0`, `guard0`; asked only after a refusal. */
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

/** The three questions of a case over the row `t`. */
export function transitionQuestions(
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
