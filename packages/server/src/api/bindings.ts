// What every statement of a request may name: the caller, and one moment for the whole request.

import { baseBindings, type Caller, dayIn } from '../gate/caller.ts'
import type { Application } from '../gate/application.ts'
import type { Bindings } from '../store/database.ts'

export function bindingsOf(application: Application, caller: Caller): Bindings {
  const nowMs = Date.now()
  return baseBindings(caller, nowMs, dayIn(application.model.limits.timeZone, nowMs))
}
