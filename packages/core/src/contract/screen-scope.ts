// What the description of screens is made from, and where a screen is.

import type { Model } from '../model/model.ts'
import type { CallerRoles } from '../rights/roles.ts'
import type { Operation } from './calls.ts'

export interface ScreenScope {
  readonly model: Model
  readonly caller: CallerRoles
  readonly operations: readonly Operation[]
}

/** The address pattern of a screen; null when no route leads to it. */
export function addressOf(model: Model, screen: string): string | null {
  return model.screens.routes.find((route) => route.screen === screen)?.path ?? null
}
