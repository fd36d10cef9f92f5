// The desired state of a database, as data that can be stored as JSON: the last applied schema is stored in the
// database, and the next one is compared with it. Each part keeps the author's words for messages about violations and
// migrations.

import type { FieldKind } from '../../model/field-types.ts'

export interface Schema {
  /** Always 1; part of databases of earlier versions. */
  readonly format: 1
  readonly tables: readonly Table[]
  /** Rules over several records. Missing: none. */
  readonly rules?: readonly RecordRule[]
  /** Histories of fields and lists. Missing: none. */
  readonly histories?: readonly History[]
  /** Histories of lists in databases of an earlier version. */
  readonly listHistories?: readonly History[]
  /** Row-level security behind the gate. Missing: the schema predates it. */
  readonly wall?: readonly WallPart[]
}

/**
 * Row-level security of one table, as statements. It stays while they are unchanged and no column of its tables is
 * replaced.
 */
export interface WallPart {
  /** All tables that its statements refer to; the first is the table of its view. */
  readonly tables: readonly string[]
  /** A view of all its rows, for conditions that bypass row-level security. */
  readonly view: { readonly create: string; readonly drop: string } | null
  /** The rows that a caller sees. */
  readonly policy: WallPolicy
}

export interface WallPolicy {
  readonly table: string
  /** SQL text over its row, with role checks. */
  readonly condition: string
  /** The same per exact set of roles, without role checks. A set that is missing here sees nothing. */
  readonly usual: readonly { readonly roles: string; readonly condition: string }[]
  readonly grants: readonly string[]
  /** The only part of an earlier version's policy that this version uses. */
  readonly drop: string
}

export interface Table {
  readonly name: string
  readonly entity: string
  /** The to-many field of a link table; null for an entity's table. */
  readonly field: string | null
  readonly columns: readonly Column[]
  readonly primaryKey: PrimaryKey
  readonly checks: readonly Check[]
  readonly references: readonly Reference[]
  readonly indexes: readonly Index[]
  /** The field history, in databases of an earlier version. */
  readonly history?: { readonly trigger: string }
}

export interface Column {
  readonly name: string
  readonly field: string
  readonly kind: FieldKind
  /** In PostgreSQL's notation: `timestamptz(3)`. */
  readonly type: string
  readonly isRequired: boolean
  /** SQL text of the default for new rows. */
  readonly default: string | null
  readonly isIdentity: boolean
  readonly sequence: Sequence | null
  /** The counter that numbers its rows, where a PostgreSQL sequence does not suffice. Missing: none. */
  readonly counter?: Counter
  /** An additional column of the engine: losing it loses nothing of the author's. */
  readonly isOwn?: true
  /** SQL text of the value for existing rows when the column is added; null: none stated. */
  readonly fill: string | null
}

export interface Sequence {
  readonly name: string
  readonly from: number
}

/** Statements that number new rows, that number existing rows, and that stop the numbering. */
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
  /** SQL text; true or null for valid rows. */
  readonly condition: string
  readonly rule: FieldRule
  /**
   * A second constraint, for values below both limits: PostgreSQL reports the first broken one in the order of their
   * names, which is this one. Missing: the author states one limit at most.
   */
  readonly below?: { readonly name: string; readonly condition: string }
}

export interface Reference {
  readonly name: string
  readonly column: string
  readonly field: string
  readonly table: string
  readonly target: { readonly table: string; readonly column: string; readonly entity: string }
  /** The tenant of both ends is part of the key. Missing: one end has no tenant. */
  readonly tenant?: { readonly column: string; readonly target: string }
  /** `NO ACTION`: as `RESTRICT`, but checked after all deletions of the same statement. */
  readonly onDelete: 'CASCADE' | 'RESTRICT' | 'NO ACTION' | 'SET NULL'
  /**
   * Checked only when a transaction asks for it, and at its end: a cascade may delete the referring record later in the
   * same statement, in an order of PostgreSQL's own.
   */
  readonly isDeferred?: true
}

export interface Index {
  readonly name: string
  /** SQL text of each key: a quoted column or an expression in brackets. */
  readonly keys: readonly string[]
  /** Quoted included columns. Missing: none. */
  readonly included?: readonly string[]
  readonly columns: readonly string[]
  readonly fields: readonly string[]
  readonly unique: { readonly ignoringCase: boolean; readonly within: readonly string[] } | null
  /** SQL text of a partial index's condition. Missing: all rows. */
  readonly where?: string
  /** The catalogue's code for the violation. Missing: the built-in error. */
  readonly otherwise?: string
}

/** A rule over several records, as the statements that create and drop it. */
export interface RecordRule {
  /** The name of its triggers and of the errors that they raise. */
  readonly name: string
  /** The author's name. */
  readonly rule: string
  readonly entity: string
  readonly table: string
  readonly fields: readonly string[]
  /** All tables that its statements refer to. */
  readonly tables: readonly string[]
  /** Names of its constraint triggers, if two paths lead to one table. Missing: all have the rule's name. */
  readonly triggers?: readonly string[]
  readonly create: readonly string[]
  readonly drop: readonly string[]
  /** Counts the violating rows. */
  readonly brokenSql: string
  /** Name of PostgreSQL's own constraint for it. */
  readonly exclusion?: string
  /** Null: the built-in error for unique values. */
  readonly otherwise: string | null
  /** Missing: a rule of the author's table. */
  readonly unique?: { readonly ignoringCase: boolean; readonly within: readonly string[] }
}

/** The history of a list, or of an entity's fields, as the statements that create and drop it. */
export interface History {
  /** A sentence about the kept data, if it is not a history. */
  readonly about?: string
  readonly entity: string
  /** Null: all fields except lists. */
  readonly field: string | null
  /** All tables that its statements refer to. */
  readonly tables: readonly string[]
  /** All columns that it uses. Missing: unknown, so any column may matter. */
  readonly columns?: readonly string[]
  readonly create: readonly string[]
  readonly drop: readonly string[]
}

/** The rule behind a constraint, for the message of its violation. */
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
  /** An object whose keys and values fit the type of the map. */
  | { readonly kind: 'map' }
  /** An amount with its currency. */
  | { readonly kind: 'money' }
  | { readonly kind: 'several records' }
  | { readonly kind: 'unique'; readonly ignoringCase: boolean; readonly within: readonly string[] }
  | { readonly kind: 'reference'; readonly entity: string }
