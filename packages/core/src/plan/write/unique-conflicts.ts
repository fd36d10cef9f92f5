// The values that a record was to get → a statement that asks which of them others have already. PostgreSQL names the
// first unique constraint that is broken and no other; a person wants to know of all at once.

import type { Entity, Field, UniqueTogether } from '../../model/entities.ts'
import { MADE_BY_PRODUCT } from '../../model/field-types.ts'
import { fieldNamed, isStored } from '../../model/find.ts'
import { isHeldByIndex } from '../../model/rules/row-condition.ts'
import type { Viewer } from '../../rights/readable.ts'
import { named } from '../sql/named-columns.ts'
import { type FieldSource, futureRecord, givenVariable } from './record-writes.ts'
import { joinSql, rawSql, renderSql, type Sql, type Statement, sql, variable } from '../sql/sql.ts'
import { column, idType, table, valueType } from '../sql/statement-scope.ts'

/** Values that no two records have alike. */
export interface UniqueValues {
  /** The field that is spoken of comes first. */
  readonly fields: readonly string[]
  readonly isIgnoringCase: boolean
  /** A code of the catalogue; null: the built-in error `taken`. */
  readonly otherwise: string | null
}

/** Those that what is written can break and a look at other records can tell; a condition on which count is left out. */
export function uniqueAmong(entity: Entity, written: readonly string[]): UniqueValues[] {
  const single = entity.fields.flatMap((field): UniqueValues[] =>
    field.unique === null || !isStored(field) || MADE_BY_PRODUCT.includes(field.type.kind)
      ? []
      : [
          {
            fields: [field.name, ...field.unique.within],
            isIgnoringCase: field.unique.ignoringCase,
            otherwise: null,
          },
        ],
  )
  const together = entity.uniqueTogether
    .filter((unique) => unique.countingOnly === null && isHeldByIndex(entity, unique))
    .map(({ fields, otherwise }: UniqueTogether): UniqueValues => ({ fields, isIgnoringCase: false, otherwise }))
  return [...single, ...together].filter(({ fields }) => fields.some((name) => written.includes(name)))
}

/** `taken0…`: does another record have each of the values? `record`: the bound one that changes; null: a new one. */
export function planTaken(
  viewer: Viewer,
  entity: Entity,
  sources: readonly FieldSource[],
  record: string | null,
  asked: readonly UniqueValues[],
): Statement {
  const { valueOf } = futureRecord(viewer, entity, sources)
  const given = new Set(sources.flatMap((source) => (source.kind === 'given' ? [source.field] : [])))
  const value = (field: Field): Sql => {
    if (given.has(field.name)) return variable(givenVariable(field.name), valueType(viewer, field))
    return record === null ? (valueOf(field) ?? sql`NULL`) : sql`t.${column(field)}`
  }
  const taken = asked.map(({ fields, isIgnoringCase }, index) => {
    const same = fields.map((name, place) => {
      const field = fieldNamed(entity, name)
      const pair = [sql`o.${column(field)}`, value(field)].map((side) =>
        isIgnoringCase && place === 0 ? sql`lower(${side} COLLATE "und-x-icu")` : side,
      )
      return joinSql(pair, ' = ')
    })
    const others = record === null ? [] : [sql`o."id" <> t."id"`]
    return named(
      `taken${index}`,
      sql`EXISTS (SELECT FROM ${table(entity)} AS o WHERE ${joinSql([...same, ...others], ' AND ')})`,
    )
  })
  const from =
    record === null ? rawSql('') : sql` FROM ${table(entity)} AS t WHERE t."id" = ${variable(record, idType(entity))}`
  return renderSql(sql`SELECT ${joinSql(taken, ', ')}${from}`)
}
