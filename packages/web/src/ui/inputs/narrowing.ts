// Rules that allow some records only → the known values of the form that are sent with the question for options.

import { useContext } from 'react'
import type { InputField } from '@ninefold/core/contract/wire/inputs.ts'
import { nameOf } from '../../client/input/form-values.ts'
import { FormAround, knownValue } from './form-around.ts'

/** Parameters of the question, in a form that is the same for the same choice; empty: no rule is about it. */
export function useNarrowing(field: InputField): string {
  const form = useContext(FormAround)
  const narrowed = form?.narrows.find(({ input, list }) => input === nameOf(field) && list === form.list)
  if (form === null || narrowed === undefined) return ''
  const record = narrowed.record === undefined ? null : knownValue(form, narrowed.record)
  // A record is changed, and it is not known which one.
  if (narrowed.record !== undefined && record === null) return ''
  const parameters = new URLSearchParams({ for: narrowed.for })
  for (const [name, source] of Object.entries(narrowed.given)) {
    const known = knownValue(form, source)
    if (known !== null) parameters.set(`given.${name}${known.end}`, known.value)
  }
  if (record !== null) parameters.set(`record${record.end === '' ? '.id' : record.end}`, record.value)
  return parameters.toString()
}
