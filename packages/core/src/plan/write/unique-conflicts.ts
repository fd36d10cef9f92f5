// The values of a failed write → a statement that finds which of them others have. PostgreSQL reports only the first
// violated unique constraint, but a person wants to know all of them.

import type { Entity, Field, UniqueTogether } from '../../model/entities.ts'
import { MADE_BY_PRODUCT } from '../../model/field-types.ts'
import { fieldNamed, isStored } from '../../model/find.ts'
import { isHeldByIndex } from '../../model/rules/row-condition.ts'
import type { Viewer } from '../../rights/readable.ts'
import { named } from '../sql/named-columns.ts'
import { type FieldSource, futureRecord, givenVariable } from './record-writes.ts'
import { joinSql, rawSql, renderSql, type Sql, type Statement, sql, variable } from '../sql/sql.ts'
import { column, idType, table, valueType } from '../sql/statement-scope.ts'

/** A set of values that must be unique. */
export interface UniqueValues {
  /** Of a field that is unique within others, this field comes first. */
  readonly fields: readonly string[]
  /** None of the fields is more than another one. */
  readonly isTogether?: true
  readonly isIgnoringCase: boolean
  /** A code of the catalogue; null: the built-in error `taken`. */
  readonly otherwise: string | null
}

/** Unique constraints that the written fields can violate and a query can check; partial ones are left out. */
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
    .map(togetherValues)
  return [...single, ...together].filter(({ fields }) => fields.some((name) => written.includes(name)))
}

function togetherValues({ fields, otherwise }: UniqueTogether): UniqueValues {
  return { fields, isTogether: true, isIgnoringCase: false, otherwise }
}

/** The values that an index of the entity holds together, also among some records only. */
export function togetherOf(entity: Entity, fields: readonly string[]): UniqueValues | null {
  const met = entity.uniqueTogether.find((unique) => unique.fields.join() === fields.join())
  return met === undefined ? null : togetherValues(met)
}

/**
 * The field that a refusal of values that are unique together is about: one that names no other record, and a given one
 * first. The parent of a record is often named by the address or by a step.
 */
export function takenField(entity: Entity, fields: readonly string[], given: readonly string[]): string {
  const [first = ''] = fields
  const isValue = (name: string): boolean => fieldNamed(entity, name).type.kind !== 'reference'
  const written = fields.filter((name) => given.includes(name))
  return written.find(isValue) ?? fields.find(isValue) ?? written[0] ?? first
}

/** `taken0…`: whether another record has the values. `record`: the changed record's binding; null: a new record. */
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
