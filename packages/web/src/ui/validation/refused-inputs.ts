// Values of a form → the mistakes of each input, in the server's words.

import type { App } from '@ninefold/core/contract/wire/app.ts'
import type { FormRule } from '@ninefold/core/contract/form-rules/form-rule.ts'
import { brokenFormRules } from '@ninefold/core/contract/form-rules/broken-form-rules.ts'
import { enteredValues } from '@ninefold/core/contract/form-rules/form-values.ts'
import type { InputField } from '@ninefold/core/contract/wire/inputs.ts'
import type { BuiltInError } from '@ninefold/core/model/errors.ts'
import { filesIn, type Entered } from '../../client/input/form-values.ts'
import { formClock } from '../../client/input/moments.ts'
import { fieldAt, placeInForm, WHOLE_FORM } from '../../client/input/places.ts'
import { writtenDecimal } from '../../client/entering/typed-decimal.ts'
import { words } from '../words/words.ts'
import { refusalInWords } from './refusal-in-words.ts'

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
  const { refusals, ...values } = enteredValues(fields, body)
  const byName: Record<string, Refused> = {}
  for (const { input, error, limit, bounds } of refusals) {
    const refused = { field: input, limit: limit === null ? null : String(limit), bounds }
    const like = error === 'wrong type' ? exampleOf(fields, input, app) : null
    byName[placeInForm(fields, entered, input)] ??= {
      error,
      message: `${refusalInWords(app, error, refused)}${like === null ? '' : ` ${words.entities.pickers.like(like)}`}`,
    }
  }
  const content = {
    ...values,
    before: record,
    files: filesIn(fields, entered),
    clock: formClock(app.timeZone),
    me: app.caller?.id ?? null,
  }
  const broken = (isWhole: boolean, error: Refused['error']): void => {
    for (const { about, message } of brokenFormRules(rules, { ...content, isWhole }))
      byName[about === null ? WHOLE_FORM : placeInForm(fields, entered, about)] ??= {
        error,
        message: message ?? refusalInWords(app, 'taken', { field: about ?? '' }),
      }
  }
  broken(false, null)
  broken(true, 'left out')
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
