// Sources of the description of screens, and the address of a screen.

import type { Model } from '../../model/model.ts'
import type { CallerRoles } from '../../rights/roles.ts'
import type { Operation } from '../calls/calls.ts'

export interface ScreenScope {
  readonly model: Model
  readonly caller: CallerRoles
  readonly operations: readonly Operation[]
}

/** The address pattern of a screen; null if it has no route. */
export function addressOf(model: Model, screen: string): string | null {
  return model.screens.routes.find((route) => route.screen === screen)?.path ?? null
}

/** The same pattern with names of fields, for filling it from an answer, a row or an address. */
export function filledByAnswer(model: Model, screen: string): string | null {
  const route = model.screens.routes.find((candidate) => candidate.screen === screen)
  if (route === undefined) return null
  const fields = new Map(route.parameters.map(({ name, field }) => [`:${name}`, `:${field}`]))
  return route.path
    .split('/')
    .map((segment) => fields.get(segment) ?? segment)
    .join('/')
}
