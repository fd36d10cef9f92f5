// Fields that are unique together → indexes over the records that count.

import type { Expression } from '../../expression/expression.ts'
import type { Entity } from '../../model/entities.ts'
import { fieldNamed } from '../../model/find.ts'
import type { Model } from '../../model/model.ts'
import { isHeldByIndex } from '../../model/rules/row-condition.ts'
import type { Viewer } from '../../rights/readable.ts'
import { compositeName } from '../sql/database-names.ts'
import { quoted } from './ddl.ts'
import { conditionSql } from '../sql/expression-sql.ts'
import type { Column, Index } from './schema.ts'
import { renderSql, sql } from '../sql/sql.ts'
import type { SqlVariable } from '../sql/sql-context.ts'
import { column, sqlContext } from '../sql/statement-scope.ts'

/**
 * `columns` are those of the entity's table. Constraints that no index can enforce are rules over records:
 * model/rules/held-rules.ts.
 */
export function uniqueTogetherIndexes(model: Model, entity: Entity, columns: readonly Column[]): Index[] {
  return entity.uniqueTogether.flatMap((unique, number): Index[] => {
    const found = unique.fields.flatMap((name) => columns.find(({ field }) => field === name) ?? [])
    if (found.length < unique.fields.length || !isHeldByIndex(entity, unique)) return []
    const [first = '', ...within] = unique.fields
    return [
      {
        name: compositeName(entity.name, ...unique.fields, `unique${number === 0 ? '' : number + 1}`, 'together'),
        keys: found.map(({ name }) => quoted(name)),
        columns: found.map(({ name }) => name),
        fields: unique.fields,
        unique: { ignoringCase: false, within: first === '' ? [] : within },
        ...(unique.countingOnly === null ? {} : { where: rowConditionText(model, entity, unique.countingOnly) }),
        ...(unique.otherwise === null ? {} : { otherwise: unique.otherwise }),
      },
    ]
  })
}

/** The condition as SQL text over the row of an index or constraint. */
export function rowConditionText(model: Model, entity: Entity, condition: Expression): string {
  const record: SqlVariable = {
    kind: 'fields',
    entity: entity.name,
    id: sql`"id"`,
    field: (name) => column(fieldNamed(entity, name)),
  }
  // There is no caller, because the condition is the same for all.
  const viewer: Viewer = { model, caller: { roles: new Set(), isSignedIn: false } }
  const { text, parameters } = renderSql(conditionSql(condition, sqlContext(viewer, { this: record })))
  if (parameters.length > 0)
    throw new Error(`Defect: which ${entity.name} records count depends on more than the record.`)
  return text
}
