// Values of a form → an optimistic update of the record's row.

import type { QueryClient } from '@tanstack/react-query'
import type { AppCallAction } from '@ninefold/core/contract/wire/actions.ts'
import type { OptionsData } from '@ninefold/core/contract/wire/options.ts'
import type { InputField } from '@ninefold/core/contract/wire/inputs.ts'
import { nameOf } from '../input/form-values.ts'

/** Undefined: nothing is certain. */
export function shownChanges(
  { shows = {}, form }: Pick<AppCallAction, 'shows' | 'form'>,
  body: Readonly<Record<string, unknown>>,
  labelOf: (input: InputField, value: string) => string | undefined,
): Readonly<Record<string, unknown>> | undefined {
  const values = Object.entries(shows).flatMap(([column, name]): [string, unknown][] => {
    const input = form.find((each) => nameOf(each) === name)
    const given = input === undefined ? undefined : valueAt(body, input.path)
    if (input === undefined || given === undefined) return []
    const shown = input.reference === null || given === null ? given : labelOf(input, String(given))
    return shown === undefined ? [] : [[column, shown]]
  })
  return values.length === 0 ? undefined : Object.fromEntries(values)
}

export function valueAt(body: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((part, key) => (part as Record<string, unknown> | undefined)?.[key], body)
}

/** A record's label, known from the input in which it was chosen. */
export function labelTold(client: QueryClient, { reference }: InputField, value: string): string | undefined {
  if (reference === null) return undefined
  const told = ['options', 'chosen'].flatMap((kind) =>
    client.getQueriesData<OptionsData>({ queryKey: ['data', kind, reference.entity, reference.by] }),
  )
  const options = told.flatMap(([, found]) => found?.options ?? [])
  return options.find((option) => option.value === value)?.label
}
