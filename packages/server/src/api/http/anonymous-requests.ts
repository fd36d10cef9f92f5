// Callers who are let in to an operation of point 7 at all: decided before the body is looked at, so that nobody learns what a
// call expects who may not use it.

import type { Call } from '@ninefold/core/model/calls.ts'
import { signInOf } from '@ninefold/core/model/users/sign-in-of.ts'
import type { Application } from '../../gate/context/application.ts'
import type { Caller } from '../../gate/context/caller.ts'
import { type Refusal, refused } from '../../gate/context/refusal.ts'
import type { Planner } from '../../gate/context/planner.ts'

/** For a caller who may not, whatever the record. */
export function outsiderRefusal({ isSignedIn, isSessionOver }: Caller): Refusal {
  if (isSignedIn) return refused('forbidden')
  return refused(isSessionOver === true ? 'session not valid' : 'not signed in')
}

/** Is it a call that nobody may make who is not signed in, made by such a one? Where nobody can sign in, everybody may ask. */
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
