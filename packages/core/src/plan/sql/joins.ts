// Referenced records → joined tables, each once, instead of one lookup per value and row. For lists, where lookups
// would take longer than the rest.

import { rawSql, joinSql, type Sql, sql } from './sql.ts'

export class Joins {
  private readonly joined = new Map<string, { readonly alias: string; readonly clause: Sql }>()

  /** The alias of the record of `table` with this id; null: the id is not a column of `t` or of a joined table. */
  aliasOf(table: Sql, id: Sql): string | null {
    const column = textOf(id)
    if (column === null || !/^(?:t|j\d+)\."(?:[^"]|"")+"$/.test(column)) return null
    const key = `${textOf(table)} ${column}`
    const known = this.joined.get(key)
    if (known !== undefined) return known.alias
    const alias = `j${this.joined.size + 1}`
    this.joined.set(key, {
      alias,
      clause: sql` LEFT JOIN ${table} AS ${rawSql(alias)} ON ${rawSql(alias)}."id" = ${id}`,
    })
    return alias
  }

  /** The joins after `FROM … AS t`, when all of them are known. */
  get clauses(): Sql {
    return joinSql(
      [...this.joined.values()].map(({ clause }) => clause),
      '',
    )
  }
}

/** Null: it has parameters. */
function textOf({ parts }: Sql): string | null {
  return parts.every((part) => typeof part === 'string') ? parts.join('') : null
}
