// Facts about entities: their fields with resolved types and rules, and expressions of computed fields. Every check
// builds on them.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import type { EntityDraft, FieldDraft, FieldRuleDraft } from '../../draft/entities.ts'
import type { Expression } from '../../expression/expression.ts'
import type { Field } from '../../model/entities.ts'
import { MADE_BY_PRODUCT } from '../../model/field-types.ts'
import type { Constant } from '../../model/limits.ts'
import type { Span } from '../../text/source.ts'
import type { Names } from '../names/names.ts'

/** A field without its expressions. `draft` null: built in. */
export interface FieldFacts {
  readonly field: Omit<Field, 'default' | 'computed'>
  readonly draft: FieldDraft | null
  /** The rules that apply to its type. */
  readonly rules: readonly FieldRuleDraft[]
}

export interface EntityFacts {
  readonly name: string
  readonly draft: EntityDraft
  /** In the order of the model: `id`, the stated ones, the other built-in ones. */
  readonly fields: ReadonlyMap<string, FieldFacts>
  /** Fields of the text that are absent, for a reason that is already reported. */
  readonly absent: ReadonlyMap<string, Absence>
}

/** Facts while computed fields are checked, one of which may need a part that is not shown. */
export interface GrowingFacts extends EntityFacts {
  readonly fields: Map<string, FieldFacts>
  readonly absent: Map<string, Absence>
}

/** Marks a computed field as absent, because it needs a part that is not shown. */
export function leaveOut(facts: GrowingFacts, field: string): void {
  facts.fields.delete(field)
  facts.absent.set(field, 'not shown')
}

/** Why a field is absent: it has an error, or its type is not supported yet or not shown. */
export type Absence = 'broken' | 'not supported yet' | 'not shown'

export function isComputed({ rules }: Pick<FieldFacts, 'rules'>): boolean {
  return rules.some((rule) => rule.kind === 'computed')
}

/** Tells whether a new record needs no value for it: it has a default or is optional. */
export function isProvidedAtCreation({ field, draft, rules }: FieldFacts): boolean {
  const hasDefault = draft !== null && (draft.default !== null || draft.isTenant === true)
  return (
    !field.isRequired ||
    field.isBuiltIn ||
    hasDefault ||
    isComputed({ rules }) ||
    field.type.kind === 'collection' ||
    field.type.kind === 'rank' ||
    MADE_BY_PRODUCT.includes(field.type.kind)
  )
}

export interface Resolving {
  readonly names: Names
  readonly constants: ReadonlyMap<string, Constant>
  /** The entity of users. */
  readonly users: string | null
  /** The currency of point 9. */
  readonly currency: string | null
  readonly found: Diagnostic[]
  /** Tells whether the reader reported an error at this position. */
  readonly isReportedAsError: (place: Span) => boolean
}

/** By `Ticket.late`. Fields whose expression has a diagnostic are missing. */
export type ComputedFields = ReadonlyMap<string, { readonly expression: Expression; readonly isStored: boolean }>
