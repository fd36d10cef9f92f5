// Conditions on a record before or after a write → one statement with one boolean per condition, so that all failures
// are known at once.

import { allOf, anyOf, notOf, variablesIn, visit } from '../../expression/conditions.ts'
import type { Expression } from '../../expression/expression.ts'
import { isExact } from '../../expression/value-types.ts'
import type { Entity } from '../../model/entities.ts'
import { entityNamed, fieldNamed } from '../../model/find.ts'
import type { Model } from '../../model/model.ts'
import type { Rule } from '../../model/validation.ts'
import { seeing, type Viewer } from '../../rights/readable.ts'
import { type Grant, grantsOf, visibleField, visibleRecords } from '../../rights/roles.ts'
import { conditionSql, expressionSql } from '../sql/expression-sql.ts'
import { named } from '../sql/named-columns.ts'
import { outputSql } from '../sql/output.ts'
import { joinSql, renderSql, type Sql, type Statement, sql, variable } from '../sql/sql.ts'
import type { SqlContext, SqlVariable } from '../sql/sql-context.ts'
import { boundRecord, idType, loadedColumns, row, sqlContext, table, visibleVersion } from '../sql/statement-scope.ts'

/** An event of a record that selects rules. */
export type Moment =
  | { readonly kind: 'create' | 'delete' }
  | { readonly kind: 'change'; readonly fields: readonly string[] }
  | { readonly kind: 'transition'; readonly transition: string; readonly fields: readonly string[] }

/** Rules that apply at a moment. For `field changes`, the values are compared afterwards. */
export function rulesAt(viewer: Viewer, entity: string, moment: Moment): Rule[] {
  return viewer.model.validation.rules.filter((rule) => {
    if (rule.entity !== entity || (moment.kind === 'create' && mentionsOld(rule))) return false
    const { when } = rule
    switch (when.kind) {
      case 'always':
        return moment.kind !== 'delete'
      case 'create':
      case 'change':
      case 'delete':
        return when.kind === moment.kind
      case 'field changes':
        return moment.kind === 'create' || ('fields' in moment && moment.fields.includes(when.field))
      case 'transition':
        return moment.kind === 'transition' && moment.transition === when.transition
    }
  })
}

/** A new record has no earlier values to compare with. */
function mentionsOld({ condition, holds }: Rule): boolean {
  return variablesIn(holds).has('old') || (condition !== null && variablesIn(condition).has('old'))
}

/** The condition that the rule is satisfied, over `this`, the record after the change, and `old`. */
export function keptCondition(rule: Rule): Expression {
  return rule.condition === null ? rule.holds : anyOf([notOf(rule.condition), allOf([rule.condition, rule.holds])])
}

/** Checks of a record right after a write. */
export interface AfterQuestions {
  readonly rules: readonly Rule[]
  readonly grants: readonly Grant[]
  /** The record as JSON, over `this`; null: no answer is requested. */
  readonly answer: Expression | null
}

export function asksNothing({ rules, grants, answer }: AfterQuestions): boolean {
  return rules.length === 0 && grants.length === 0 && answer === null
}

/**
 * Columns over the row `t`. `kept0…`: each rule is satisfied. `grant0…`: each grant holds. `json`: the answer, NULL if
 * the caller may not see the record, and `answered version`.
 */
export function afterColumns(
  viewer: Viewer,
  entity: Entity,
  { rules, grants, answer }: AfterQuestions,
  old: SqlVariable,
): Sql[] {
  const context = sqlContext(viewer, { this: row(entity.name, 't'), old })
  return [
    ...rules.map((rule, index) => named(`kept${index}`, expressionSql(keptCondition(rule), context))),
    ...grants.map(({ condition }, index) => named(`grant${index}`, expressionSql(condition, context))),
    ...(answer === null ? [] : answerColumns(viewer, entity, answer, context)),
  ]
}

/** `json` and `answered version` of the row `t`. */
export function answerColumns(viewer: Viewer, entity: Entity, answer: Expression, context: SqlContext): Sql[] {
  const { model, caller, known } = viewer
  const isVisible = (condition: Expression): Sql => conditionSql(known?.(condition) ?? condition, context)
  return [
    named(
      'json',
      sql`CASE WHEN ${isVisible(visibleRecords(model, caller, entity.name))} THEN ${outputSql(seeing(viewer, 'this'), answer, context)} END`,
    ),
    named(
      'answered version',
      visibleVersion(entity, (field) => isVisible(visibleField(model, caller, entity.name, field))),
    ),
  ]
}

/** Checks the present bound record. No row: it no longer exists. */
export function planAfterChecks(viewer: Viewer, entity: Entity, record: string, questions: AfterQuestions): Statement {
  const columns = asksNothing(questions)
    ? [sql`TRUE AS asked`]
    : afterColumns(viewer, entity, questions, boundRecord(viewer, entity, 'old'))
  return renderSql(
    sql`SELECT ${joinSql(columns, ', ')} FROM ${table(entity)} AS t WHERE t."id" = ${variable(record, idType(entity))}`,
  )
}

/**
 * Tells whether the writing statement itself can answer. It sees every table in its old state, so no other row of the
 * entity may be read. It saves a round trip, and avoids reading index pages that concurrent transactions have written,
 * which SERIALIZABLE would treat as a conflict.
 */
export function canAskAtOnce(viewer: Viewer, entity: Entity, { rules, grants, answer }: AfterQuestions): boolean {
  const { model } = viewer
  const asked = [
    ...rules.map(keptCondition),
    ...grants.map(({ condition }) => condition),
    ...(answer === null ? [] : [answer, ...sightOf(viewer, entity, answer)]),
  ]
  return !asked.some((expression) => readsRowsOf(model, expression, entity.name))
}

/** The conditions, each over its own record, under which the caller sees the parts of the answer. */
function sightOf({ model, caller }: Viewer, entity: Entity, answer: Expression): Expression[] {
  const conditions = [visibleRecords(model, caller, entity.name)]
  const collect = (expression: Expression): void =>
    visit(expression, (part) => {
      if (part.kind === 'shape') shapeValues(model, part.shape).forEach(collect)
      if (part.kind === 'records') conditions.push(visibleRecords(model, caller, part.entity))
      if (part.kind !== 'field') return
      const { type } = fieldNamed(entityNamed(model, part.entity), part.field)
      conditions.push(visibleField(model, caller, part.entity, part.field))
      if ('entity' in type) conditions.push(visibleRecords(model, caller, type.entity))
    })
  collect(answer)
  return conditions
}

export function readsRowsOf(model: Model, expression: Expression, entity: string): boolean {
  let isReading = false
  visit(expression, (part) => {
    if (part.kind === 'records') isReading ||= part.entity === entity
    else if (part.kind === 'shape')
      isReading ||= shapeValues(model, part.shape).some((value) => readsRowsOf(model, value, entity))
    else if (part.kind === 'field') {
      const isOfRow = part.of.kind === 'variable' && (part.of.name === 'this' || part.of.name === 'old')
      const isList = part.type.kind === 'list' && part.type.of.kind === 'record' && part.type.of.entity === entity
      const field = entityNamed(model, part.entity).fields.find(({ name }) => name === part.field)
      const computed = field?.computed ?? null
      // The one record that refers back is sought among all of them.
      const isInverse = field?.type.kind === 'inverse' && field.type.entity === entity
      // The items of such a list depend on records of this entity.
      const isThrough = field?.type.kind === 'collection' && field.type.through?.entity === entity
      isReading ||=
        isList ||
        isThrough ||
        isInverse ||
        (part.entity === entity && !isOfRow) ||
        (computed !== null && readsRowsOf(model, computed.expression, entity))
    }
  })
  return isReading
}

function shapeValues(model: Model, name: string): Expression[] {
  return model.calls.shapes.find((shape) => shape.name === name)?.keys.map(({ value }) => value) ?? []
}

/** Locks and reads the bound record, and evaluates which grants of the action hold before the change: `grant0…`. */
export function planLock(
  viewer: Viewer,
  entity: Entity,
  record: string,
  action: 'change' | 'delete',
): { readonly statement: Statement; readonly grants: readonly Grant[] } {
  const context = sqlContext(viewer, { this: row(entity.name, 't') })
  const grants = grantsOf(viewer.model, viewer.caller, entity.name, action)
  const questions = grants.map(({ condition }, index) => named(`grant${index}`, expressionSql(condition, context)))
  const statement = renderSql(sql`
    SELECT ${joinSql([loadedColumns(entity, 't'), ...questions], ', ')}
    FROM ${table(entity)} AS t
    WHERE t."id" = ${variable(record, idType(entity))}
    FOR NO KEY UPDATE OF t`)
  return { statement, grants }
}

/** Values of expressions over the bound record and other variables: placeholders of a message, a step's condition. */
/** Lists are returned as JSON, with decimals as texts, because a JSON number would lose digits. */
function transportedSql({ type }: Expression, value: Sql): Sql {
  if (type.kind !== 'list') return value
  return isExact(type.of) || type.of.kind === 'calendar period'
    ? sql`to_json((${value})::text[])::text`
    : sql`to_json(${value})::text`
}

export function planValues(
  viewer: Viewer,
  values: readonly Expression[],
  subject: { readonly entity: Entity; readonly record: string } | null,
): Statement {
  const context = sqlContext(viewer, subject === null ? {} : { this: row(subject.entity.name, 't') })
  const columns = joinSql(
    values.map((value, index) => named(`value${index}`, transportedSql(value, expressionSql(value, context)))),
    ', ',
  )
  if (subject === null) return renderSql(sql`SELECT ${columns}`)
  return renderSql(
    sql`SELECT ${columns} FROM ${table(subject.entity)} AS t WHERE t."id" = ${variable(subject.record, idType(subject.entity))}`,
  )
}
