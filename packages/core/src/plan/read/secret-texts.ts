// Stored secret texts → one of them, for a caller who may see it; and the keys in use.

import type { Entity, Field } from '../../model/entities.ts'
import { isStored } from '../../model/find.ts'
import type { Model } from '../../model/model.ts'
import { signInOf } from '../../model/users/sign-in-of.ts'
import type { Viewer } from '../../rights/readable.ts'
import { visibleField } from '../../rights/roles.ts'
import { ENGINE_SCHEMA } from '../schema/engine/engine-tables.ts'
import { conditionsSql } from '../sql/conditions.ts'
import { whereSql } from '../sql/list-sql.ts'
import { joinSql, rawSql, renderSql, type Statement, sql, variable } from '../sql/sql.ts'
import { column, idType, renderForCaller, row, sqlContext, table } from '../sql/statement-scope.ts'

/** The encrypted text in column `sealed`; no row if it is hidden or empty. */
export function planSecret(viewer: Viewer, entity: Entity, field: Field): Statement {
  const context = sqlContext(viewer, { this: row(entity.name, 't') })
  const isSeen = conditionsSql([visibleField(viewer.model, viewer.caller, entity.name, field.name)], context)
  const own = sql`t.${column(field)}`
  const isRecord = sql`t."id" = ${variable('record', idType(entity))}`
  return renderForCaller(
    viewer,
    sql`SELECT ${own} AS sealed FROM ${table(entity)} AS t${whereSql([isRecord, sql`${own} IS NOT NULL`, ...isSeen])}`,
  )
}

export function secretFields(model: Model): { readonly entity: Entity; readonly field: Field }[] {
  return model.entities.entities.flatMap((entity) =>
    entity.fields.flatMap((field) => (field.type.kind === 'secret text' && isStored(field) ? [{ entity, field }] : [])),
  )
}

/** True if the database keeps encrypted values: secret texts, or secrets of second factors. */
export function keepsSecrets(model: Model): boolean {
  return secretFields(model).length > 0 || asksForSecondFactor(model)
}

function asksForSecondFactor({ roles }: Pick<Model, 'roles'>): boolean {
  return signInOf(roles)?.secondFactor != null
}

/** Ids of all encryption keys in use, in column `key`. Null: nothing is encrypted. */
export function planSecretKeys(model: Model): Statement | null {
  if (!keepsSecrets(model)) return null
  const ofFactors = sql`SELECT split_part(secret, '.', 2) AS key FROM ${rawSql(ENGINE_SCHEMA)}.second_factor`
  const parts = [
    ...secretFields(model).map(
      ({ entity, field }) =>
        sql`SELECT split_part(t.${column(field)}, '.', 2) AS key FROM ${table(entity)} AS t WHERE t.${column(field)} IS NOT NULL`,
    ),
    ...(asksForSecondFactor(model) ? [ofFactors] : []),
  ]
  return renderSql(sql`SELECT DISTINCT every.key FROM (${joinSql(parts, ' UNION ALL ')}) AS every ORDER BY 1`)
}
