// The right to an uploaded file → one statement: the caller must see a field of a record that holds it.

import type { Entity, Field } from '../../model/entities.ts'
import type { Viewer } from '../../rights/readable.ts'
import { visibleField } from '../../rights/roles.ts'
import { conditionsSql } from '../sql/conditions.ts'
import { whereSql } from '../sql/list-sql.ts'
import { type Statement, sql, variable } from '../sql/sql.ts'
import { column, idType, renderForCaller, row, sqlContext, table } from '../sql/statement-scope.ts'

/** A row if the record in `record` shows the caller the file in `file` in this field. */
export function planFileSeen(viewer: Viewer, entity: Entity, field: Field): Statement {
  const context = sqlContext(viewer, { this: row(entity.name, 't') })
  const isSeen = conditionsSql([visibleField(viewer.model, viewer.caller, entity.name, field.name)], context)
  const [own, file] = [sql`t.${column(field)}`, variable('file', 'text')]
  const isHeld =
    field.type.kind === 'file' && field.type.isList
      ? sql`EXISTS (SELECT FROM unnest(${own}) AS held WHERE held ->> 'id' = ${file})`
      : sql`${own} ->> 'id' = ${file}`
  const isRecord = sql`t."id" = ${variable('record', idType(entity))}`
  return renderForCaller(
    viewer,
    sql`SELECT TRUE AS seen FROM ${table(entity)} AS t${whereSql([isRecord, isHeld, ...isSeen])} LIMIT 1`,
  )
}
