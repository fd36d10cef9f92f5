// Bindings of every statement of a request or a job: the caller, and one moment for all of it.

import { localDate } from '@ninefold/core/expression/evaluate/time-zone.ts'
import { PUBLIC_ADDRESS } from '@ninefold/core/expression/request-address.ts'
import { baseBindings, type Caller } from './caller.ts'
import type { Application } from './application.ts'
import type { Bindings } from '../../store/driver/rows.ts'

/** The names under which the client's address and device are bound. */
export const ADDRESS = 'request.address'
export const DEVICE = 'request.device'
/** The path of the requested address, without its query. */
export const PATH = 'request.path'

/** The query of its address, as it was sent. */
export const SENT_QUERY = 'request.query'

/** Today in the application's time zone, `2026-01-31`. */
export function todayOf({ database, timeZone }: Application): string {
  return localDate(database.nowMs(), timeZone)
}

export function bindingsOf(application: Application, caller: Caller, nowMs = application.database.nowMs()): Bindings {
  const base = baseBindings(caller, nowMs, localDate(nowMs, application.timeZone))
  return Object.assign(base, { [PUBLIC_ADDRESS]: application.model.limits.publicAddress?.origin ?? '' })
}
