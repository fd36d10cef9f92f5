// One step of a migration, and what it asks before it may be done.

import type { Table } from '../schema/schema.ts'

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
  /** Records stand in its way, and what is behind it can be counted only after it. */
  readonly isTried?: true
  /** Owner of the values that are lost, in the author's words: a person agrees to the loss by this name. */
  readonly about?: string
  /** Other possible meanings of the change. */
  readonly hint?: string
  /** The rows that don't pass, for showing some of them: those of a table for which a condition holds. */
  readonly broken?: BrokenRows
}

export interface BrokenRows {
  readonly entity: string
  readonly table: string
  readonly where: string
}

export function safe(sql: string, sentence: string): MigrationStep {
  return { sql, sentence, isDestructive: false, consequence: 'none', countSql: null }
}

export function losesValues(
  sql: string,
  sentence: string,
  countSql: string,
  said: { readonly about: string; readonly hint?: string | null },
): MigrationStep {
  const { about, hint = null } = said
  const step = { sql, sentence, isDestructive: true, consequence: 'loses values', countSql, about } as const
  return hint === null ? step : { ...step, hint }
}

export function needsPassingRows(sql: string, sentence: string, countSql: string, broken?: BrokenRows): MigrationStep {
  const step = { sql, sentence, isDestructive: true, consequence: 'needs passing rows', countSql } as const
  return broken === undefined ? step : { ...step, broken }
}

/** The author's name for the place: `Ticket.subject`, or `Team.members` for the pairs of a to-many field. */
export function authorsName(table: Table, field: string | null = null): string {
  if (table.field !== null) return `${table.entity}.${table.field}`
  return field === null ? table.entity : `${table.entity}.${field}`
}
