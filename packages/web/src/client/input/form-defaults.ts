// The inputs of a form for something new → the same with initial days and the form's user, and not marked as required if
// an empty input is simply not sent.

import { initialDayOn } from '@ninefold/core/contract/inputs/initial-day.ts'
import type { InputField } from '@ninefold/core/contract/wire/inputs.ts'
import { isEmpty } from './form-values.ts'

/** `today`: a day such as `2026-11-26`. `me`: the id of the form's user; null: a guest. */
export interface FormOpened {
  readonly today: string
  readonly me: string | null
}

export function withFormDefaults(fields: readonly InputField[], { today, me }: FormOpened): readonly InputField[] {
  return fields.map((field) => {
    const initial = field.initial ?? (field.isInitiallyMe === true ? me : initialDayOn(field, today))
    // An empty input is left out, unless it had an initial value: then it is sent as empty.
    return { ...field, initial, isRequired: field.isNeeded || (field.isRequired && !isEmpty(initial)) }
  })
}
