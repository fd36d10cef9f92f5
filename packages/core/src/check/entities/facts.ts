// Facts about entities: their fields with resolved types and rules, and expressions of computed fields. Every check builds on them.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import type { EntityDraft, FieldDraft, FieldRuleDraft } from '../../draft/entities.ts'
import type { Expression } from '../../expression/expression.ts'
import type { Field } from '../../model/entities.ts'
import { MADE_BY_PRODUCT } from '../../model/field-types.ts'
import type { Constant } from '../../model/limits.ts'
import type { Span } from '../../text/source.ts'
import type { Names } from '../names/names.ts'

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

/** Facts while computed fields are typed: one of them may turn out to need a part that is not shown. */
export interface GrowingFacts extends EntityFacts {
  readonly fields: Map<string, FieldFacts>
  readonly absent: Map<string, Absence>
}

/** Makes a computed field absent, because it needs a part that is not shown. */
export function leaveOut(facts: GrowingFacts, field: string): void {
  facts.fields.delete(field)
  facts.absent.set(field, 'not shown')
}

/** Why a field is absent: reading or checking found an error in it, its type is not supported yet, or not shown. */
export type Absence = 'broken' | 'not supported yet' | 'not shown'

export function isComputed({ rules }: Pick<FieldFacts, 'rules'>): boolean {
  return rules.some((rule) => rule.kind === 'computed')
}

/** Does a new record have it although nobody gives it? Or may it do without? */
export function isProvidedAtCreation({ field, draft, rules }: FieldFacts): boolean {
  const hasDefault = draft !== null && (draft.default !== null || draft.isTenant === true)
  return (
    !field.isRequired ||
    field.isBuiltIn ||
    hasDefault ||
    isComputed({ rules }) ||
    field.type.kind === 'collection' ||
    MADE_BY_PRODUCT.includes(field.type.kind)
  )
}

export interface Resolving {
  readonly names: Names
  readonly constants: ReadonlyMap<string, Constant>
  /** The entity whose records are the users. */
  readonly users: string | null
  /** The currency of point 9. */
  readonly currency: string | null
  readonly found: Diagnostic[]
  /** Did reading find an error at this place? */
  readonly isReportedAsError: (place: Span) => boolean
}

/** By `Ticket.late`. A field whose expression has a diagnostic is not among them. */
export type ComputedFields = ReadonlyMap<string, { readonly expression: Expression; readonly isStored: boolean }>
