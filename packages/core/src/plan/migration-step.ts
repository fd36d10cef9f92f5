// One step of a migration, and what it asks before it may be done.

import type { Table } from './schema.ts'

export interface MigrationStep {
  /** One or more statements. */
  readonly sql: string
  readonly sentence: string
  /** Must not be done unasked while `countSql` counts any row. */
  readonly isDestructive: boolean
  /**
   * `loses values`: a person can agree to that. `needs passing rows`: nobody can; the rows have to be put
   * right first, or the specification.
   */
  readonly consequence: 'none' | 'loses values' | 'needs passing rows'
  /** Counts the rows that lose something or don't pass, when run just before the step. */
  readonly countSql: string | null
  /** What else the author may have meant. */
  readonly hint?: string
}

export function safe(sql: string, sentence: string): MigrationStep {
  return { sql, sentence, isDestructive: false, consequence: 'none', countSql: null }
}

export function losesValues(sql: string, sentence: string, countSql: string, hint?: string | null): MigrationStep {
  const said = hint === undefined || hint === null ? {} : { hint }
  return { sql, sentence, isDestructive: true, consequence: 'loses values', countSql, ...said }
}

export function needsPassingRows(sql: string, sentence: string, countSql: string): MigrationStep {
  return { sql, sentence, isDestructive: true, consequence: 'needs passing rows', countSql }
}

/** What the author calls the place: `Ticket.subject`, or `Team.members` for the pairs of a to-many field. */
export function authorsName(table: Table, field: string | null = null): string {
  if (table.field !== null) return `${table.entity}.${table.field}`
  return field === null ? table.entity : `${table.entity}.${field}`
}
