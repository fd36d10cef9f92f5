// Point 3, checked.

import type { CalendarPeriod } from '../expression/evaluate/calendar-period.ts'
import type { Expression } from '../expression/expression.ts'
import type { ChoiceLabels, DeletionEffect, FieldType } from './field-types.ts'
import type { Stated } from './stated.ts'

export interface EntitiesModel {
  readonly entities: readonly Entity[]
  /** Null: records belong to nobody. */
  readonly tenancy: Tenancy | null
  readonly referenceData: readonly RecordData[]
  readonly sampleData: readonly RecordData[]
  /** Choices that several fields share. Each such field has the values in its own type as well. */
  readonly choices: readonly SharedChoice[]
  /** Changes of names and records from one version of the specification to the next. */
  readonly changes: readonly VersionChanges[]
}

/**
 * Tenants. The fields, rules and conditions that follow are in the entities and permissions of the model already; this says
 * what their keys are.
 */
export interface Tenancy extends Stated {
  /** The entity of tenants. */
  readonly tenant: string
  /** The reference to the tenant, in every entity that belongs to one; of a user, it is the current tenant. */
  readonly field: string
  /** The entity whose records say which user is in which tenant, and its reference to the user. */
  readonly membership: string
  readonly user: string
  readonly users: string
  /** The entities whose records belong to a tenant, memberships included. */
  readonly belonging: readonly string[]
}

export interface Entity extends Stated {
  readonly name: string
  /**
   * Every field, in order: the built-in `id` first, the stated ones, then the other built-in ones
   * (`createdAt`, `updatedAt`, `createdBy`, `version`) as far as the specification has them.
   */
  readonly fields: readonly Field[]
  /** Expression that a person reads as the name of a record. Its implicit record is `this`. */
  readonly label: Expression
  /** The record this one is a part of: deleted together. */
  readonly partOf: { readonly entity: string; readonly field: string } | null
  /** Changes that are kept: of these fields, or of every one. */
  readonly history: History | null
  /** Users who follow a record without asking for it. Null: nobody follows its records. */
  readonly followers: Followers | null
  /** How long a deleted record can be brought back. Null: it is gone for good. */
  readonly keptDeleted: KeptDeleted | null
  /** Records are added, and neither changed nor deleted. */
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
  /** A to-many field that another entity's reference makes: new records in it are told. */
  readonly list: string | null
  readonly field: string
}

export interface KeptDeleted extends Stated {
  readonly for: CalendarPeriod
}

/** No two records have the same values in all of these fields. */
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
    /** As it was called: `Ticket.priority`. Null: it was called the same. */
    | { readonly kind: 'known'; readonly name: string | null }
    | { readonly kind: 'new'; readonly isRequired: boolean }
    | { readonly kind: 'removed' }
  /** The word that takes the place of a removed one, or `archived`. */
  readonly becomes: string | null
  /** As written: an expression over the record as it was, a value, or what happens to records that do not fit. */
  readonly existing: ExistingRecords | null
}

export type ExistingRecords =
  | { readonly kind: 'expression'; readonly text: string }
  /** `literal`: what it is in its field. Null: a text or a word, which says so itself. */
  | { readonly kind: 'value'; readonly value: string; readonly literal: Expression | null }
  | { readonly kind: 'must pass first' | 'kept until next change' }

/** A field whose names and limits are resolved. */
export type CheckedFieldType = FieldType<string, number>

export interface Field extends Stated {
  readonly name: string
  /** Label that people read for it. Null: its name in words. */
  readonly label: string | null
  readonly type: CheckedFieldType
  readonly isBuiltIn: boolean
  readonly isRequired: boolean
  readonly unique: { readonly ignoringCase: boolean; readonly within: readonly string[] } | null
  readonly isSetOnce: boolean
  readonly isSetByProduct: boolean
  /** Nobody reads it, whatever their rights: a password. */
  readonly isHidden: boolean
  readonly isBlankEmpty: boolean
  readonly isPersonal: boolean
  /** When personal data is erased, counted from the record's creation. */
  readonly erasedAfter: CalendarPeriod | null
  readonly isSearchable: boolean
  /** The whole text follows this regular expression, in the syntax of RE2. */
  readonly pattern: string | null
  /** `at least` and `at most`; lengths and ranges of the type are in `type`. */
  readonly min: number | null
  readonly max: number | null
  /** Value of a new record that was not given one. Its implicit record is `this`, the record about to exist. */
  readonly default: Expression | null
  readonly computed: { readonly expression: Expression; readonly isStored: boolean } | null
  /** For references only. */
  readonly onDeletion: DeletionEffect | null
  readonly meaning: string | null
  readonly was: string | null
}

/** A table of records. Values are as typed by the author, resolved to each column's type when loaded. */
export interface RecordData extends Stated {
  readonly entity: string
  /** The first column: what its records are called in other tables. */
  readonly key: string
  /** By which a record is recognised when it is already there: the key, or what is unique together where rows share it. */
  readonly recognisedBy: readonly string[]
  readonly rows: readonly RecordDataRow[]
}

export interface RecordDataRow extends Stated {
  /** By field; a reference is given by the text of its entity's key field (first unique text field). */
  readonly values: Readonly<Record<string, string | number | boolean | null>>
  /** The column `roles` of the users' entity. */
  readonly roles: readonly string[]
  /** Where each of the values stands. */
  readonly cells: Readonly<Record<string, Stated>>
}
