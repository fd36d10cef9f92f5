// A creation, or a transition → one statement that does it, asks everything that is asked of it, and answers. What does
// not hold is raised as an error, which undoes it: the statement is a whole transaction, and nothing has to be thought
// over between its parts. Why it was refused is found out afterwards, by doing it step by step.

import * as build from '../../expression/build.ts'
import { allOf, anyOf, isTrue, substitute, TRUE, visit } from '../../expression/conditions.ts'
import type { Expression } from '../../expression/expression.ts'
import type { Entity, Field } from '../../model/entities.ts'
import { fieldNamed } from '../../model/find.ts'
import { fieldOf } from '../../model/paths.ts'
import { doesMore } from '../../model/transitions.ts'
import type { Viewer } from '../../rights/readable.ts'
import { type Grant, visibleRecords } from '../../rights/roles.ts'
import { auditSql } from './audit.ts'
import { clocksOfRow, type ClockMoment, touchedClocks } from './clocks.ts'
import { conditionsSql } from '../sql/conditions.ts'
import { defaultsAtHand } from './defaults-at-hand.ts'
import { conditionSql } from '../sql/expression-sql.ts'
import { named } from '../sql/named-columns.ts'
import { type AfterQuestions, answerColumns, canAskAtOnce, keptCondition, readsRowsOf } from './record-checks.ts'
import { type FieldSource, insertedRow, nothingBefore } from './record-writes.ts'
import { joinSql, renderSql, type Sql, type Statement, sql, variable } from '../sql/sql.ts'
import { column, row, sqlContext, table, valueType } from '../sql/statement-scope.ts'
import { movedRow, type TransitionCase } from './states.ts'
import { type Knowing, knownOfCreation, knownOfTransition, knownToHold } from './written-record.ts'

/** Raised by `ninefold.must_hold`. */
export const DOES_NOT_HOLD = 'NF001'

/** The name under which it is bound who acts, for the history. */
export const ACTING = 'acting'

/**
 * Columns `json`, `answered version` and `next`, when the first clock is due. Null: it takes more than one statement.
 * `given` are the fields that the caller gives, and `defaultsAtHand` is bound like them; the grants are those of creating.
 */
export function planCreationAtOnce(
  asker: Viewer,
  entity: Entity,
  given: readonly string[],
  questions: AfterQuestions,
): Statement | null {
  const viewer = asOwner(asker)
  const isMore =
    viewer.model.states.machines.some((machine) => machine.entity === entity.name && machine.creations.length > 0) ||
    given.some((name) => ['collection', 'file'].includes(fieldNamed(entity, name).type.kind)) ||
    // What a default writes is looked at by code, which knows these patterns.
    entity.fields.some(({ name, pattern }) => pattern !== null && !given.includes(name))
  const clocks = clocksAt(viewer, entity, { kind: 'create' })
  if (isMore || clocks === null || !canAskAtOnce(viewer, entity, questions)) return null
  const bound = [...given, ...defaultsAtHand(entity, given).map(({ field }) => field)]
  const sources = bound.map((field): FieldSource => ({ kind: 'given', field }))
  const seen = given.map((name) => seenCondition(viewer, entity, name))
  const asks = [...kept(questions), covered(questions.grants, given), ...seen]
  const asked = asks.map(knownOfCreation(viewer.model, entity, given))
  const known = knownOfCreation(viewer.model, entity, given, asks)
  return renderAtOnce(viewer, entity, insertedRow(viewer, entity, sources), { clocks, asked, questions, known })
}

/** The name under which it is bound where in its table a record is. */
export const PLACE = 'place'

/**
 * Where in its table the record with the value bound as `key` is, as `place`: a hint, of which nobody is told. What
 * goes there straight reads no page of an index, which SERIALIZABLE would take for a conflict with all who write there.
 */
export function planPlace(viewer: Viewer, entity: Entity, field: Field): Statement {
  const isFound = sql`t.${column(field)} = ${variable('key', valueType(viewer, field))}`
  return renderSql(sql`SELECT t.ctid::text AS place FROM ${table(entity)} AS t WHERE ${isFound}`)
}

/**
 * As `planCreationAtOnce`; no row: it is not possible, or the record is not at its place any more. `which` says, over
 * `this`, whose transition it is.
 */
export function planTransitionAtOnce(
  asker: Viewer,
  entity: Entity,
  each: TransitionCase,
  which: Expression,
  moment: ClockMoment,
  questions: AfterQuestions,
): Statement | null {
  const viewer = asOwner(asker)
  const { machine, transition } = each
  const isMore =
    doesMore(machine, transition) ||
    transition.effects.some(({ kind }) => kind === 'send') ||
    entity.fields.some(({ pattern }) => pattern !== null) ||
    // The row that the statement changes is gone by the time it answers.
    kept(questions).some(readsOld)
  const clocks = clocksAt(viewer, entity, moment)
  if (isMore || clocks === null || !canAskAtOnce(viewer, entity, questions)) return null
  const own = [each.who, transition.guard ?? TRUE]
  const rights = visibleRecords(viewer.model, viewer.caller, entity.name)
  const isThere = sql`t.ctid = ${variable(PLACE, 'tid')}`
  const mayBeSeen = knownToHold(own)(rights)
  const found = [isThere, ...conditionsSql([which, mayBeSeen], sqlContext(viewer, { this: row(entity.name, 't') }))]
  const known = knownOfTransition(viewer.model, entity, each, [...own, rights])
  const asked = kept(questions).map(known)
  return renderAtOnce(viewer, entity, movedRow(viewer, entity, each, found), { clocks, asked, questions, known })
}

/** What writes does not stand behind the wall. */
function asOwner({ isBehindWall: _, ...viewer }: Viewer): Viewer {
  return viewer
}

interface Around {
  readonly clocks: Sql | 'none'
  /** Has to hold of `this`, the written record. */
  readonly asked: readonly Expression[]
  readonly questions: AfterQuestions
  readonly known: Knowing
}

function renderAtOnce(
  viewer: Viewer,
  entity: Entity,
  written: Sql,
  { clocks, asked, questions: { answer }, known }: Around,
): Statement {
  const context = sqlContext(viewer, { this: row(entity.name, 't'), old: nothingBefore(viewer, entity) })
  const holds = allOf(asked)
  const columns = [
    named('holds', isTrue(holds) ? sql`TRUE` : mustHold(conditionSql(holds, context))),
    ...(answer === null ? [] : answerColumns({ ...viewer, known }, entity, answer, context)),
    named('next', clocks === 'none' ? sql`NULL::timestamptz` : sql`(SELECT min(due_at) FROM set_clock)`),
    ...(hasHistory(viewer)
      ? [named('acting', sql`set_config('ninefold.caller', ${variable(ACTING, 'text')}, true)`)]
      : []),
  ]
  return renderSql(sql`
    WITH t AS (${written}), ${auditSql(entity)}${clocks === 'none' ? sql`` : sql`, ${clocks}`}
    SELECT ${joinSql(columns, ', ')} FROM t`)
}

/** Raises an error unless it holds. A function that is not called costs less than one that has nothing to say. */
export function mustHold(condition: Sql): Sql {
  return sql`CASE WHEN ${condition} THEN TRUE ELSE ninefold.must_hold(FALSE) END`
}

/** Triggers write it when the statement ends, for whoever is told to act by then. */
function hasHistory({ model }: Viewer): boolean {
  return model.entities.entities.some(({ history }) => history !== null)
}

function kept({ rules }: AfterQuestions): Expression[] {
  return rules.map(keptCondition)
}

/** Is each given field in some grant that holds? Without fields, one grant that holds is enough. */
function covered(grants: readonly Grant[], given: readonly string[]): Expression {
  const holds = (of: readonly Grant[]): Expression => anyOf(of.map(({ condition }) => condition))
  return allOf([
    holds(grants),
    ...given.map((field) => holds(grants.filter(({ permission }) => permission.fields.includes(field)))),
  ])
}

/** A record that the caller names has to be one that the caller may see; that it is there, the database's references say. */
function seenCondition({ model, caller }: Viewer, entity: Entity, name: string): Expression {
  const field = fieldNamed(entity, name)
  if (field.type.kind !== 'reference') return TRUE
  const named = fieldOf(model, build.recordVariable('this', entity.name), entity.name, field)
  const mayBeSeen = substitute(visibleRecords(model, caller, field.type.entity), 'this', named)
  return named.isOptional ? anyOf([build.isEmpty(named), mayBeSeen]) : mayBeSeen
}

/** Null: when one of them is due depends on other rows of the entity, which the statement does not see as they will be. */
function clocksAt(viewer: Viewer, entity: Entity, moment: ClockMoment): Sql | 'none' | null {
  const clocks = touchedClocks(viewer.model, entity, moment)
  const isReading = clocks.some(({ clock: { runs } }) => {
    if (runs.kind === 'every day') return false
    return readsRowsOf(viewer.model, runs.kind === 'after entering' ? runs.delay : runs.moment, entity.name)
  })
  if (isReading) return null
  return clocks.length === 0 ? 'none' : clocksOfRow(viewer, entity, clocks)
}

function readsOld(expression: Expression): boolean {
  let isReading = false
  visit(expression, (part) => {
    isReading ||= part.kind === 'variable' && part.name === 'old'
  })
  return isReading
}
