// The form around an input, for inputs that depend on the others: a value chosen there decides about the taken and permitted values here.

import { createContext } from 'react'
import type { FieldSource, NarrowedInput, TakenPeriods } from '@ninefold/core/contract/wire/actions.ts'
import type { Entered, EnteredValue } from '../../client/input/form-values.ts'
import type { InputField } from '@ninefold/core/contract/wire/inputs.ts'

export interface Form {
  readonly fields: readonly InputField[]
  readonly entered: Entered
  /** Present values of the record that it changes, by field; null: it makes one. */
  readonly record: Readonly<Record<string, unknown>> | null
  /** Values of the address that it is sent to. */
  readonly keys: Readonly<Record<string, string>>
  readonly taken: readonly TakenPeriods[]
  readonly narrows: readonly NarrowedInput[]
  /** Name of the list whose row it is; missing: it is the form itself. */
  readonly list?: string
}

/** Null: there is no form around. */
export const FormAround = createContext<Form | null>(null)

/** A value as a parameter of a question to the server, with the end of the parameter's name; null: it is not known yet. */
export function knownValue(
  { fields, entered, keys }: Form,
  source: FieldSource,
): { end: string; value: string } | null {
  if ('parameter' in source) {
    const value = keys[source.parameter]
    return value === undefined || value === '' ? null : { end: endOf(source.by), value }
  }
  const value = asText(entered[source.input] ?? null)
  const reference = fields.find(({ path }) => path.join('.') === source.input)?.reference ?? null
  return value === null ? null : { end: endOf(reference?.by ?? 'id'), value }
}

function endOf(by: string): string {
  return by === 'id' ? '' : `.${by}`
}

function asText(value: EnteredValue): string | null {
  if (typeof value === 'boolean' || typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : null
}
