// Point 2 of two models → addresses that no longer lead anywhere, and screens that come and go.

import type { Model } from '../model/model.ts'
import type { Difference } from './difference.ts'
import { compared, listed } from './meaning.ts'

export function compareScreens({ screens: before }: Model, { screens: after }: Model): Difference[] {
  const stated = (all: typeof before) => all.screens.filter(({ isProvisional }) => !isProvisional)
  // Of which type a column is, its field says.
  const screens = compared(stated(before), stated(after), ({ name }) => name, ['type'])
  const routes = compared(before.routes, after.routes, ({ path }) => path)
  const say = (kind: Difference['kind'], sentence: string): Difference => ({ point: 'screens', kind, sentence })
  return [
    ...screens.gone.map(({ name }) => say('contract', `The screen "${name}" is gone.`)),
    ...screens.made.map(({ name }) => say('safe', `The screen "${name}" is new.`)),
    ...screens.changed.map(({ now }) => say('safe', `The screen "${now.name}" shows or offers something else.`)),
    ...(routes.gone.length === 0
      ? []
      : [say('contract', `Nothing is at ${listed(routes.gone.map(({ path }) => path))} any more: links there break.`)]),
  ]
}
