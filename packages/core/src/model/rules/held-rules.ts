// Points 3 and 5 → every rule over several records that the database checks at the end of a call: those of the author's
// table, and uniqueness that no single index can enforce.

import * as build from '../../expression/build.ts'
import { INTEGER } from '../../expression/value-types.ts'
import type { Expression } from '../../expression/expression.ts'
import type { Entity } from '../entities.ts'
import type { Model } from '../model.ts'
import { isHeldByIndex } from './row-condition.ts'
import type { RuleOverRecords } from '../validation.ts'

/** `otherwise` null: the built-in error `taken`. */
export interface HeldRule extends Omit<RuleOverRecords, 'otherwise'> {
  readonly otherwise: string | null
  /** Set for unique values. */
  readonly unique?: { readonly isIgnoringCase: boolean }
}

export function heldRules(model: Model): HeldRule[] {
  return [...model.validation.rulesOverRecords, ...model.entities.entities.flatMap(uniqueValues)]
}

/** Each value, or combination of values, belongs to at most one record. */
function uniqueValues(entity: Entity): HeldRule[] {
  const single = entity.fields.flatMap(({ name, computed, unique, span }): HeldRule[] => {
    if (computed === null || unique === null) return []
    const { ignoringCase, within } = unique
    return [uniqueRule(entity, [name, ...within], { span, isIgnoringCase: ignoringCase })]
  })
  const together = entity.uniqueTogether
    .filter((unique) => !isHeldByIndex(entity, unique))
    .map(({ fields, span, ...rest }) => ({ ...uniqueRule(entity, fields, { span, isIgnoringCase: false }), ...rest }))
  return [...single, ...together]
}

function uniqueRule(
  { name: entity }: Entity,
  same: readonly string[],
  { span, isIgnoringCase }: { readonly span: Expression['span']; readonly isIgnoringCase: boolean },
): HeldRule {
  const one: Expression = build.literal(1, INTEGER, span)
  return {
    name: `${same.join(', ')} unique`,
    entity,
    same,
    countingOnly: null,
    form: { kind: 'at most', bound: one },
    otherwise: null,
    unique: { isIgnoringCase },
    span,
  }
}
