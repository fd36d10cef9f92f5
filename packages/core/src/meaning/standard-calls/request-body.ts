// The body of a standard call → given values of a record's fields. All mistakes are reported together.

import type { Field } from '../../model/entities.ts'
import { isOtherSide, MADE_BY_PRODUCT } from '../../model/field-types.ts'
import { entityNamed } from '../../model/find.ts'
import { placeOfKeys } from '../../model/wire.ts'
import { takenMapValue, takenValue } from '../values/inputs.ts'
import { placeOfMistake } from '../refusals/mistakes.ts'
import { inputReason, type RefusalReason, Refused } from '../refusals/refusal.ts'
import { isForbidden, mayHold } from '../rights.ts'
import { around, type Values, type Writing } from '../write.ts'

/** Inputs that the caller may never give are unknown; required ones must not be empty. */
export function givenValues(writing: Writing, entity: string, action: 'create' | 'change', body: Values): Values {
  const { model } = writing
  const granted = new Set(
    model.roles.permissions.flatMap((row) =>
      row.entity === entity && row.actions.includes(action) && mayHold(row, around(writing))
        ? row.fields.filter((field) => !isForbidden(model, entity, action, field))
        : [],
    ),
  )
  const values: Record<string, Values[string]> = {}
  const unknown = Object.keys(body).filter((name) => !granted.has(name))
  const reasons: RefusalReason[] = unknown.map((name) => inputReason({ code: 'unknown input' }, placeOfKeys([name])))
  for (const field of entityNamed(model, entity).fields.filter(({ name }) => granted.has(name))) {
    const sent = body[field.name]
    if (sent === undefined) {
      if (action === 'create' && isNeeded(field)) reasons.push(inputReason({ code: 'blank' }, field.name))
      continue
    }
    const { type, isRequired } = field
    const taken = type.kind === 'map' ? takenMapValue(type, isRequired, sent) : takenValue(field, sent)
    if ('mistakes' in taken)
      reasons.push(...taken.mistakes.map((mistake) => inputReason(mistake, `${field.name}${mistake.at}`)))
    else if ('code' in taken) reasons.push(inputReason(taken, placeOfMistake(taken, field.name)))
    else values[field.name] = taken.value
  }
  if (reasons.length > 0) throw new Refused(reasons)
  return values
}

/** True for a new record's field that has no other source. */
function isNeeded({ type, isRequired, default: stated, computed, isSetByProduct, isBuiltIn }: Field): boolean {
  const isMade =
    computed !== null || isSetByProduct || isBuiltIn || MADE_BY_PRODUCT.includes(type.kind) || type.kind === 'rank'
  return isRequired && stated === null && !isMade && !isOtherSide(type) && type.kind !== 'collection'
}
