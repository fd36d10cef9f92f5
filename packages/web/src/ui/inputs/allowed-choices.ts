// The rules of point 5 that a form keeps, asked of choices: one that they refuse beside what is entered is not offered.

import { useContext } from 'react'
import { acceptInputs } from '@ninefold/core/contract/inputs/accept-inputs.ts'
import { brokenFormRules } from '@ninefold/core/contract/form-rules/broken-form-rules.ts'
import type { Choice } from '@ninefold/core/contract/wire/display.ts'
import type { InputField } from '@ninefold/core/contract/wire/inputs.ts'
import { bodyOf, nameOf, type EnteredValue } from '../../client/input/form-values.ts'
import { formClock } from '../../client/input/moments.ts'
import { useApp } from '../app-context.ts'
import { FormRules } from './excluded-days.ts'
import { FormAround } from './form-around.ts'

/** The present value stays among them, and where the rules refuse every choice, another input is wrong. */
export function useAllowedChoices(field: InputField, value: EnteredValue): readonly Choice[] {
  const rules = useContext(FormRules)
  const form = useContext(FormAround)
  const { timeZone, caller } = useApp()
  const name = nameOf(field)
  const own = rules.filter(({ fields }) => Object.values(fields).includes(name))
  if (own.length === 0 || form === null) return field.choices
  const content = { before: form.record, clock: formClock(timeZone), me: caller?.id ?? null }
  // Empty inputs are not known yet.
  const others = acceptInputs(form.fields, bodyOf(form.fields, form.entered, null, timeZone)).values
  const allowed = field.choices.filter(
    (choice) => brokenFormRules(own, { ...content, now: { ...others, [name]: choice.value } }).length === 0,
  )
  return allowed.length === 0
    ? field.choices
    : field.choices.filter((each) => allowed.includes(each) || each.value === value)
}
