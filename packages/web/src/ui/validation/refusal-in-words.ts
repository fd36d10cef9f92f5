// A refused value → the words of its error, as the server would say them.

import type { App } from '@ninefold/core/contract/wire/app.ts'
import { type Bounds, type BuiltInError, wordsOfBounds } from '@ninefold/core/model/errors.ts'
import { words } from '../words/words.ts'

interface RefusedValue {
  readonly field: string
  /** The exceeded limit, as people read it. */
  readonly limit?: string | null
  readonly bounds?: Bounds | undefined
}

/** A stated message that names a limit which the input does not have gives way to the product's own. */
export function refusalInWords(
  { refusals, suppliedRefusals }: Pick<App, 'refusals' | 'suppliedRefusals'>,
  error: BuiltInError,
  { field, limit = null, bounds }: RefusedValue,
): string {
  const limits = wordsOfBounds(error, limit, bounds)
  const stated = refusals[error]
  const isOfMissing = ['min', 'max'].some((name) => !(name in limits) && stated.includes(`{${name}}`))
  return Object.entries({ ...limits, field }).reduce(
    (text, [name, value]) => text.replaceAll(`{${name}}`, value),
    (isOfMissing ? suppliedRefusals?.[error] : stated) ?? words.validation.fallback,
  )
}
