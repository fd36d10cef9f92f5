// Meanings of an expression's names within one statement.

import type { Entity } from '../../model/entities.ts'
import type { Joins } from './joins.ts'
import { identifier, rawSql, type Sql, sql } from './sql.ts'

export interface SqlContext {
  readonly entities: ReadonlyMap<string, Entity>
  /** IANA name, for calendar functions. */
  readonly timeZone: string
  /** Values of the variables. A missing one is a parameter of that name. */
  readonly variables: ReadonlyMap<string, SqlVariable>
  /** Roles are known when a statement is planned; a policy for all callers checks them at run time. */
  readonly hasRole: (role: string) => boolean | Sql
  /**
   * Under row-level security, a caller's statement reads only visible rows. `everything`: bypasses it, for rights and
   * for conditions of the text. Missing: there is no row-level security.
   */
  readonly reach?: 'caller' | 'everything'
  /** The caller's tenant, where it is more than a field of the user. */
  readonly currentTenant?: CurrentTenantSql
  /** Rows outside of their tables that find each other: a deleted record, and what went with it. Missing: none. */
  readonly deletedRows?: DeletedRows
  /** Joins for referenced records. Missing: they are looked up. */
  readonly joins?: Joins
}

/** The value of this field of `me`. */
export interface CurrentTenantSql {
  readonly users: string
  readonly field: string
  readonly value: (context: SqlContext) => Sql
}

/** Rows of a table outside of it, as a query. Null: there are none. */
export interface DeletedRows {
  readonly all: (table: string) => Sql | null
  /** Those that refer by this column to a deleted row, too. */
  readonly referring: (table: string, column: string) => Sql | null
}

export type SqlVariable =
  /** A table alias of the statement. */
  | { readonly kind: 'row'; readonly entity: string; readonly alias: string }
  /** A record without a row here: one about to be created, or `old`. `id` may be a parameter. */
  | {
      readonly kind: 'fields'
      readonly entity: string
      readonly id: Sql
      readonly field: (name: string) => Sql
      /** The ids that a to-many field is about to hold. Missing or null: none. */
      readonly list?: (name: string) => Sql | null
    }
  /** A value with another name in the statement: an item of a list other than a record's row. A record gives its id. */
  | {
      readonly kind: 'value'
      readonly sql: Sql
      /** The same for every row of the statement. */
      readonly isFixed?: true
    }

/** The context that bypasses row-level security, if there is any. */
export function reachingEverything(context: SqlContext): SqlContext {
  return context.reach === 'caller' ? { ...context, reach: 'everything' } : context
}

/** Schema of the views of all records, which bypass row-level security. */
export const EVERYTHING_SCHEMA = 'ninefold_all'

/** An entity's table or a link table, within the context's reach. */
export function reachedTable(context: SqlContext, name: string): Sql {
  return context.reach === 'everything' ? sql`${rawSql(EVERYTHING_SCHEMA)}.${identifier(name)}` : identifier(name)
}

/** The table of a record that a reference names. */
export function referencedTable(context: SqlContext, name: string): Sql {
  return together(context, name, context.deletedRows?.all(name))
}

/** The table of rows that refer to a record by this column. */
export function referringTable(context: SqlContext, name: string, column: string): Sql {
  return together(context, name, context.deletedRows?.referring(name, column))
}

/**
 * Of the table itself: the columns of a view of all records have another order, and a password is not among them. So
 * such a statement has to run as the owner of the tables, who sees every row.
 */
function together(context: SqlContext, name: string, deleted: Sql | null = null): Sql {
  return deleted === null ? reachedTable(context, name) : sql`(SELECT * FROM ${identifier(name)} UNION ALL ${deleted})`
}
