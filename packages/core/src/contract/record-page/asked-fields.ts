// A condition of a step → the fields that it requires to be filled in. A person who may fill them in can be asked for
// them with the step, instead of seeing it as impossible.

import { allOf, conjuncts, notOf, partsOf, TRUE } from '../../expression/conditions.ts'
import type { Expression } from '../../expression/expression.ts'

export interface AskedFields {
  readonly fields: readonly string[]
  /** The condition under which only the fields are missing, and nothing else prevents the step. */
  readonly when: Expression
}

/** Null: it requires no field. */
export function askedFields(guard: Expression): AskedFields | null {
  const parts = conjuncts(guard)
  const filled = parts.filter((part) => filledIn(part) !== null)
  const fields = new Set(filled.flatMap((part) => filledIn(part) ?? []))
  if (fields.size === 0) return null
  const others = parts.filter((part) => !filled.includes(part))
  // A part about an empty field, as in `until != null && until > now`, cannot be evaluated before it is filled in.
  const judgedNow = others.filter((part) => !namesAny(part, fields))
  const isAnyEmpty = judgedNow.length === others.length ? TRUE : notOf(allOf(filled))
  return { fields: [...fields], when: allOf([...judgedNow, isAnyEmpty]) }
}

function namesAny(part: Expression, fields: ReadonlySet<string>): boolean {
  const own = ownField(part)
  return (own !== null && fields.has(own)) || partsOf(part).some((each) => namesAny(each, fields))
}

/** `remark != null` and `remark != ""`, in either order. */
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
