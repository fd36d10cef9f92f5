// The rules of point 5 that a form keeps, asked of choices: one that they refuse beside what is entered is not offered.

import { useContext } from 'react'
import { brokenFormRules } from '@ninefold/core/contract/calls/broken-form-rules.ts'
import type { Choice } from '@ninefold/core/contract/wire/display.ts'
import type { InputField } from '@ninefold/core/contract/wire/inputs.ts'
import type { Value } from '@ninefold/core/expression/expression.ts'
import { nameOf, type Entered, type EnteredValue } from '../../client/input/form-values.ts'
import { formClock } from '../../client/input/moments.ts'
import { useApp } from '../app-context.ts'
import { FormRules } from './excluded-days.ts'
import { FormAround } from './form-around.ts'

/** The present value stays among them, and where the rules refuse every choice, another input is wrong. */
export function useAllowedChoices(field: InputField, value: EnteredValue): readonly Choice[] {
  const rules = useContext(FormRules)
  const form = useContext(FormAround)
  const { timeZone } = useApp()
  const name = nameOf(field)
  const own = rules.filter(({ fields }) => fields.includes(name))
  if (own.length === 0 || form === null) return field.choices
  const clock = formClock(timeZone)
  const others = plainValues(form.entered)
  const allowed = field.choices.filter(
    (choice) => brokenFormRules(own, form.record, { ...others, [name]: choice.value }, clock).length === 0,
  )
  return allowed.length === 0
    ? field.choices
    : field.choices.filter((each) => allowed.includes(each) || each.value === value)
}

/** Values that are the same in a control and in an expression. Empty ones are not known yet. */
function plainValues(entered: Entered): Readonly<Record<string, Value>> {
  const known = Object.entries(entered).filter(
    (entry): entry is [string, string | number | boolean] =>
      ['string', 'number', 'boolean'].includes(typeof entry[1]) && entry[1] !== '',
  )
  return Object.fromEntries(known)
}
