// A condition of a step → the fields of its record that it wants to be filled in: whoever may fill them in can be asked for
// them together with the step, instead of being told that it is impossible.

import { allOf, conjuncts } from '../../expression/conditions.ts'
import type { Expression } from '../../expression/expression.ts'

export interface AskedFields {
  readonly fields: readonly string[]
  /** What else the condition asks. */
  readonly rest: Expression
}

/** Null: it wants no field to be filled in. */
export function askedFields(guard: Expression): AskedFields | null {
  const parts = conjuncts(guard).map((part) => ({ part, field: filledIn(part) }))
  const fields = parts.flatMap(({ field }) => field ?? [])
  if (fields.length === 0) return null
  return {
    fields: [...new Set(fields)],
    rest: allOf(parts.flatMap(({ part, field }) => (field === null ? [part] : []))),
  }
}

/** `remark != null` and `remark != ""`, either way round. */
function filledIn(part: Expression): string | null {
  if (part.kind !== 'binary' || part.operator !== '!=') return null
  if (isNothing(part.right)) return ownField(part.left)
  return isNothing(part.left) ? ownField(part.right) : null
}

function isNothing(side: Expression): boolean {
  return side.kind === 'literal' && (side.value === null || side.value === '')
}

function ownField(side: Expression): string | null {
  if (side.kind !== 'field' || side.of.kind !== 'variable' || side.of.name !== 'this') return null
  return side.field
}
