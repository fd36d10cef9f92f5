// Point 3 as written.

import type { DeletionEffect, FieldType } from '../model/field-types.ts'
import type { Span, Written } from '../text/source.ts'

export interface EntitiesDraft {
  readonly everyEntityHas: EveryEntityHasDraft | null
  readonly entities: readonly EntityDraft[]
  /** Always loaded, keyed by the first column. */
  readonly referenceData: readonly DataDraft[]
  /** Loaded in development and by examples only. */
  readonly sampleData: readonly DataDraft[]
}

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
  readonly history: { readonly fields: readonly Written[]; readonly span: Span } | null
  readonly fields: readonly FieldDraft[]
  /** Fields whose type is part of the language but not supported yet: reading has said so, they are absent. */
  readonly unsupportedFields: readonly Written[]
  readonly span: Span
}

/** A number, or a constant's name in backticks. */
export type BoundDraft = Written

export interface FieldDraft {
  readonly name: Written
  /** Null when the type could not be read, or is not shown: the field is then absent. */
  readonly type: FieldType<Written, BoundDraft> | null
  readonly typeSpan: Span
  readonly rules: readonly FieldRuleDraft[]
  readonly default: DefaultDraft | null
  readonly meaning: Written | null
  readonly span: Span
}

export type FieldRuleDraft = { readonly span: Span } & (
  | {
      readonly kind:
        | 'required'
        | 'set once'
        | 'set by product'
        | 'hidden'
        | 'trimmed'
        | 'blank becomes empty'
        | 'personal data'
        | 'searchable'
    }
  | { readonly kind: 'unique'; readonly ignoringCase: boolean; readonly within: readonly Written[] }
  | { readonly kind: 'at least' | 'at most'; readonly bound: BoundDraft }
  | { readonly kind: 'computed'; readonly isStored: boolean; readonly expression: Written }
  | { readonly kind: 'deletion'; readonly effect: DeletionEffect }
)

export type DefaultDraft =
  /** A word or number as it stands: `normal`, `yes`, `3`. */
  { readonly kind: 'literal'; readonly value: Written } | { readonly kind: 'expression'; readonly expression: Written }

/** A table of records. */
export interface DataDraft {
  readonly entity: Written
  readonly columns: readonly Written[]
  readonly rows: readonly (readonly Written[])[]
  readonly span: Span
}
