// Clocks of point 4 → statements that compute when each runs for a record. They run in the transaction that changes a
// state or field, so clock and cause are atomic. The row is written without reading it first, so two records never
// conflict.

import { TEXT, TIMESTAMP } from '../../expression/value-types.ts'
import * as build from '../../expression/build.ts'
import { visit } from '../../expression/conditions.ts'
import type { Expression } from '../../expression/expression.ts'
import { movedBy } from '../../expression/moved-by.ts'
import type { Entity } from '../../model/entities.ts'
import { entityNamed, fieldNamed } from '../../model/find.ts'
import type { Model } from '../../model/model.ts'
import type { Clock, Machine } from '../../model/states.ts'
import type { Viewer } from '../../rights/readable.ts'
import { expressionSql } from '../sql/expression-sql.ts'
import { joinSql, rawSql, renderSql, type Sql, type Statement, sql, textLiteral, variable } from '../sql/sql.ts'
import type { SqlContext } from '../sql/sql-context.ts'
import { textList } from './record-writes.ts'
import { boundRecord, column, idType, row, sqlContext, table } from '../sql/statement-scope.ts'

/** A clock that runs for one record at one moment; daily clocks for all records are schedules. */
export interface RecordClock {
  readonly machine: Machine
  readonly clock: Clock
  /** The states in which it runs. */
  readonly states: readonly string[]
}

/** An event of a record that can set clocks. */
export type ClockMoment =
  | { readonly kind: 'create' }
  | { readonly kind: 'change'; readonly fields: readonly string[] }
  | {
      readonly kind: 'transition'
      readonly machine: Machine
      readonly from: readonly string[]
      readonly to: string | null
      readonly fields: readonly string[]
    }

export function machineKey({ entity, field }: Machine): string {
  return `${entity}.${field}`
}

export function recordClocks(model: Model): RecordClock[] {
  return model.states.machines.flatMap((machine) =>
    machine.clocks.flatMap((clock): RecordClock[] => {
      if (clock.runs.kind === 'every day') return []
      const states = clock.runs.kind === 'after entering' ? [clock.runs.state] : startsOf(machine, clock)
      return [{ machine, clock, states }]
    }),
  )
}

/** The start states of the clock's transition. */
export function startsOf({ transitions }: Machine, { does }: Clock): string[] {
  const cases = transitions.filter(({ name, isByClock }) => name === does && isByClock)
  return [...new Set(cases.flatMap(({ from }) => from))]
}

/** Clocks that the event may set or cancel. */
export function touchedClocks(model: Model, entity: Entity, moment: ClockMoment): RecordClock[] {
  return recordClocks(model).filter((each) => each.machine.entity === entity.name && isTouched(entity, each, moment))
}

function isTouched(entity: Entity, { machine, clock, states }: RecordClock, moment: ClockMoment): boolean {
  if (moment.kind === 'create')
    return [machine.initial, ...machine.creations.map(({ to }) => to)].some((state) => states.includes(state ?? ''))
  const isMoved =
    moment.kind === 'transition' &&
    machineKey(moment.machine) === machineKey(machine) &&
    (moment.to === null || states.includes(moment.to) || moment.from.some((state) => states.includes(state)))
  return isMoved || (clock.runs.kind === 'when it passes' && readsAny(entity, clock.runs.moment, moment.fields))
}

/** Tells whether it reads one of these fields. A value beyond the record's own columns may depend on any of them. */
function readsAny(entity: Entity, expression: Expression, fields: readonly string[]): boolean {
  let found = false
  visit(expression, (part) => {
    if (part.kind === 'records' || part.kind === 'comprehension') found = true
    if (part.kind !== 'field') return
    const isOwn = part.of.kind === 'variable' && part.of.name === 'this'
    found ||= fields.includes(part.field) || (isOwn && fieldNamed(entity, part.field).computed !== null)
  })
  return found && fields.length > 0
}

/** Sets the clocks of the present bound record. */
export function planClocks(viewer: Viewer, entity: Entity, record: string, clocks: readonly RecordClock[]): Statement {
  const context = sqlContext(viewer, { this: boundRecord(viewer, entity, record) })
  const id = variable(record, idType(entity))
  const state = (machine: Machine): Sql =>
    expressionSql(
      build.field(build.recordVariable('this', entity.name), entity.name, machine.field, {
        type: TEXT,
        isOptional: false,
      }),
      context,
    )
  const rows = clocks.map((each) => sql`(${joinSql(clockValues(each, id, state(each.machine), context), ', ')})`)
  return renderSql(sql`
    WITH wanted (machine, clock, record_id, state, due_at) AS (VALUES ${joinSql(rows, ', ')}), ${setClocks(clocks)}`)
}

/** CTEs of a statement in which `t` is the written record: `set_clock` has the due times. */
export function clocksOfRow(viewer: Viewer, entity: Entity, clocks: readonly RecordClock[]): Sql {
  const context = sqlContext(viewer, { this: row(entity.name, 't') })
  const rows = clocks.map((each) => {
    const state = sql`t.${column(fieldNamed(entity, each.machine.field))}`
    return sql`SELECT ${joinSql(clockValues(each, sql`t."id"`, state, context), ', ')} FROM t`
  })
  return sql`wanted (machine, clock, record_id, state, due_at) AS (${joinSql(rows, ' UNION ALL ')}), ${clockRows(clocks)}`
}

/** The state that set the clock is stored with it, because a record that leaves and returns starts anew. */
function clockValues({ machine, clock, states }: RecordClock, id: Sql, state: Sql, context: SqlContext): Sql[] {
  const counts = sql`${state} IN (${textList(states)})`
  const kept = clock.runs.kind === 'after entering' ? state : sql`CASE WHEN ${counts} THEN 'counts' ELSE 'left' END`
  return [
    sql`${textLiteral(machineKey(machine))}::text`,
    sql`${textLiteral(clock.name)}::text`,
    sql`(${id})::text`,
    sql`(${kept})::text`,
    sql`CASE WHEN ${counts} THEN ${dueSql(clock, context)} END::timestamptz`,
  ]
}

function dueSql({ runs }: Clock, context: SqlContext): Sql {
  if (runs.kind === 'every day') throw new Error('Defect: a daily clock is no clock of one record.')
  if (runs.kind === 'after entering') {
    return expressionSql(movedBy('plus', build.variable('now', TIMESTAMP), runs.delay), context)
  }
  const moment = expressionSql(runs.moment, context)
  // A day has passed when the next one begins.
  return runs.moment.type.kind === 'date'
    ? sql`(((${moment}) + 1)::timestamp AT TIME ZONE ${textLiteral(context.timeZone)})`
    : sql`(${moment})`
}

/** `wanted` → rows; returns the first due time as `next`. Unchanged rows are not written. */
function setClocks(clocks: readonly RecordClock[]): Sql {
  return sql`${clockRows(clocks)} SELECT min(due_at) AS next FROM set_clock`
}

function clockRows(clocks: readonly RecordClock[]): Sql {
  const entering = clocks.filter(({ clock }) => clock.runs.kind === 'after entering').map(({ clock }) => clock.name)
  const isEntering = entering.length === 0 ? sql`FALSE` : sql`kept.clock IN (${textList(entering)})`
  const due = sql`CASE
    WHEN kept.state IS DISTINCT FROM excluded.state THEN excluded.due_at
    WHEN ${isEntering} THEN kept.due_at
    WHEN kept.ran_for = excluded.due_at THEN NULL
    ELSE excluded.due_at END`
  return sql`
    set_clock AS (
      INSERT INTO ninefold.clock AS kept (machine, clock, record_id, state, due_at)
      SELECT machine, clock, record_id, state, due_at FROM wanted
      ON CONFLICT (machine, clock, record_id) DO UPDATE SET
        state = excluded.state,
        due_at = ${due},
        ran_for = CASE WHEN kept.state = excluded.state THEN kept.ran_for END
      WHERE kept.state IS DISTINCT FROM excluded.state OR kept.due_at IS DISTINCT FROM ${due}
      RETURNING due_at
    )`
}

export interface ClockRevision {
  /** Cancels clocks whose record is deleted or has left their states. */
  readonly lose: Statement
  /**
   * Sets clocks of records that are already in such a state. Delays start now, because the time of entry is unknown.
   */
  readonly gain: Statement
}

/** For all records, after a change of the specification. */
export function planClockRevision(viewer: Viewer, each: RecordClock): ClockRevision {
  const { machine, clock, states } = each
  const entity = entityNamed(viewer.model, machine.entity)
  const context = sqlContext(viewer, { this: row(entity.name, 't') })
  const state = sql`t.${column(fieldNamed(entity, machine.field))}`
  const counts = sql`${state} IN (${textList(states)})`
  const values = clockValues(each, sql`t."id"`, state, context)
  const isOwn = sql`kept.machine = ${textLiteral(machineKey(machine))} AND kept.clock = ${textLiteral(clock.name)}`
  return {
    lose: renderSql(sql`
      UPDATE ninefold.clock AS kept SET due_at = NULL, state = NULL, ran_for = NULL
      WHERE ${isOwn} AND kept.state IS NOT NULL AND NOT EXISTS (
        SELECT FROM ${table(entity)} AS t WHERE t."id" = kept.record_id::${rawSql(idType(entity))} AND ${counts})`),
    gain: renderSql(sql`
      WITH wanted (machine, clock, record_id, state, due_at) AS (
        SELECT ${joinSql(values, ', ')} FROM ${table(entity)} AS t WHERE ${counts}
      ), ${setClocks([each])}`),
  }
}

/** Makes a daily clock due now for every record in one of its start states. */
export function planDailyClock(viewer: Viewer, machine: Machine, clock: Clock): Statement {
  const entity = entityNamed(viewer.model, machine.entity)
  const state = sql`t.${column(fieldNamed(entity, machine.field))}`
  return renderSql(sql`
    INSERT INTO ninefold.clock AS kept (machine, clock, record_id, due_at)
    SELECT ${textLiteral(machineKey(machine))}, ${textLiteral(clock.name)}, t."id"::text, ${variable('now', 'timestamptz')}
    FROM ${table(entity)} AS t WHERE ${state} IN (${textList(startsOf(machine, clock))})
    ON CONFLICT (machine, clock, record_id) DO UPDATE SET due_at = excluded.due_at`)
}
