// A stored deletion → the rows that it took, as queries beside their tables. They find each other: references and lists
// of the deleted records lead where they led. No list of another record contains them.

import { inPublic, quoted, typeKey } from '../schema/ddl.ts'
import type { Reference, Schema, Table } from '../schema/schema.ts'
import { joinSql, rawSql, type Sql, sql, textLiteral } from '../sql/sql.ts'
import type { DeletedRows } from '../sql/sql-context.ts'
import { tablesOfDeletion } from './deletion-cascade.ts'

/** `deletion` and `types`: the id of the deletion, and its stored types of columns. */
export function deletedRows(
  schema: Schema,
  root: Table,
  { deletion, types }: { readonly deletion: Sql; readonly types: Sql },
): DeletedRows {
  const tables = new Map(tablesOfDeletion(schema, root).map((table) => [table.name, table]))
  const query = (table: Table, conditions: readonly Sql[]): Sql => {
    const name = rawSql(inPublic(table.name))
    // A pair of two deleted records is stored with each of them.
    const each = rawSql(table.field === null ? '' : 'DISTINCT ')
    // Deletions of earlier versions have no types of these rows, which could then no longer fit their table.
    const isKnown =
      table === root ? [] : [sql`${types} ? ${textLiteral(typeKey(table, table.primaryKey.columns[0] ?? ''))}`]
    const own = [
      sql`gone.deletion = ${deletion}`,
      sql`gone.table_name = ${textLiteral(inPublic(table.name))}`,
      ...isKnown,
      ...conditions,
    ]
    return sql`SELECT ${each}back.* FROM ninefold.deleted_row AS gone, LATERAL jsonb_populate_record(NULL::${name}, gone.data) AS back WHERE ${joinSql(own, ' AND ')}`
  }
  const refersToDeleted = ({ column, target }: Reference): Sql =>
    sql`back.${rawSql(quoted(column))}::text IN (SELECT owner.record FROM ninefold.deleted_row AS owner WHERE owner.deletion = ${deletion} AND owner.table_name = ${textLiteral(inPublic(target.table))})`
  /** The other record of a pair may have been deleted by itself since. */
  const isThere = ({ column, target }: Reference): Sql => {
    const id = sql`back.${rawSql(quoted(column))}`
    const there = sql`EXISTS (SELECT FROM ${rawSql(inPublic(target.table))} AS item WHERE item."id" = ${id})`
    const known = tables.get(target.table)
    return known === undefined
      ? there
      : sql`(${there} OR EXISTS (SELECT FROM (${query(known, [])}) AS item WHERE item."id" = ${id}))`
  }
  return {
    all: (name) => {
      const table = tables.get(name)
      return table === undefined ? null : query(table, [])
    },
    referring: (name, column) => {
      const table = tables.get(name)
      const reference = table?.references.find((each) => each.column === column)
      if (table === undefined || reference === undefined || !tables.has(reference.target.table)) return null
      const others = table.field === null ? [] : table.references.filter((each) => each !== reference)
      return query(table, [refersToDeleted(reference), ...others.map(isThere)])
    },
  }
}
