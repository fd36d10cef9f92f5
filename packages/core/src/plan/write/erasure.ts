// Erasure of personal data after a time → statements of the cleanup job. The record stays with an empty field and a new
// version, so that nobody writes the old value back.

import type { Entity, Field } from '../../model/entities.ts'
import { builtIn, isErased } from '../../model/find.ts'
import { isListOfValues } from '../../model/field-types.ts'
import type { Model } from '../../model/model.ts'
import { columnName } from '../sql/database-names.ts'
import { column, table } from '../sql/statement-scope.ts'
import { joinSql, rawSql, renderSql, type Sql, type Statement, sql } from '../sql/sql.ts'

export interface Erasure {
  readonly entity: string
  readonly field: string
  readonly column: string
  /** The erased value, as JSON. */
  readonly nothing: 'null' | '[]'
  readonly months: number
  readonly days: number
  /** Returns the `id` of each record with erased values. */
  readonly statement: Statement
}

export function planErasures(model: Model): Erasure[] {
  return model.entities.entities.flatMap((entity) =>
    entity.fields.flatMap((field) => (isErased(entity, field) ? [erasureOf(entity, field)] : [])),
  )
}

function erasureOf(entity: Entity, field: Field): Erasure {
  const { months, days } = field.erasedAfter ?? { months: 0, days: 0 }
  return {
    entity: entity.name,
    field: field.name,
    column: columnName(field.name, field.type),
    nothing: isListOfValues(field.type) ? '[]' : 'null',
    months,
    days,
    statement: planErasure(entity, field),
  }
}

function planErasure(entity: Entity, field: Field): Statement {
  const { months, days } = field.erasedAfter ?? { months: 0, days: 0 }
  const own = column(field)
  const isList = isListOfValues(field.type)
  const nothing = isList ? rawSql(`'{}'`) : rawSql('NULL')
  const isThere: Sql = isList ? sql`cardinality(t.${own}) > 0` : sql`t.${own} IS NOT NULL`
  const hasVersion = builtIn(entity, 'version') !== null
  const assigned = [sql`${own} = ${nothing}`, ...(hasVersion ? [sql`"version" = t."version" + 1`] : [])]
  return renderSql(sql`
    UPDATE ${table(entity)} AS t SET ${joinSql(assigned, ', ')}
    WHERE t."created_at" + interval '${rawSql(String(months))} months ${rawSql(String(days))} days' < now() AND ${isThere}
    RETURNING t."id"::text AS id`)
}
