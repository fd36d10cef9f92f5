// Entities and fields with resolved types, before any expression is checked.

import type { EntityDraft, FieldDraft, FieldRuleDraft } from '../../draft/entities.ts'
import type { Field } from '../../model/entities.ts'
import type { Expression } from '../../expression/expression.ts'

/** By `Ticket.late`. A field whose expression has a diagnostic is not among them. */
export type ComputedFields = ReadonlyMap<string, { readonly expression: Expression; readonly isStored: boolean }>

/** A field but for its expressions. `draft` null: built in. */
export interface FieldFacts {
  readonly field: Omit<Field, 'default' | 'computed'>
  readonly draft: FieldDraft | null
  /** The rules that its type can have. */
  readonly rules: readonly FieldRuleDraft[]
}

export interface EntityFacts {
  readonly name: string
  readonly draft: EntityDraft
  /** In the order of the model: `id`, the stated ones, the other built-in ones. */
  readonly fields: ReadonlyMap<string, FieldFacts>
  /** Fields that the text names but that are absent, for a reason that already has a diagnostic. */
  readonly absent: ReadonlyMap<string, Absence>
}

/** Why a field is absent: reading or checking found an error in it, its type is not supported yet, or not shown. */
export type Absence = 'broken' | 'not supported yet' | 'not shown'
