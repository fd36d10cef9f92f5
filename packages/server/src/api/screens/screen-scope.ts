// The viewer of a screen, as core/contract needs it, taken from a request.

import type { ScreenScope } from '@ninefold/core/contract/screens/screen-scope.ts'
import type { Exchange } from '../http/exchange.ts'

export function scopeOf({ application, caller }: Exchange): ScreenScope {
  return { model: application.model, caller, operations: application.operations }
}
