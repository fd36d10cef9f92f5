// Point 9 of two models → numbers that are others now, and limits that come, go or change.

import type { Model } from '../model/model.ts'
import type { Difference } from './difference.ts'
import { compared, isSameMeaning } from './meaning.ts'

export function compareLimits({ limits: before }: Model, { limits: after }: Model): Difference[] {
  const constants = compared(before.constants, after.constants, ({ name }) => name)
  const limits = compared(before.limits, after.limits, ({ name }) => name)
  const lookups = compared(before.lookups, after.lookups, ({ name }) => name)
  const say = (kind: Difference['kind'], sentence: string): Difference => ({ point: 'limits', kind, sentence })
  return [
    ...constants.changed
      .filter(({ old, now }) => !isSameMeaning(old.value, now.value))
      .map(({ old, now }) => say('review', `${now.name} is ${now.text} instead of ${old.text}.`)),
    ...limits.gone.map(({ name }) => say('review', `The limit "${name}" is gone.`)),
    ...limits.made.map(({ name }) => say('tightening', `The limit "${name}" is new.`)),
    ...limits.changed.map(({ now }) => say('review', `The limit "${now.name}" is another one.`)),
    ...lookups.changed.map(({ now }) => say('review', `${now.name} gives other values.`)),
    ...(before.timeZone === after.timeZone
      ? []
      : [say('review', `Days begin in ${after.timeZone} instead of ${before.timeZone}.`)]),
    ...(isSameMeaning(before.otherSites, after.otherSites)
      ? []
      : [say('review', 'Pages of other sites may use the calls otherwise than before.')]),
  ]
}
