// A write plan → as few statements as possible. One statement suffices if no operation needs code or the resulting
// rows: a failed condition raises an error, which rolls the statement back. Otherwise one statement writes the row,
// with checks and answer where possible, and other operations follow. The second way also finds the reason of a
// refusal.

import * as build from '../../expression/build.ts'
import { allOf, anyOf, isTrue, substitute, TRUE, visit } from '../../expression/conditions.ts'
import type { Expression } from '../../expression/expression.ts'
import type { Entity, Field } from '../../model/entities.ts'
import { fieldNamed, isStored } from '../../model/find.ts'
import { fieldOf } from '../../model/paths.ts'
import { equals } from '../../rights/list-conditions.ts'
import type { Viewer } from '../../rights/readable.ts'
import { type Grant, visibleField, visibleRecords } from '../../rights/roles.ts'
import { auditSql } from './audit.ts'
import { clocksOfRow, type ClockMoment, touchedClocks } from './clocks.ts'
import { conditionsSql } from '../sql/conditions.ts'
import { IS_LOCATED, locateRow } from './located-row.ts'
import { precomputedDefaults } from './precomputed-defaults.ts'
import { conditionSql } from '../sql/expression-sql.ts'
import { named } from '../sql/named-columns.ts'
import { type AfterQuestions, answerColumns, canAskAtOnce, keptCondition, readsRowsOf } from './record-checks.ts'
import {
  changedRow,
  type FieldSource,
  type GivenRows,
  insertedRow,
  insertedRows,
  nothingBefore,
  planCreation,
  textList,
} from './record-writes.ts'
import { joinSql, rawSql, renderSql, type Sql, type Statement, sql, variable } from '../sql/sql.ts'
import { column, row, sqlContext, valueType } from '../sql/statement-scope.ts'
import { movedRow, planTransition, type TransitionCase } from './states.ts'
import { type Alteration, type Insertion, operationOf, type WriteOperation, type WritePlan } from './write-plan.ts'
import {
  beforeAsAfter,
  isUntouched,
  type Knowing,
  knownOfChange,
  knownOfCreation,
  knownOfCreations,
  knownOfTransition,
  knownToHold,
} from './written-record.ts'

/** The binding with the actor for the history. */
export const ACTING = 'acting'

/** Operations that a single statement can do. Others need code or the resulting rows. */
const IN_ONE: ReadonlySet<WriteOperation['kind']> = new Set([
  'see',
  'insert',
  'move',
  'alter',
  'judge',
  'clocks',
  'answer',
])

/**
 * Columns `json`, `answered version` and `next`, the due time of the first clock. Null: more than one statement is
 * needed. `precomputedDefaults` are bound like given fields. `foundBy`: an existing record is the one with the value bound as
 * `key`; no row: the operation is not possible, or the record has moved.
 */
export function lowerToOne(asker: Viewer, plan: WritePlan, foundBy?: Field): Statement | null {
  const statement = inOne(asker, plan, foundBy === undefined ? TRUE : equals(asker, plan.entity, foundBy, 'key'))
  if (statement === null || foundBy === undefined) return statement
  return { ...statement, locatedBy: locateRow(asOwner(asker), plan.entity, foundBy) }
}

function inOne(asker: Viewer, plan: WritePlan, target: Expression): Statement | null {
  const viewer = asOwner(asker)
  const { entity, operations } = plan
  const [row, questions] = [operationOf(plan, 'alter') ?? rowOf(plan), questionsOf(plan)]
  const clocks = clocksAt(viewer, entity, operationOf(plan, 'clocks')?.moment ?? null)
  const isMore = operations.some(({ kind }) => !IN_ONE.has(kind))
  if (isMore || clocks === null || !canAskAtOnce(viewer, entity, questions)) return null
  if (row.kind === 'insert') return insertionInOne(viewer, plan, row, { questions, clocks })
  const write = { viewer, entity, target, questions, clocks }
  if (row.kind === 'alter') return alterationInOne(write, row)
  return kept(questions).some(readsOld) ? null : moveInOne(write, row.each)
}

function insertionInOne(
  viewer: Viewer,
  plan: WritePlan,
  insertion: Insertion,
  { questions, clocks }: Pick<WriteInOne, 'questions' | 'clocks'>,
): Statement {
  const { entity } = plan
  const { given } = insertion
  const sources = boundFields(entity, given).map((field): FieldSource => ({ kind: 'given', field }))
  const asks = asksOfCreation(viewer, plan, insertion, questions)
  const asked = asks.map(knownOfCreation(viewer.model, entity, given))
  const known = knownOfCreation(viewer.model, entity, given, asks)
  return renderInOne(viewer, entity, insertedRow(viewer, entity, sources), { clocks, asked, questions, known })
}

/** Variable that holds the rows as JSON: an array of objects with the columns of the statement. */
export const GIVEN_ROWS = 'given rows'

/** Key of a field's value in each JSON object, and its type in PostgreSQL. */
export interface GivenColumn {
  readonly field: string
  readonly name: string
  readonly type: string
}

export interface SetOfCreations {
  /** Creates all rows or fails. Returns one row: `made`, the count, and `next`, the time of the first due clock. */
  readonly statement: Statement
  readonly columns: readonly GivenColumn[]
}

/**
 * One statement for many creations with the same fields; it checks each of them. Null: a check or a value of one record
 * could depend on another one, so they must be created one after another.
 */
export function lowerToSet(asker: Viewer, plan: WritePlan): SetOfCreations | null {
  const viewer = asOwner(asker)
  const { entity, operations } = plan
  const questions = questionsOf(plan)
  const insertion = operationOf(plan, 'insert')
  const clocks = clocksAt(viewer, entity, operationOf(plan, 'clocks')?.moment ?? null)
  if (insertion === null || clocks === null || operations.some(({ kind }) => !IN_ONE.has(kind))) return null
  if (!canAskAtOnce(viewer, entity, questions) || dependsOnOthers(viewer, entity, insertion.given)) return null
  const bound = boundFields(entity, insertion.given)
  const columns = bound.map((field, index): GivenColumn => {
    const type = valueType(viewer, fieldNamed(entity, field))
    return { field, name: `c${index}`, type }
  })
  if (columns.length === 0) return null
  const asks = asksOfCreation(viewer, plan, insertion, questions)
  const asked = asks.map(knownOfCreations(viewer.model, entity, insertion.given))
  const written = insertedRows(viewer, entity, bound, rowsOfJson(columns))
  const parts = { clocks, asked, questions, known: knownOfCreations(viewer.model, entity, insertion.given) }
  const { tables, each } = inOneSql(viewer, entity, written, parts)
  const acting = hasHistory(viewer) ? sql`, max(each."acting") AS acting` : sql``
  return {
    columns,
    statement: renderSql(sql`
    WITH ${tables}, each AS (${each})
    SELECT count(*)::int AS made, bool_and(each."holds") AS holds, min(each."next") AS next${acting} FROM each`),
  }
}

function rowsOfJson(columns: readonly GivenColumn[]): GivenRows {
  const isList = (type: string): boolean => type.endsWith('[]')
  const declared = columns.map(({ name, type }) => `${name} ${isList(type) ? type : 'text'}`).join(', ')
  return {
    rows: sql`json_to_recordset(${variable(GIVEN_ROWS, 'json')}) AS given (${rawSql(declared)})`,
    valueOf: (field) => {
      const column = columns.find((each) => each.field === field)
      return column === undefined ? null : rawSql(`given.${column.name}::${column.type}`)
    },
  }
}

/** Tells whether a value of the new record depends on other records of its entity. */
function dependsOnOthers({ model }: Viewer, entity: Entity, given: readonly string[]): boolean {
  return entity.fields.some((field) => {
    if (field.type.kind === 'slug') return true
    const value = given.includes(field.name) ? null : field.default
    return value !== null && readsRowsOf(model, value, entity.name)
  })
}

function boundFields(entity: Entity, given: readonly string[]): string[] {
  return [...given, ...precomputedDefaults(entity, given).map(({ field }) => field)]
}

/** Conditions on the new record. */
function asksOfCreation(
  viewer: Viewer,
  plan: WritePlan,
  { given }: Insertion,
  questions: AfterQuestions,
): Expression[] {
  const seen = (operationOf(plan, 'see')?.fields ?? []).map((name) => seenCondition(viewer, plan.entity, name))
  return [...kept(questions), covered(questions.grants, given), ...seen]
}

/** A write of an existing record, as one statement. */
interface WriteInOne {
  readonly viewer: Viewer
  readonly entity: Entity
  /** Condition that finds the record. */
  readonly target: Expression
  readonly questions: AfterQuestions
  readonly clocks: Sql | 'none'
}

function moveInOne({ viewer, entity, target, questions, clocks }: WriteInOne, each: TransitionCase): Statement {
  const { transition } = each
  const own = [each.who, transition.guard ?? TRUE]
  const rights = visibleRecords(viewer.model, viewer.caller, entity.name)
  const mayBeSeen = knownToHold(own)(rights)
  const found = [IS_LOCATED, ...conditionsSql([target, mayBeSeen], sqlContext(viewer, { this: row(entity.name, 't') }))]
  const known = knownOfTransition(viewer.model, entity, each, [...own, rights])
  const asked = kept(questions).map(known)
  return renderInOne(viewer, entity, movedRow(viewer, entity, each, found), { clocks, asked, questions, known })
}

/** The binding with the version that the caller has seen. */
export const SEEN_VERSION = 'seen version'

/**
 * Null: a rule compares old and new values, or a grant depends on a field that changes. Conditions on unchanged fields
 * are the same before and after.
 */
function alterationInOne(
  { viewer, entity, target, questions, clocks }: WriteInOne,
  { given, lockedIn, expectsVersion }: Alteration,
): Statement | null {
  const { model, caller } = viewer
  const reached = questions.grants.filter(({ permission }) => given.some((name) => permission.fields.includes(name)))
  const isCertain = ({ permission, condition }: Grant): boolean =>
    permission.mayHandOver || isUntouched(model, entity, given, condition)
  const rules = kept(questions).map(beforeAsAfter(entity, given))
  if (!reached.every(isCertain) || rules.some(readsOld)) return null
  const permitted = covered(reached, given)
  const rights = visibleRecords(model, caller, entity.name)
  const own = expectsVersion ? [permitted, visibleField(model, caller, entity.name, 'version')] : [permitted]
  const conditions = [target, ...own, knownToHold(own)(rights)]
  const found = [
    IS_LOCATED,
    ...conditionsSql(conditions, sqlContext(viewer, { this: row(entity.name, 't') })),
    ...[...lockedIn].map(([name, states]) => {
      const state = sql`t.${column(fieldNamed(entity, name))}`
      return sql`${state} NOT IN (${textList(states)})`
    }),
    ...(expectsVersion ? [sql`t."version" = ${variable(SEEN_VERSION, 'bigint')}`] : []),
  ]
  const known = knownOfChange(model, entity, given, [...own, rights])
  const seen = given.map((name) => seenCondition(viewer, entity, name))
  const asked = [...rules, ...seen].map(known)
  return renderInOne(viewer, entity, changedRow(viewer, entity, given, found), { clocks, asked, questions, known })
}

export interface StepsOfWrite {
  /** Writes the row. If `isJudged`, it also evaluates the checks; otherwise they run at the end. */
  readonly statement: Statement
  readonly questions: AfterQuestions
  readonly isJudged: boolean
}

/** Operations after which the record or its checks may have changed. */
const BEFORE_JUDGING: readonly WriteOperation['kind'][] = ['links', 'effects', 'steps']

/** `record`: the binding of an existing record. */
export function lowerToSteps(viewer: Viewer, plan: WritePlan, record = 'record'): StepsOfWrite {
  const { entity, operations } = plan
  const [row, questions] = [rowOf(plan), questionsOf(plan)]
  const isJudged =
    !operations.some(({ kind }) => BEFORE_JUDGING.includes(kind)) && canAskAtOnce(viewer, entity, questions)
  const asked = isJudged ? questions : null
  const statement =
    row.kind === 'move'
      ? planTransition(viewer, entity, record, row.each, asked)
      : planCreation(viewer, entity, sourcesOf(entity, row), asked, row.begins, row.lists)
  return { statement, questions, isJudged }
}

/** Fields with columns; others are written after the row. */
export function sourcesOf(entity: Entity, { given, set }: Pick<Insertion, 'given' | 'set'>): FieldSource[] {
  const isColumn = (name: string): boolean => isStored(fieldNamed(entity, name))
  return [
    ...given.filter(isColumn).map((field): FieldSource => ({ kind: 'given', field })),
    ...set.filter(({ field }) => isColumn(field)),
  ]
}

function rowOf(plan: WritePlan): Extract<WriteOperation, { readonly kind: 'insert' | 'move' }> {
  const row = operationOf(plan, 'insert') ?? operationOf(plan, 'move')
  if (row === null) throw new Error(`A write of "${plan.entity.name}" has no row.`)
  return row
}

function questionsOf(plan: WritePlan): AfterQuestions {
  const { rules = [], grants = [] } = operationOf(plan, 'judge') ?? {}
  return { rules, grants, answer: operationOf(plan, 'answer')?.answer ?? null }
}

/** Writes bypass row-level security. */
function asOwner({ isBehindWall: _, ...viewer }: Viewer): Viewer {
  return viewer
}

/** Further parts of a statement that writes a row: clocks, checks and the answer. */
interface StatementParts {
  readonly clocks: Sql | 'none'
  /** Conditions on `this`, the written record. */
  readonly asked: readonly Expression[]
  readonly questions: AfterQuestions
  readonly known: Knowing
}

function renderInOne(viewer: Viewer, entity: Entity, written: Sql, parts: StatementParts): Statement {
  const { tables, each } = inOneSql(viewer, entity, written, parts)
  return renderSql(sql`
    WITH ${tables}
    ${each}`)
}

/** Tables of a statement, with a row for each written record. */
function inOneSql(
  viewer: Viewer,
  entity: Entity,
  written: Sql,
  { clocks, asked, questions: { answer }, known }: StatementParts,
): { readonly tables: Sql; readonly each: Sql } {
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
  return {
    tables: sql`t AS (${written}), ${auditSql(entity)}${clocks === 'none' ? sql`` : sql`, ${clocks}`}`,
    each: sql`SELECT ${joinSql(columns, ', ')} FROM t`,
  }
}

/** Raises an error if the condition is false. Calling the function only in that case is cheaper. */
export function mustHold(condition: Sql): Sql {
  return sql`CASE WHEN ${condition} THEN TRUE ELSE ninefold.must_hold(FALSE) END`
}

/** Triggers write the history at the end of the statement, with the actor that is set by then. */
function hasHistory({ model }: Viewer): boolean {
  return model.entities.entities.some(({ history }) => history !== null)
}

function kept({ rules }: AfterQuestions): Expression[] {
  return rules.map(keptCondition)
}

/** Tells whether every given field is covered by a grant that holds. Without fields, one grant is enough. */
function covered(grants: readonly Grant[], given: readonly string[]): Expression {
  const holds = (of: readonly Grant[]): Expression => anyOf(of.map(({ condition }) => condition))
  return allOf([
    holds(grants),
    ...given.map((field) => holds(grants.filter(({ permission }) => permission.fields.includes(field)))),
  ])
}

/** A referenced record must be visible to the caller; foreign keys ensure that it exists. */
function seenCondition({ model, caller }: Viewer, entity: Entity, name: string): Expression {
  const field = fieldNamed(entity, name)
  if (field.type.kind !== 'reference') return TRUE
  const named = fieldOf(model, build.recordVariable('this', entity.name), entity.name, field)
  const mayBeSeen = substitute(visibleRecords(model, caller, field.type.entity), 'this', named)
  return named.isOptional ? anyOf([build.isEmpty(named), mayBeSeen]) : mayBeSeen
}

/** Null: a due time depends on other rows of the entity, whose new state the statement cannot see. */
function clocksAt(viewer: Viewer, entity: Entity, moment: ClockMoment | null): Sql | 'none' | null {
  if (moment === null) return 'none'
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
