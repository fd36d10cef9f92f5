// Point 8 of two models → codes that nobody gets any more, and those that say something else.

import type { Model } from '../model/model.ts'
import type { Difference } from './difference.ts'
import { compared } from './meaning.ts'

export function compareErrors({ errors: before }: Model, { errors: after }: Model): Difference[] {
  const codes = compared(before.catalogue, after.catalogue, ({ code }) => code)
  const say = (kind: Difference['kind'], sentence: string): Difference => ({ point: 'errors', kind, sentence })
  return [
    ...codes.gone.map(({ code }) => say('contract', `The error ${code} is gone.`)),
    ...codes.made.map(({ code }) => say('safe', `The error ${code} is new.`)),
    ...codes.changed.map(({ old, now }) =>
      old.status === now.status
        ? say('safe', `The error ${now.code} has other words.`)
        : say('contract', `The error ${now.code} has the status ${now.status} instead of ${old.status}.`),
    ),
  ]
}
