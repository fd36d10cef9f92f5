// Admission to an operation of point 7, decided before the body is read, so that outsiders do not learn what a call
// expects.

import type { Call } from '@ninefold/core/model/calls.ts'
import { signInOf } from '@ninefold/core/model/users/sign-in-of.ts'
import type { Application } from '../../gate/context/application.ts'
import type { Caller } from '../../gate/context/caller.ts'
import { type Refusal, refused } from '../../gate/context/refusal.ts'
import type { Planner } from '../../gate/context/planner.ts'
import { guestRefusal } from '../../gate/context/signed-in-user.ts'

/** The refusal for a caller who may never do this, whatever the record. */
export function outsiderRefusal(caller: Caller): Refusal {
  return caller.isSignedIn ? refused('forbidden') : guestRefusal(caller)
}

/** Tells whether the caller is a guest and point 6 gives the call to users only. Without sign-in, everyone may call. */
export function isOnlyForUsers<Given extends readonly unknown[]>(
  application: Pick<Application, 'model' | 'planned'>,
  caller: Caller,
  isNobodysAsGuest: Planner<Given, boolean>,
  ...call: Given
): boolean {
  if (caller.isSignedIn || signInOf(application.model.roles) === null) return false
  return application.planned(isNobodysAsGuest, caller, ...call)
}

export function refuseOutsider(caller: Caller, call: Call): void {
  if (call.from !== undefined) {
    if (caller.service !== call.from) throw refused('signature not valid')
    return
  }
  if (call.isWhoNotShown) throw refused('not shown', null, ['call of nobody'])
  if (!call.who.some((role) => caller.roles.has(role))) throw outsiderRefusal(caller)
}
