// A screen's calls → labels of those that a guest could use after signing in, so that a public page offers a way in.

import type { Action } from '../../model/screens.ts'
import type { AppScreen } from '../wire/app.ts'
import { findOperation } from '../calls/calls.ts'
import { mayEverCall } from './screen-actions.ts'
import type { ScreenScope } from './screen-scope.ts'

/** Empty for signed-in users, and if nobody can sign up, because the future roles are then unknown. */
export function signInOffersOf(scope: ScreenScope, actions: readonly Action[]): Pick<AppScreen, 'doors'> {
  const { model, caller, operations } = scope
  const given = model.roles.signIn?.signUp?.gives
  if (caller.isSignedIn || given === undefined) return {}
  const signedUp: ScreenScope = { ...scope, caller: { roles: rolesWith(scope, given), isSignedIn: true } }
  const doors = actions.flatMap((action) => {
    if (action.kind !== 'call' || action.isForChosenRows) return []
    const operation = findOperation(operations, action.method, action.path)
    if (operation === null || operation.kind === 'change' || operation.kind === 'delete') return []
    return !mayEverCall(scope, operation) && mayEverCall(signedUp, operation) ? [action.label] : []
  })
  return doors.length === 0 ? {} : { doors }
}

/** A role with the roles that it includes. */
function rolesWith({ model }: ScreenScope, name: string): Set<string> {
  const roles = new Set<string>()
  const add = (role: string): void => {
    if (roles.has(role)) return
    roles.add(role)
    for (const each of model.roles.roles.find((known) => known.name === role)?.includes ?? []) add(each)
  }
  add(name)
  return roles
}
