// Indicators of urgency: a choice ordered by urgency, a deadline, and the boolean that says it has passed. Derived from
// the text: a table of times by choice, and a computed value that compares with the present time.

import { conjuncts } from '../../expression/conditions.ts'
import type { Expression } from '../../expression/expression.ts'
import type { Entity, Field } from '../../model/entities.ts'
import { entityNamed } from '../../model/find.ts'
import type { Model } from '../../model/model.ts'

/** Names of fields whose last choice is the most urgent. */
const URGENCY = /^(?:priority|urgency|severity)$/i

/**
 * Tells whether the last choice is the most urgent one: by the field's name, or by a table with a shorter time for each
 * choice.
 */
export function isUrgency({ limits }: Model, { name, type }: Field): boolean {
  if (type.kind !== 'choice' || type.values.length < 3) return false
  if (URGENCY.test(name)) return true
  return limits.lookups.some(({ result, rows }) => {
    const times = type.values.map((value) => rows.find(({ key }) => key === value)?.value)
    return (
      result.kind === 'duration' &&
      times.every((time, index) => typeof time === 'number' && (index === 0 || time < Number(times[index - 1])))
    )
  })
}

/** The boolean that is true once the moment or day has passed; null: the field is not a deadline. */
export function lateness(model: Model, entity: string, field: Field): string | null {
  const late = entityNamed(model, entity).fields.find((other) => passedFields(other).includes(field.name))
  return late?.name ?? null
}

/** Tells whether it indicates lateness. */
export function isBadNews(field: Field): boolean {
  return passedFields(field).length > 0
}

/** Fields of the record that have to lie in the past for the condition to hold. */
function passedFields({ type, computed }: Entity['fields'][number]): string[] {
  if (type.kind !== 'yes/no' || computed === null) return []
  return conjuncts(computed.expression).flatMap((part) => {
    if (part.kind !== 'binary') return []
    const [before, after] =
      part.operator === '<' || part.operator === '<=' ? [part.left, part.right] : [part.right, part.left]
    if (!['<', '<=', '>', '>='].includes(part.operator) || !isNow(after)) return []
    return ownField(before) ?? []
  })
}

function isNow(side: Expression): boolean {
  return side.kind === 'variable' && (side.name === 'now' || side.name === 'today')
}

function ownField(side: Expression): string | null {
  return side.kind === 'field' && side.of.kind === 'variable' && side.of.name === 'this' ? side.field : null
}
