// Tables of tenants → statements that give one tenant copies of the records of another. Nothing else tells a statement
// without its tenant from an honest one as surely: whatever it finds in one tenant, it finds in the other, too.

import { inPublic, quoted } from '@ninefold/core/plan/schema/ddl.ts'
import type { Schema, Table } from '@ninefold/core/plan/schema/schema.ts'
import { escapeLiteral } from 'pg'

export interface TenantTable {
  readonly name: string
  readonly column: string
  /** False: a table of pairs. */
  readonly hasId: boolean
}

/**
 * For a transaction without triggers and foreign keys. Each has a second form, for tables where the first is not possible.
 * Values that the other tenant has already, and may have once, are left out. `from` and `to`: ids of tenants.
 */
export function copiesOf(
  { tables }: Schema,
  ofTenants: readonly TenantTable[],
  { from, to }: { readonly from: string; readonly to: string },
): string[][] {
  const names = new Set(ofTenants.map(({ name }) => name))
  return ofTenants.flatMap(({ name, column }) => {
    const table = tables.find((each) => each.name === name)
    // The tenant itself, which belongs to itself.
    if (table === undefined || column === 'id') return []
    const kept = table.columns.filter((each) => each.name !== column)
    const columns = kept.map((each) => quoted(each.name)).join(', ')
    const values = kept.map((each) => (isMapped(table, each.name, names) ? copied(each) : quoted(each.name)))
    const insertion = `INSERT INTO ${inPublic(name)} (${[columns, quoted(column)].join(', ')}) OVERRIDING SYSTEM VALUE
      SELECT ${values.join(', ')}, (${escapeLiteral(to)}::text)::${typeOf(table, column)} FROM ${inPublic(name)}
      WHERE ${quoted(column)}::text = ${escapeLiteral(from)}`
    // PostgreSQL looks for conflicts in no table with a constraint that it checks at the end.
    return [[`${insertion} ON CONFLICT DO NOTHING`, insertion]]
  })
}

/** Ids of records of tenants, and references to them. */
function isMapped({ field, references }: Table, column: string, names: ReadonlySet<string>): boolean {
  if (column === 'id') return field === null
  return references.some((each) => each.column === column && names.has(each.target.table))
}

/** Counted ids of other tests are far below. */
const FAR = 1_000_000_000

function copied({ name, type }: { readonly name: string; readonly type: string }): string {
  if (type !== 'uuid') return `${quoted(name)} + ${FAR}`
  return `(left(md5('copy of ' || ${quoted(name)}::text), 12) || '4' || right(md5(${quoted(name)}::text), 19))::uuid`
}

function typeOf({ columns }: Table, column: string): string {
  return columns.find(({ name }) => name === column)?.type ?? 'text'
}
