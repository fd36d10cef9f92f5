// Whichever way users sign in: what all ways have in common.

import type { AnySignIn, RolesModel } from '../roles.ts'

/** Null: nobody can sign in. */
export function signInOf({ signIn, linkSignIn }: Pick<RolesModel, 'signIn' | 'linkSignIn'>): AnySignIn | null {
  return signIn ?? linkSignIn
}
