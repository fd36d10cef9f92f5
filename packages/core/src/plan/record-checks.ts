// What must be true of a record before or after a write → one statement each, answering yes or no per
// question, so that everything that is wrong is known at once.

import { allOf, anyOf, isTrue, notOf } from '../expression/conditions.ts'
import type { Expression } from '../expression/expression.ts'
import type { Entity } from '../model/entities.ts'
import type { Rule } from '../model/validation.ts'
import type { Viewer } from '../rights/readable.ts'
import { type Grant, grantsOf, visibleRecords } from '../rights/roles.ts'
import { conditionSql, expressionSql } from './expression-sql.ts'
import { identifier, joinSql, renderSql, type Sql, type Statement, sql, variable } from './sql.ts'
import type { SqlContext } from './sql-context.ts'
import { boundRecord, idType, loadedColumns, row, sqlContext, table } from './statement-scope.ts'

/** What happens to a record, as far as rules are chosen by it. */
export type Moment =
  | { readonly kind: 'create' | 'delete' }
  | { readonly kind: 'change'; readonly fields: readonly string[] }
  | { readonly kind: 'transition'; readonly transition: string; readonly fields: readonly string[] }

/** Rules that apply at a moment. For `field changes`, whether the value really differs is seen afterwards. */
export function rulesAt(viewer: Viewer, entity: string, moment: Moment): Rule[] {
  return viewer.model.validation.rules.filter((rule) => {
    if (rule.entity !== entity) return false
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

/** Is the rule kept? Over `this`, the record after the change, and `old`. */
function keptCondition(rule: Rule): Expression {
  return rule.condition === null ? rule.holds : anyOf([notOf(rule.condition), allOf([rule.condition, rule.holds])])
}

/**
 * Reads the bound record as it is now. Columns `kept0…`: is each rule kept? `grant0…`: does each grant hold?
 * `visible`: may the caller see it? No row: there is no such record any more.
 */
export function planAfterChecks(viewer: Viewer, entity: Entity, record: string, rules: readonly Rule[], grants: readonly Grant[]): Statement {
  const context = sqlContext(viewer, { this: row(entity.name, 't'), old: boundRecord(viewer, entity, 'old') })
  const visible = visibleRecords(viewer.model, viewer.caller, entity.name)
  const questions = [
    ...rules.map((rule, index) => named(`kept${index}`, expressionSql(keptCondition(rule), context))),
    ...grants.map(({ condition }, index) => named(`grant${index}`, expressionSql(condition, context))),
    named('visible', expressionSql(visible, context)),
  ]
  return renderSql(sql`SELECT ${joinSql(questions, ', ')} FROM ${table(entity)} AS t WHERE t."id" = ${variable(record, idType(entity))}`)
}

/** Locks the bound record, reads it, and asks which grants of the action hold before the change: `grant0…`. */
export function planLock(viewer: Viewer, entity: Entity, record: string, action: 'change' | 'delete'): { readonly statement: Statement; readonly grants: readonly Grant[] } {
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

/** Values of expressions over the bound record and other variables: the words of a message, a step's condition. */
export function planValues(viewer: Viewer, values: readonly Expression[], subject: { readonly entity: Entity; readonly record: string } | null): Statement {
  const context = sqlContext(viewer, subject === null ? {} : { this: row(subject.entity.name, 't') })
  const columns = joinSql(values.map((value, index) => named(`value${index}`, expressionSql(value, context))), ', ')
  if (subject === null) return renderSql(sql`SELECT ${columns}`)
  return renderSql(sql`SELECT ${columns} FROM ${table(subject.entity)} AS t WHERE t."id" = ${variable(subject.record, idType(subject.entity))}`)
}

export function named(name: string, value: Sql): Sql {
  return sql`${value} AS ${identifier(name)}`
}

/** Conditions as SQL; those that are always true say nothing. */
export function conditionsSql(conditions: readonly Expression[], context: SqlContext): Sql[] {
  return conditions.filter((condition) => !isTrue(condition)).map((condition) => sql`(${conditionSql(condition, context)})`)
}
