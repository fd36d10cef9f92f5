// What an expression's names mean inside one statement.

import type { Entity } from '../model/entities.ts'
import type { Sql } from './sql.ts'

export interface SqlContext {
  readonly entities: ReadonlyMap<string, Entity>
  /** IANA name, for calendar functions. */
  readonly timeZone: string
  /** What each variable is here. One that is missing is a parameter named like the variable. */
  readonly variables: ReadonlyMap<string, SqlVariable>
  /** Roles are known before a statement is planned. */
  readonly hasRole: (role: string) => boolean
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
  | { readonly kind: 'value'; readonly sql: Sql }
