// A slug → the SQL that derives it from another field: lower-case words joined by hyphens, in letters and digits of any
// script, without accents. Reading the taken slugs and taking one is a single statement; of two concurrent
// transactions, PostgreSQL lets one retry.

import type { Entity, Field } from '../../model/entities.ts'
import { fieldNamed } from '../../model/find.ts'
import { addressPart } from '../../model/words.ts'
import { joinSql, rawSql, type Sql, sql, textLiteral } from '../sql/sql.ts'
import { column, table } from '../sql/statement-scope.ts'

/** Longer addresses help no reader. */
const LENGTH_MAX = 100

function isSlug(field: Field): field is Field & { readonly type: { readonly kind: 'slug' } } {
  return field.type.kind === 'slug'
}

/** The slug of a new record with these values. */
export function slugOfNew(entity: Entity, field: Field, valueOf: (name: string) => Sql): Sql {
  if (!isSlug(field)) throw new Error(`Defect: "${entity.name}.${field.name}" is no slug.`)
  return freeSlug(entity, field, valueOf(field.type.from), isAmong(entity, field, valueOf))
}

/** Tells whether the record `o` has to have a different slug. */
function isAmong(entity: Entity, { unique }: Field, valueOf: (name: string) => Sql): Sql {
  const same = (unique?.within ?? []).map((name) => sql`o.${column(fieldNamed(entity, name))} = ${valueOf(name)}`)
  return same.length === 0 ? rawSql('TRUE') : joinSql(same, ' AND ')
}

/** Assignments of the slugs of the row `t` when these fields change. */
export function slugAssignments(entity: Entity, assigned: ReadonlyMap<string, Sql>): Sql[] {
  return entity.fields.filter(isSlug).flatMap((field) => {
    const source = assigned.get(field.type.from)
    // A slug that a step sets is not derived.
    if (field.type.isFixed || source === undefined || assigned.has(field.name)) return []
    const own = sql`t.${column(field)}`
    const before = wordsOf(entity, sql`t.${column(fieldNamed(entity, field.type.from))}`)
    const valueOf = (name: string): Sql => assigned.get(name) ?? sql`t.${column(fieldNamed(entity, name))}`
    const others = sql`o."id" <> t."id" AND ${isAmong(entity, field, valueOf)}`
    // If the words are unchanged, the slug keeps its number.
    return [
      sql`${column(field)} = CASE WHEN ${before} = ${wordsOf(entity, source)} THEN ${own} ELSE ${freeSlug(entity, field, source, others)} END`,
    ]
  })
}

/** The words, or the words with the first free number. */
function freeSlug(entity: Entity, field: Field, source: Sql, isOther: Sql): Sql {
  if (!isSlug(field)) throw new Error(`Defect: "${entity.name}.${field.name}" is no slug.`)
  const { never, isNumberedWhenTaken } = field.type
  const refusals = [
    ...(never.length === 0 ? [] : [sql`tried.slug IN (${joinSql(never.map(textLiteral), ', ')})`]),
    ...(isNumberedWhenTaken
      ? [sql`EXISTS (SELECT FROM ${table(entity)} AS o WHERE o.${column(field)} = tried.slug AND ${isOther})`]
      : []),
  ]
  const words = wordsOf(entity, source)
  if (refusals.length === 0) return words
  return sql`(WITH RECURSIVE made AS (SELECT ${words} AS slug), tried AS (
    SELECT 1 AS number, slug FROM made
    UNION ALL
    SELECT number + 1, made.slug || '-' || (number + 1) FROM tried, made WHERE ${joinSql(refusals, ' OR ')}
  ) SELECT slug FROM tried ORDER BY number DESC LIMIT 1)`
}

/** A text without letters and digits gives no slug, so the entity's name is used. */
function wordsOf(entity: Entity, source: Sql): Sql {
  const plain = sql`regexp_replace(normalize((${source})::text, NFKD), '[\u0300-\u036f]', '', 'g')`
  // ICU decides about letters and digits, so that every server gives the same result.
  const lower = sql`lower(${plain} COLLATE "und-x-icu")`
  const joined = sql`regexp_replace(${lower}, '[^[:alnum:]]+', '-', 'g') COLLATE "pg_c_utf8"`
  const cut = sql`btrim(left(btrim(${joined}, '-'), ${rawSql(String(LENGTH_MAX))}), '-')`
  return sql`coalesce(NULLIF(${cut}, ''), ${textLiteral(addressPart(entity.name))})`
}
