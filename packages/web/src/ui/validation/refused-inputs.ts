// Values of a form → the mistakes of each input, in the server's words.

import { acceptInputs } from '@ninefold/core/contract/inputs/accept-inputs.ts'
import type { App } from '@ninefold/core/contract/wire/app.ts'
import type { FormRule } from '@ninefold/core/contract/wire/actions.ts'
import { brokenFormRules } from '@ninefold/core/contract/calls/broken-form-rules.ts'
import type { InputField } from '@ninefold/core/contract/wire/inputs.ts'
import { type BuiltInError, wordsOfBounds } from '@ninefold/core/model/errors.ts'
import type { Entered } from '../../client/input/form-values.ts'
import { formClock } from '../../client/input/moments.ts'
import { fieldAt, placeInForm } from '../../client/input/places.ts'
import { writtenDecimal } from '../../client/entering/typed-decimal.ts'
import { words } from '../words/words.ts'

export interface Refused {
  /**
   * Null: a rule of point 5, which is shown as soon as its fields have values. `left out`: it is broken because an input
   * is still empty.
   */
  readonly error: BuiltInError | 'left out' | null
  readonly message: string
}

interface Rules {
  readonly fields: readonly InputField[]
  readonly rules: readonly FormRule[]
  readonly record: Readonly<Record<string, unknown>> | null
}

/** By place in the form. */
export function refusalsOf(
  { fields, rules, record }: Rules,
  entered: Entered,
  body: unknown,
  app: Pick<App, 'refusals' | 'suppliedRefusals' | 'timeZone' | 'caller'> & { readonly language: string },
): Readonly<Record<string, Refused>> {
  const { values, refusals } = acceptInputs(fields, body)
  const byName: Record<string, Refused> = {}
  for (const { input, error, limit, bounds } of refusals) {
    const limits = wordsOfBounds(error, limit === null ? null : String(limit), bounds)
    const stated = app.refusals[error]
    const isOfBoth = ['min', 'max'].some((name) => !(name in limits) && stated.includes(`{${name}}`))
    const said = isOfBoth ? app.suppliedRefusals?.[error] : stated
    const like = error === 'wrong type' ? exampleOf(fields, input, app) : null
    byName[placeInForm(fields, entered, input)] ??= {
      error,
      message: `${Object.entries({ ...limits, field: input }).reduce(
        (text, [name, value]) => text.replaceAll(`{${name}}`, value),
        said ?? words.validation.fallback,
      )}${like === null ? '' : ` ${words.entities.pickers.like(like)}`}`,
    }
  }
  const content = { before: record, now: values, clock: formClock(app.timeZone), me: app.caller?.id ?? null }
  // A rule about no input has no place here, so the server reports it.
  const broken = (isWhole: boolean) =>
    brokenFormRules(rules, { ...content, isWhole }).flatMap(({ about, message }) =>
      about === null ? [] : [{ about, message }],
    )
  for (const { about, message } of broken(false)) byName[about] ??= { error: null, message }
  for (const { about, message } of broken(true)) byName[about] ??= { error: 'left out', message }
  return byName
}

/** An example of an amount for this input. Null: the input is not an amount. */
function exampleOf(
  fields: readonly InputField[],
  input: string,
  { language }: { readonly language: string },
): string | null {
  const field = fieldAt(fields, input)
  if (field === null || !['money', 'decimal', 'percent'].includes(field.kind)) return null
  const places = field.places ?? 2
  return writtenDecimal((1234.5).toFixed(places), language, places)
}
