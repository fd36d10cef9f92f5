// The inputs of a form that makes something new → the same as a person fills them in: with the day that one begins
// with, and not told as needed where nothing is sent of an empty one.

import { initialDayOn } from '@ninefold/core/contract/inputs/initial-day.ts'
import type { InputField } from '@ninefold/core/contract/wire/inputs.ts'
import { isEmpty } from './form-values.ts'

export function withFormDefaults(fields: readonly InputField[], today: string): readonly InputField[] {
  return fields.map((field) => {
    const initial = field.initial ?? initialDayOn(field, today)
    // An empty input is left out, unless a value stood there: then it is sent as empty.
    return { ...field, initial, isRequired: field.isNeeded || (field.isRequired && !isEmpty(initial)) }
  })
}
