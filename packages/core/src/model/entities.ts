// Point 3, checked.

import type { CalendarPeriod } from '../expression/evaluate/calendar-period.ts'
import type { Expression } from '../expression/expression.ts'
import type { ChoiceLabels, DeletionEffect, FieldType } from './field-types.ts'
import type { Stated } from './stated.ts'

export interface EntitiesModel {
  readonly entities: readonly Entity[]
  /** Null: there are no tenants. */
  readonly tenancy: Tenancy | null
  readonly referenceData: readonly RecordData[]
  readonly sampleData: readonly RecordData[]
  /** Shared choices. Each field with one also has the values in its own type. */
  readonly choices: readonly SharedChoice[]
  /** Changes of names and records between versions of the specification. */
  readonly changes: readonly VersionChanges[]
}

/**
 * Tenants. The derived fields, rules and conditions are already in the entities and permissions of the model; this
 * names them.
 */
export interface Tenancy extends Stated {
  /** The entity of tenants. */
  readonly tenant: string
  /** The reference to the tenant, in every entity that belongs to one; for a user, the current tenant. */
  readonly field: string
  /** The entity of memberships, and its reference to the user. */
  readonly membership: string
  readonly user: string
  readonly users: string
  /** The field of memberships with the role in their tenant, which the product adds. Null: no role is given per tenant. */
  readonly role: string | null
  /** How the address of a request names a tenant. Null: it does not, and the choice alone counts. */
  readonly address: TenantAddress | null
  /** The entities whose records belong to a tenant, including memberships. */
  readonly belonging: readonly string[]
}

export interface TenantAddress {
  /** The first label of a host, `acme` of acme.example.org, or the part of a path behind `/t/`. */
  readonly by: 'host' | 'path'
  /** The field of tenants with it. */
  readonly field: string
}

export interface Entity extends Stated {
  readonly name: string
  /**
   * Every field, in order: the built-in `id`, the stated ones, then the other built-in ones (`createdAt`, `updatedAt`,
   * `createdBy`, `version`) that the specification has.
   */
  readonly fields: readonly Field[]
  /** The label of a record. Its implicit record is `this`. */
  readonly label: Expression
  /** The whole that this record is a part of: deleted together. */
  readonly partOf: { readonly entity: string; readonly field: string } | null
  /** The fields with a history: these, or every one. */
  readonly history: History | null
  /** Users who follow a record automatically. Null: its records have no followers. */
  readonly followers: Followers | null
  /** How long a deleted record can be restored. Null: it is deleted for good. */
  readonly keptDeleted: KeptDeleted | null
  /** Records are added, but never changed or deleted. */
  readonly onlyGrows: boolean
  readonly uniqueTogether: readonly UniqueTogether[]
  readonly was: string | null
}

export interface History extends Stated {
  readonly fields: readonly string[] | 'every field'
}

export interface Followers extends Stated {
  readonly paths: readonly FollowerPath[]
}

/** A user, or a list of users, of the record itself (`list` null) or of each record in one of its lists. */
export interface FollowerPath {
  /** A reverse list: its new records are reported to followers. */
  readonly list: string | null
  readonly field: string
}

export interface KeptDeleted extends Stated {
  readonly for: CalendarPeriod
}

/** No two records have equal values in all of these fields. */
export interface UniqueTogether extends Stated {
  readonly fields: readonly string[]
  /** Over `this`: other records do not count. */
  readonly countingOnly: Expression | null
  /** A code of point 8; null: the built-in error `taken`. */
  readonly otherwise: string | null
}

export interface SharedChoice extends Stated {
  readonly name: string
  readonly values: readonly string[]
  readonly labels: ChoiceLabels
}

export interface VersionChanges extends Stated {
  readonly version: number
  readonly changes: readonly VersionChange[]
}

/** One row of `### Changes to version N`. */
export interface VersionChange extends Stated {
  readonly entity: string
  readonly field: string | null
  /** A state or choice of the field. */
  readonly word: string | null
  readonly was:
    /** The former name: `Ticket.priority`. Null: unchanged. */
    | { readonly kind: 'known'; readonly name: string | null }
    | { readonly kind: 'new'; readonly isRequired: boolean }
    | { readonly kind: 'removed' }
  /** The replacement of a removed word, or `archived`. */
  readonly becomes: string | null
  /** As written: an expression over the former record, a value, or the treatment of records that do not fit. */
  readonly existing: ExistingRecords | null
}

export type ExistingRecords =
  | { readonly kind: 'expression'; readonly text: string }
  /** `literal`: the value in its field. Null: a text or word, which is the value itself. */
  | { readonly kind: 'value'; readonly value: string; readonly literal: Expression | null }
  | { readonly kind: 'must pass first' | 'kept until next change' }

/** A field's type with resolved names and limits. */
export type CheckedFieldType = FieldType<string, number>

export interface Field extends Stated {
  readonly name: string
  /** The stated label. Null: the name in words. */
  readonly label: string | null
  readonly type: CheckedFieldType
  readonly isBuiltIn: boolean
  readonly isRequired: boolean
  readonly unique: { readonly ignoringCase: boolean; readonly within: readonly string[] } | null
  readonly isSetOnce: boolean
  readonly isSetByProduct: boolean
  /** It is never readable, with any rights: a password. */
  readonly isHidden: boolean
  /** Of a text of several lines: spaces and ends of lines around it are dropped. A text of one line loses them anyway. */
  readonly isTrimmed: boolean
  readonly isBlankEmpty: boolean
  readonly isPersonal: boolean
  /** When personal data is erased, counted from the record's creation. */
  readonly erasedAfter: CalendarPeriod | null
  readonly isSearchable: boolean
  /** A regular expression in RE2 syntax for the whole text. */
  readonly pattern: string | null
  /** `at least` and `at most`; lengths and ranges of the type are in `type`. */
  readonly min: number | null
  readonly max: number | null
  /** Default of a new record. Its implicit record is `this`, the new record. */
  readonly default: Expression | null
  readonly computed: { readonly expression: Expression; readonly isStored: boolean } | null
  /** For references only. */
  readonly onDeletion: DeletionEffect | null
  readonly meaning: string | null
  readonly was: string | null
}

/** A field with only a name and a type. */
export function plainField(name: string, type: CheckedFieldType): Field {
  return {
    name,
    label: null,
    type,
    isBuiltIn: false,
    isRequired: false,
    unique: null,
    isSetOnce: false,
    isSetByProduct: false,
    isHidden: false,
    isTrimmed: false,
    isBlankEmpty: false,
    isPersonal: false,
    erasedAfter: null,
    isSearchable: false,
    pattern: null,
    min: null,
    max: null,
    default: null,
    computed: null,
    onDeletion: null,
    meaning: null,
    was: null,
    span: { start: 0, end: 0 },
  }
}

/** A table of records. Values are as written by the author, and resolved to each column's type when loaded. */
export interface RecordData extends Stated {
  readonly entity: string
  /** The first column: its records' names in other tables. */
  readonly key: string
  /** The columns by which an existing record is recognised: the key, or a unique combination if rows share the key. */
  readonly recognisedBy: readonly string[]
  readonly rows: readonly RecordDataRow[]
}

export interface RecordDataRow extends Stated {
  /** By field; a reference is the text of its entity's key field (first unique text field). */
  readonly values: Readonly<Record<string, string | number | boolean | null>>
  /** The column `roles` of the users' entity. */
  readonly roles: readonly string[]
  /** Positions of the values. */
  readonly cells: Readonly<Record<string, Stated>>
}
