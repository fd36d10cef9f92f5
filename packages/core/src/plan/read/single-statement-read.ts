// A call that only finds, lists and answers → one statement. Each step becomes a CTE, and later steps read from it
// instead of from parameters.

import type { Expression } from '../../expression/expression.ts'
import type { Entity } from '../../model/entities.ts'
import type { StepPage } from '../../model/calls.ts'
import { seeing, type Viewer } from '../../rights/readable.ts'
import { expressionSql } from '../sql/expression-sql.ts'
import { isPlannedOnce } from '../sql/branches.ts'
import { findSql, type StepList, stepListSql } from './finds.ts'
import { answerSql } from './lists.ts'
import { identifier, joinSql, type Sql, type Statement, sql, rawSql } from '../sql/sql.ts'
import { loadedFields, renderForCaller, sqlContext } from '../sql/statement-scope.ts'

export type ReadStep =
  | { readonly kind: 'find'; readonly as: string; readonly entity: Entity; readonly conditions: readonly Expression[] }
  | {
      readonly kind: 'list'
      readonly as: string
      readonly list: StepList
      readonly page: StepPage | null
    }

/** Column `json`. No row: something was not found. */
export function planSingleStatementRead(viewer: Viewer, steps: readonly ReadStep[], body: Expression): Statement {
  const bound = new Map<string, Sql>()
  const value = (expression: Expression): Sql => reading(expressionSql(expression, sqlContext(viewer, {})), bound)
  const tables: Sql[] = []
  const found: Sql[] = []
  let isOnce = true
  for (const [index, step] of steps.entries()) {
    const name = `step${index}`
    const read = (column: string): Sql =>
      sql`(SELECT ${identifier(name)}.${identifier(column)} FROM ${identifier(name)})`
    if (step.kind === 'find') {
      isOnce &&= isPlannedOnce(step.conditions, null)
      const query = reading(findSql(viewer, step.entity, step.conditions), bound)
      tables.push(sql`${identifier(name)} AS MATERIALIZED (${query})`)
      found.push(identifier(name))
      bound.set(step.as, read('id'))
      for (const field of loadedFields(step.entity)) bound.set(`${step.as}.${field.name}`, read(field.name))
      continue
    }
    const page = new Map(bound)
    if (step.page !== null) page.set('page.take', value(step.page.take)).set('page.after', value(step.page.after))
    const { found: listed, matching } = stepListSql(viewer, step.list)
    isOnce &&= matching.isPlannedOnce
    const query = reading(listed, page)
    tables.push(sql`${identifier(name)} AS MATERIALIZED (${query})`)
    bound.set(step.as, read('ids'))
    const total = step.page?.counting ?? null
    if (total !== null) bound.set(total, read('total'))
  }
  // One statement is one snapshot, so found records are still visible in the answer.
  const names = (kind: ReadStep['kind']): string[] => steps.flatMap((step) => (step.kind === kind ? [step.as] : []))
  const knowing: Viewer = { ...seeing(viewer, ...names('find')), seenLists: new Set(names('list')) }
  const from = found.length === 0 ? sql`` : sql` FROM ${joinSql(found, ', ')}`
  return renderForCaller(
    viewer,
    sql`WITH ${joinSql(tables, ', ')} SELECT ${reading(answerSql(knowing, body), bound)} AS json${from}`,
    isOnce,
  )
}

/** Replaces parameters that a step has bound by its result. */
function reading({ parts }: Sql, bound: ReadonlyMap<string, Sql>): Sql {
  return {
    parts: parts.flatMap((part) => {
      if (typeof part === 'string' || part.parameter.kind === 'literal') return [part]
      const { parameter } = part
      const found = bound.get(parameter.kind === 'variable' ? parameter.name : `${parameter.name}.${parameter.field}`)
      return found === undefined ? [part] : sql`(${found})::${rawSql(part.type)}`.parts
    }),
  }
}
