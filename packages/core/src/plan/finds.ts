// Finding records for the product's own use → statements that bring them as code knows them.

import type { Expression } from '../expression/expression.ts'
import type { Entity, Field } from '../model/entities.ts'
import type { Viewer } from '../rights/readable.ts'
import { visibleField, visibleRecords } from '../rights/roles.ts'
import { conditionsSql } from './record-checks.ts'
import { whereSql } from './list-sql.ts'
import { identifier, renderSql, type Statement, sql, variable } from './sql.ts'
import { column, loadedColumns, row, sqlContext, table, valueType } from './statement-scope.ts'

/** The one visible record where the condition over `this` holds. */
export function planFind(viewer: Viewer, entity: Entity, conditions: readonly Expression[]): Statement {
  const context = sqlContext(viewer, { this: row(entity.name, 't') })
  const where = conditionsSql([visibleRecords(viewer.model, viewer.caller, entity.name), ...conditions], context)
  return renderSql(sql`SELECT ${loadedColumns(entity, 't')} FROM ${table(entity)} AS t${whereSql(where)} LIMIT 1`)
}

/** The record whose field equals the variable `key`; the caller must be able to see that field of it. */
export function planFindBy(viewer: Viewer, entity: Entity, field: Field): Statement {
  const context = sqlContext(viewer, { this: row(entity.name, 't') })
  const rights = conditionsSql([visibleField(viewer.model, viewer.caller, entity.name, field.name)], context)
  return renderSql(sql`SELECT ${loadedColumns(entity, 't')} FROM ${table(entity)} AS t${whereSql([sameKey(viewer, field), ...rights])} LIMIT 1`)
}

/** For signing in: the id and the password's hash of the user with this identifier. The hash goes nowhere else. */
export function planCredentials(viewer: Viewer, entity: Entity, identifierField: Field, password: Field): Statement {
  return renderSql(sql`SELECT t."id", t.${column(password)} AS ${identifier('hash')} FROM ${table(entity)} AS t WHERE ${sameKey(viewer, identifierField)} LIMIT 1`)
}

function sameKey(viewer: Viewer, field: Field): ReturnType<typeof sql> {
  const key = variable('key', valueType(viewer, field))
  const own = sql`t.${column(field)}`
  return field.unique?.ignoringCase === true ? sql`lower(${own} COLLATE "und-x-icu") = lower(${key} COLLATE "und-x-icu")` : sql`${own} = ${key}`
}
