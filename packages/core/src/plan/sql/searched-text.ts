// Searched fields of a record → one text in small letters, as an index has it and as a statement asks for it. Both must
// be the same expression, or PostgreSQL does not use the index.

import type { Field } from '../../model/entities.ts'
import { type FieldKind, WRITTEN_TEXT_KINDS } from '../../model/field-types.ts'
import { columnName } from './database-names.ts'
import { identifier, joinSql, rawSql, type Sql, sql } from './sql.ts'
import { byCodePoint } from './value-sql.ts'

/** Whole numbers are compared as they are written. */
const NUMBERS: readonly FieldKind[] = ['whole number', 'sequence']
const TEXTS: readonly FieldKind[] = [...WRITTEN_TEXT_KINDS, 'slug', 'random code']

/** Tells whether an index can serve searches in the field. */
export function hasSoughtText({ type }: Pick<Field, 'type'>): boolean {
  return NUMBERS.includes(type.kind) || TEXTS.includes(type.kind)
}

/** `alias`: of the table. A word has no white space, so it never begins in one field and ends in another. */
export function soughtText(fields: readonly Field[], alias: Sql = sql``): Sql {
  const texts = fields.map(({ name, type }) => {
    const value = sql`${alias}${identifier(columnName(name, type))}`
    return sql`coalesce(${NUMBERS.includes(type.kind) ? sql`(${value})::text` : value}, '')`
  })
  return lowerCased(joinSql(texts, ' || chr(10) || '))
}

/** By the same rules as `lower` in expressions. */
export function lowerCased(text: Sql): Sql {
  return byCodePoint(sql`lower((${text}) COLLATE ${rawSql('"pg_unicode_fast"')})`)
}
