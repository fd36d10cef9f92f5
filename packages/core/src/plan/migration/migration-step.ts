// One step of a migration, with the consent that it needs.

import type { Table } from '../schema/schema.ts'

export interface MigrationStep {
  /** One or more statements. */
  readonly sql: string
  readonly sentence: string
  /** Needs consent if `countSql` counts any row. */
  readonly isDestructive: boolean
  /**
   * `loses values`: a person can consent. `needs passing rows`: consent is not possible; the rows or the specification
   * have to be corrected first.
   */
  readonly consequence: 'none' | 'loses values' | 'needs passing rows'
  /** Counts the rows that lose a value or violate the rule, right before the step. */
  readonly countSql: string | null
  /** Rows block the step, but it is tried so that the rows of later steps can be counted. */
  readonly isTried?: true
  /** The field or entity that loses values, in the author's words, as the consent names it. */
  readonly about?: string
  /** Other possible meanings of the change. */
  readonly hint?: string
  /** The violating rows, as a table and a condition, for showing some of them. */
  readonly broken?: BrokenRows
  /** For a step that changes some rows: the same, only for those that meet the condition as well. */
  readonly among?: (condition: string) => string
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

/** The author's name for the place: `Ticket.subject`, or `Team.members` for links of a to-many field. */
export function authorsName(table: Table, field: string | null = null): string {
  if (table.field !== null) return `${table.entity}.${table.field}`
  return field === null ? table.entity : `${table.entity}.${field}`
}
