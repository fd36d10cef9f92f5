// Meaning of an expression's names inside one statement.

import type { Entity } from '../../model/entities.ts'
import type { Joins } from './joins.ts'
import { identifier, rawSql, type Sql, sql } from './sql.ts'

export interface SqlContext {
  readonly entities: ReadonlyMap<string, Entity>
  /** IANA name, for calendar functions. */
  readonly timeZone: string
  /** Value of each variable here. One that is missing is a parameter named like the variable. */
  readonly variables: ReadonlyMap<string, SqlVariable>
  /** Roles are known before a statement is planned; a policy, which is for everybody, asks. */
  readonly hasRole: (role: string) => boolean | Sql
  /**
   * Behind a wall of row-level security, a caller's statement reads of a table what the caller may see. `everything`: a
   * right is asked, or what the text itself says, which looks past the wall. Missing: there is no wall.
   */
  readonly reach?: 'caller' | 'everything'
  /** The statement joins to its rows what they point to. Missing: it is looked up. */
  readonly joins?: Joins
}

export type SqlVariable =
  /** A table alias of the statement. */
  | { readonly kind: 'row'; readonly entity: string; readonly alias: string }
  /** A record that is no row here: one about to exist, or `old`. `id` may be a parameter. */
  | {
      readonly kind: 'fields'
      readonly entity: string
      readonly id: Sql
      readonly field: (name: string) => Sql
      /** The ids of what a to-many field is about to hold. Missing, or null: nothing. */
      readonly list?: (name: string) => Sql | null
    }
  /** A value that the statement has under another name: an item of a list that are no rows. Of a record, its id. */
  | {
      readonly kind: 'value'
      readonly sql: Sql
      /** It is the same for every row of the statement. */
      readonly isFixed?: true
    }

/** The same, past the wall, if there is one. */
export function reachingEverything(context: SqlContext): SqlContext {
  return context.reach === 'caller' ? { ...context, reach: 'everything' } : context
}

/** Views of all records, for what looks past the wall. */
export const EVERYTHING_SCHEMA = 'ninefold_all'

/** A table of records or of pairs, as far as the context reaches. */
export function reachedTable(context: SqlContext, name: string): Sql {
  return context.reach === 'everything' ? sql`${rawSql(EVERYTHING_SCHEMA)}.${identifier(name)}` : identifier(name)
}
