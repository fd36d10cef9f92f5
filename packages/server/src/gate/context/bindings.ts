// Names for every statement of a request, or of a turn of the clock: the caller, and one moment for the whole of it.

import { baseBindings, type Caller, dayIn } from './caller.ts'
import type { Application } from './application.ts'
import type { Bindings } from '../../store/driver/rows.ts'

/** The names under which it is bound from where a request comes, and which device sends it. */
export const ADDRESS = 'request.address'
export const DEVICE = 'request.device'

/** The day that it is, where the application is. */
export function todayOf({ database, model }: Application): string {
  return dayIn(model.limits.timeZone, database.nowMs())
}

export function bindingsOf(application: Application, caller: Caller, nowMs = application.database.nowMs()): Bindings {
  return baseBindings(caller, nowMs, dayIn(application.model.limits.timeZone, nowMs))
}
