// The inputs of a form for something new → the same with initial days, and not marked as required if an empty input is
// simply not sent.

import { initialDayOn } from '@ninefold/core/contract/inputs/initial-day.ts'
import type { InputField } from '@ninefold/core/contract/wire/inputs.ts'
import { isEmpty } from './form-values.ts'

export function withFormDefaults(fields: readonly InputField[], today: string): readonly InputField[] {
  return fields.map((field) => {
    const initial = field.initial ?? initialDayOn(field, today)
    // An empty input is left out, unless it had an initial value: then it is sent as empty.
    return { ...field, initial, isRequired: field.isNeeded || (field.isRequired && !isEmpty(initial)) }
  })
}
