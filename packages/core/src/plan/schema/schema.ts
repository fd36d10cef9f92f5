// The wanted form of a database, as inert data that survives JSON: the schema that was last applied is
// kept in the database itself, and the next one is compared with it.
// Each part remembers whose words it comes from, so that a violation or a migration can be told in them.

import type { FieldKind } from '../../model/field-types.ts'

export interface Schema {
  /** Of this type, for databases written by an earlier version of Ninefold. */
  readonly format: 1
  readonly tables: readonly Table[]
  /** Rules over several records. Missing: there are none. */
  readonly rules?: readonly RecordRule[]
  /** Of whose fields and lists changes are kept. Missing: there are none. */
  readonly histories?: readonly History[]
  /** Histories of lists, of databases written by an earlier version. */
  readonly listHistories?: readonly History[]
  /** Row-level security behind the gate. Missing: the database was brought here before there was any. */
  readonly wall?: readonly WallPart[]
}

/** The part of the wall that one table has, as statements. It stays while they are the same and no column of its tables is another one. */
export interface WallPart {
  /** Every table that a statement of it is about; the first is the one whose rows are in its view. */
  readonly tables: readonly string[]
  /** All of its rows, for what looks past the wall. */
  readonly view: { readonly create: string; readonly drop: string } | null
  /** The rows that a caller gets. */
  readonly policy: WallPolicy
}

export interface WallPolicy {
  readonly table: string
  /** SQL text over its row, which asks for roles. */
  readonly condition: string
  /** The same for whoever has exactly these roles, which it need not ask for. Of whom nothing is said here sees nothing. */
  readonly usual: readonly { readonly roles: string; readonly condition: string }[]
  readonly grants: readonly string[]
  /** All that a database keeps of one that was made by an earlier version of Ninefold and that this one reads. */
  readonly drop: string
}

export interface Table {
  readonly name: string
  readonly entity: string
  /** The to-many field whose pairs the table holds; null for the table of an entity. */
  readonly field: string | null
  readonly columns: readonly Column[]
  readonly primaryKey: PrimaryKey
  readonly checks: readonly Check[]
  readonly references: readonly Reference[]
  readonly indexes: readonly Index[]
  /** The history of its fields, of databases written by an earlier version. */
  readonly history?: { readonly trigger: string }
}

export interface Column {
  readonly name: string
  readonly field: string
  readonly kind: FieldKind
  /** As PostgreSQL writes it: `timestamptz(3)`. */
  readonly type: string
  readonly isRequired: boolean
  /** SQL text of the value of a new row that was not given one. */
  readonly default: string | null
  readonly isIdentity: boolean
  readonly sequence: Sequence | null
  /** The counter that numbers its rows, where PostgreSQL's own sequences cannot. Missing: nothing does. */
  readonly counter?: Counter
  /** The engine's own, beside what the field holds: nothing of the author's is lost with it. */
  readonly isOwn?: true
  /** SQL text of the value for rows that exist when the column is added; null when nobody said. */
  readonly fill: string | null
}

export interface Sequence {
  readonly name: string
  readonly from: number
}

/** The statements that number rows, those for rows that are there already, and those that stop it. */
export interface Counter {
  readonly name: string
  readonly create: readonly string[]
  readonly fill: readonly string[]
  readonly drop: readonly string[]
}

export interface PrimaryKey {
  readonly name: string
  readonly columns: readonly string[]
}

export interface Check {
  readonly name: string
  readonly column: string
  readonly field: string
  /** SQL text; true or null for the rows that pass. */
  readonly condition: string
  readonly rule: FieldRule
}

export interface Reference {
  readonly name: string
  readonly column: string
  readonly field: string
  readonly table: string
  readonly target: { readonly table: string; readonly column: string; readonly entity: string }
  /** The tenant of both ends is part of the key. Missing: one of them belongs to none. */
  readonly tenant?: { readonly column: string; readonly target: string }
  /** `NO ACTION`: as `RESTRICT`, once everything that goes in the same statement is gone. */
  readonly onDelete: 'CASCADE' | 'RESTRICT' | 'NO ACTION' | 'SET NULL'
}

export interface Index {
  readonly name: string
  /** SQL text of each key: a quoted column or an expression in brackets. */
  readonly keys: readonly string[]
  /** Quoted columns that it has besides, by which nothing is found. Missing: none. */
  readonly included?: readonly string[]
  readonly columns: readonly string[]
  readonly fields: readonly string[]
  readonly unique: { readonly ignoringCase: boolean; readonly within: readonly string[] } | null
  /** SQL text: only these rows count. Missing: all of them. */
  readonly where?: string
  /** The code of the catalogue that says so. Missing: the built-in error. */
  readonly otherwise?: string
}

/** A rule over several records, as the statements that keep it and those that let it go. */
export interface RecordRule {
  /** Of its triggers, and in the errors that they raise. */
  readonly name: string
  /** As the author calls it. */
  readonly rule: string
  readonly entity: string
  readonly table: string
  readonly fields: readonly string[]
  /** Every table that a statement of it is about. */
  readonly tables: readonly string[]
  /** Of its constraints: several where two ways lead to one table. Missing: they all have its name. */
  readonly triggers?: readonly string[]
  readonly create: readonly string[]
  readonly drop: readonly string[]
  /** Counts the rows that break it. */
  readonly brokenSql: string
  /** PostgreSQL's own constraint beside it, by name. */
  readonly exclusion?: string
  /** Null: the built-in error, of what is unique. */
  readonly otherwise: string | null
  /** Missing: it is one of the author's table. */
  readonly unique?: { readonly ignoringCase: boolean; readonly within: readonly string[] }
}

/** The history of one list, or of the fields of an entity, as the statements that keep it and those that let it go. */
export interface History {
  /** Kept values, where that is no history: a sentence. */
  readonly about?: string
  readonly entity: string
  /** Null: its fields that are no lists. */
  readonly field: string | null
  /** Every table that a statement of it is about. */
  readonly tables: readonly string[]
  /** All that it knows of them. Missing: any other column may concern it. */
  readonly columns?: readonly string[]
  readonly create: readonly string[]
  readonly drop: readonly string[]
}

/** The rule that a constraint keeps, for the message of its violation. */
export type FieldRule =
  | { readonly kind: 'required' }
  | { readonly kind: 'not blank' }
  | { readonly kind: 'length'; readonly min: number | null; readonly max: number | null }
  | { readonly kind: 'range'; readonly min: number | null; readonly max: number | null }
  | { readonly kind: 'places'; readonly places: number }
  | { readonly kind: 'one of'; readonly values: readonly string[] }
  | { readonly kind: 'period' }
  /** Encrypted. */
  | { readonly kind: 'sealed' }
  /** An amount with its currency. */
  | { readonly kind: 'money' }
  | { readonly kind: 'several records' }
  | { readonly kind: 'unique'; readonly ignoringCase: boolean; readonly within: readonly string[] }
  | { readonly kind: 'reference'; readonly entity: string }
