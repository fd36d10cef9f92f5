// Point 3 as written.

import type { DeletionEffect, FieldType } from '../model/field-types.ts'
import type { Span, Written } from '../text/source.ts'

export interface EntitiesDraft {
  readonly everyEntityHas: EveryEntityHasDraft | null
  /** Null: not shown, or none. */
  readonly tenancy: TenancyDraft | null
  readonly entities: readonly EntityDraft[]
  /** Always loaded, with the first column as key. */
  readonly referenceData: readonly DataDraft[]
  /** Loaded in development and by examples only. */
  readonly sampleData: readonly DataDraft[]
  readonly choices: readonly SharedChoiceDraft[]
  readonly changes: readonly VersionChangesDraft[]
}

/** `Organisation via Membership, except Plan, Country` */
export interface TenancyDraft {
  readonly tenant: Written
  /** The entity of memberships. Null: not stated. */
  readonly membership: Written | null
  readonly except: readonly Written[]
  readonly span: Span
}

/** `### Choice: Priority`. */
export interface SharedChoiceDraft {
  readonly name: Written
  readonly options: readonly { readonly value: Written; readonly label: Written | null }[]
}

/** `### Changes to version 7`. */
export interface VersionChangesDraft {
  readonly version: Written
  readonly rows: readonly VersionChangeDraft[]
}

export interface VersionChangeDraft {
  /** `Ticket`, `Ticket.severity`, `Ticket.status on hold`. */
  readonly entity: Written
  readonly field: Written | null
  readonly word: Written | null
  readonly was:
    | { readonly kind: 'known'; readonly name: Written | null }
    | { readonly kind: 'new'; readonly isRequired: boolean }
    | { readonly kind: 'removed'; readonly span: Span }
  readonly becomes: Written | null
  readonly existing: ExistingRecordsDraft | null
  readonly span: Span
}

export type ExistingRecordsDraft =
  | { readonly kind: 'expression'; readonly expression: Written }
  | { readonly kind: 'value'; readonly value: Written }
  | { readonly kind: 'must pass first' | 'kept until next change' }

/** `id as a random identifier, createdAt, updatedAt, createdBy, version`. */
export interface EveryEntityHasDraft {
  readonly id: 'random' | 'counting' | null
  readonly fields: readonly Written[]
  readonly span: Span
}

export interface EntityDraft {
  readonly name: Written
  /** Expression. */
  readonly label: Written | null
  /** `Ticket via ticket`. */
  readonly partOf: { readonly entity: Written; readonly field: Written } | null
  /** `every change of status, assignee`. */
  readonly history: { readonly fields: readonly Written[] | 'every field'; readonly span: Span } | null
  /** `assignee, replies.author`. */
  readonly followers: { readonly paths: readonly Written[]; readonly span: Span } | null
  /** `kept 30 days`. Null: deleted for good. */
  readonly keptDeleted: { readonly for: BoundDraft; readonly span: Span } | null
  /** The position of the statement. */
  readonly onlyGrows: Span | null
  readonly was: Written | null
  readonly uniqueTogether: readonly UniqueTogetherDraft[]
  readonly fields: readonly FieldDraft[]
  /** Fields with a type that is not supported yet, already reported; they are absent. */
  readonly unsupportedFields: readonly Written[]
  readonly span: Span
}

export interface UniqueTogetherDraft {
  readonly fields: readonly Written[]
  /** Expression. */
  readonly countingOnly: Written | null
  readonly otherwise: Written | null
  readonly span: Span
}

/** A number, a size, a time, or a constant's name in backticks. */
export type BoundDraft = Written

export interface FieldDraft {
  readonly name: Written
  /** Its label. Null: its name in words. */
  readonly label: Written | null
  /** Null if the type is invalid or not shown: the field is then absent. */
  readonly type: FieldTypeDraft | null
  readonly typeSpan: Span
  readonly rules: readonly FieldRuleDraft[]
  readonly default: DefaultDraft | null
  /** The position of `none` in the column "Default". */
  readonly saysNoDefault: Span | null
  readonly meaning: Written | null
  /** Added by `Records belong to`: it has no row, and the product sets it. */
  readonly isTenant?: true
  readonly span: Span
}

export type FieldTypeDraft =
  | FieldType<Written, BoundDraft>
  /** `choice Priority`, and `choices Priority` for several of them. */
  | { readonly kind: 'shared choice'; readonly name: Written; readonly areSeveral: boolean }

export type FieldRuleDraft = { readonly span: Span } & (
  | {
      readonly kind:
        | 'required'
        | 'set once'
        | 'set by product'
        | 'hidden'
        | 'trimmed'
        | 'blank becomes empty'
        | 'searchable'
    }
  | { readonly kind: 'personal data'; readonly erasedAfter: BoundDraft | null }
  | { readonly kind: 'pattern'; readonly pattern: Written }
  | { readonly kind: 'was'; readonly name: Written }
  | { readonly kind: 'unique'; readonly ignoringCase: boolean; readonly within: readonly Written[] }
  | { readonly kind: 'at least' | 'at most'; readonly bound: BoundDraft }
  | {
      readonly kind: 'computed'
      readonly isStored: boolean
      /** The author has stated that it may reveal records that its readers cannot see. */
      readonly isOverAll: boolean
      readonly expression: Written
    }
  | { readonly kind: 'deletion'; readonly effect: DeletionEffect }
)

export type DefaultDraft =
  /** A literal as written: `normal`, `yes`, `3`. */
  { readonly kind: 'literal'; readonly value: Written } | { readonly kind: 'expression'; readonly expression: Written }

/** A cell of a table of records: its text, and the same with Markdown. The column decides which one is used. */
export interface DataCell extends Written {
  readonly markdown: Written
}

/** A table of records. */
export interface DataDraft {
  readonly entity: Written
  readonly columns: readonly Written[]
  readonly rows: readonly (readonly DataCell[])[]
  readonly span: Span
}
