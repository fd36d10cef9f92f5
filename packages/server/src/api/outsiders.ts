// Who is let in to an operation of point 7 at all: decided before the body is looked at, so that nobody learns what a
// call expects who may not use it.

import type { Call } from '@ninefold/core/model/calls.ts'
import type { Caller } from '../gate/caller.ts'
import { type Refusal, refused } from '../gate/refusal.ts'

/** For a caller who may not, whatever the record. */
export function outsiderRefusal({ isSignedIn, isSessionOver }: Caller): Refusal {
  if (isSignedIn) return refused('forbidden')
  return refused(isSessionOver === true ? 'session not valid' : 'not signed in')
}

export function refuseOutsider(caller: Caller, call: Call): void {
  if (call.isWhoNotShown) throw refused('not shown', null, 'Nobody has said who may use this call.')
  if (!call.who.some((role) => caller.roles.has(role))) throw outsiderRefusal(caller)
}
