// The history of one record for one caller → one statement: changes with their authors. Only fields that the caller may
// see now; authors and referenced records are named as far as the caller may see them.

import * as build from '../../expression/build.ts'
import { isFalse, substitute } from '../../expression/conditions.ts'
import type { Entity, Field } from '../../model/entities.ts'
import { entityNamed, isInHistory, isListInHistory } from '../../model/find.ts'
import { readable, seeing, type Viewer } from '../../rights/readable.ts'
import { visibleField, visibleRecords } from '../../rights/roles.ts'
import { conditionsSql } from '../sql/conditions.ts'
import { CHANGED_BY_CLOCK } from '../schema/kept-changes.ts'
import { ENGINE_SCHEMA } from '../schema/engine/engine-tables.ts'
import { conditionSql, expressionSql } from '../sql/expression-sql.ts'
import { whereSql } from '../sql/list-sql.ts'
import { joinSql, rawSql, type Sql, type Statement, sql, textLiteral, variable } from '../sql/sql.ts'
import { idType, renderForCaller, row, sqlContext, table } from '../sql/statement-scope.ts'
import { signInOf } from '../../model/users/sign-in-of.ts'

/** Longer histories are cut to their newest changes. */
const CHANGES_MAX = 200

/**
 * Rows of `field`, `at`, `by`, `isByProduct`, `isUnsigned`, `before` and `after`, newest first, those of one moment in
 * the order of the fields. Null: there is nothing to see.
 */
export function planHistory(viewer: Viewer, entity: Entity): Statement | null {
  const fields = historyFields(viewer, entity)
  if (fields.length === 0) return null
  const context = sqlContext(viewer, { this: row(entity.name, 't') })
  const condition = (field: Field): Sql =>
    conditionSql(visibleField(viewer.model, viewer.caller, entity.name, field.name), context)
  const isSeen = joinSql(
    fields.map((field) => {
      // Hidden records in a list are left out of the history.
      const target = listTarget(viewer, field)
      const inList = target === null ? [] : [sql`${labelOf(viewer, target, listed())} IS NOT NULL`]
      return sql`(${joinSql([sql`c.field = ${textLiteral(field.name)}`, condition(field), ...inList], ' AND ')})`
    }),
    ' OR ',
  )
  const visible = conditionsSql([visibleRecords(viewer.model, viewer.caller, entity.name)], context)
  const conditions = [
    sql`t."id" = ${variable('record', idType(entity))}`,
    sql`c.entity = ${textLiteral(entity.name)}`,
    sql`c.record = t."id"::text`,
    ...visible,
    sql`(${isSeen})`,
  ]
  const users = signInOf(viewer.model.roles)?.entity ?? null
  const by = users === null ? sql`NULL` : labelOf(viewer, entityNamed(viewer.model, users), sql`c.changed_by`)
  return renderForCaller(
    viewer,
    sql`
    SELECT field, at, "isByProduct", "isUnsigned", by, before, after FROM (SELECT c.id, c.field, c.at, c.changed_by IS NOT DISTINCT FROM ${textLiteral(CHANGED_BY_CLOCK)} AS "isByProduct", c.changed_by IS NULL AS "isUnsigned", ${by} AS by,
      ${shown(viewer, fields, 'before')} AS before, ${shown(viewer, fields, 'after')} AS after
    FROM ${rawSql(ENGINE_SCHEMA)}.change AS c, ${table(entity)} AS t${whereSql(conditions)}
    ORDER BY c.id DESC LIMIT ${rawSql(String(CHANGES_MAX))}) AS newest
    ORDER BY at DESC, array_position(ARRAY[${joinSql(
      fields.map(({ name }) => textLiteral(name)),
      ', ',
    )}], field), id DESC`,
  )
}

/** Fields whose history the caller may see for at least some records. */
function historyFields(viewer: Viewer, entity: Entity): Field[] {
  return entity.fields.filter(
    (field) =>
      (isInHistory(entity, field) || isListInHistory(entity, field)) &&
      !isFalse(visibleField(viewer.model, viewer.caller, entity.name, field.name)),
  )
}

/** A reference is shown by the record's label, everything else unchanged. */
function shown(viewer: Viewer, fields: readonly Field[], side: 'before' | 'after'): Sql {
  const value = sql`c.${rawSql(side)}`
  const names = fields.flatMap(({ name, type }) => {
    // As text, because a JSON number would lose digits.
    if (['decimal', 'percent', 'money'].includes(type.kind) && !(type.kind === 'money' && type.currency === null))
      return [sql`WHEN ${textLiteral(name)} THEN to_jsonb(${value} #>> '{}')`]
    if (type.kind !== 'reference' && type.kind !== 'collection' && type.kind !== 'inverse') return []
    const target = entityNamed(viewer.model, type.entity)
    const label = labelOf(viewer, target, sql`(${value} #>> '{}')`)
    return [sql`WHEN ${textLiteral(name)} THEN to_jsonb(${label})`]
  })
  return names.length === 0 ? value : sql`CASE c.field ${joinSql(names, ' ')} ELSE ${value} END`
}

function listTarget({ model }: Viewer, { type }: Field): Entity | null {
  return type.kind === 'collection' || type.kind === 'inverse' ? entityNamed(model, type.entity) : null
}

/** Items that were added to a list or removed from it. */
function listed(): Sql {
  return sql`(coalesce(c.after, c.before) #>> '{}')`
}

const FORM = { uuid: `'^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'`, bigint: `'^[0-9]{1,18}$'` } as const

/** The label of the record with this id as the caller reads it; NULL if it does not exist or is hidden. */
export function labelOf(viewer: Viewer, entity: Entity, id: Sql): Sql {
  const alias = 'named'
  const type = idType(entity) === 'bigint' ? 'bigint' : 'uuid'
  const context = sqlContext(viewer, { [alias]: row(entity.name, alias) })
  const label = readable(
    seeing(viewer, alias),
    substitute(entity.label, 'this', build.recordVariable(alias, entity.name)),
  )
  const visible = substitute(
    visibleRecords(viewer.model, viewer.caller, entity.name),
    'this',
    build.recordVariable(alias, entity.name),
  )
  // An id in another format belongs to an earlier entity of the same name.
  const own = sql`CASE WHEN ${id} ~ ${rawSql(FORM[type])} THEN (${id})::${rawSql(type)} END`
  const conditions = [sql`${rawSql(alias)}."id" = ${own}`, ...conditionsSql([visible, label.visible], context)]
  return sql`(SELECT (${expressionSql(label.value, context)})::text FROM ${table(entity)} AS ${rawSql(alias)}${whereSql(conditions)})`
}
