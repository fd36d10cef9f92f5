// Whichever way users sign in: what all ways have in common.

import type { AnySignIn, RolesModel } from '../roles.ts'

/** Null: nobody can sign in. */
export function signInOf({
  signIn,
  linkSignIn,
  openIdSignIn,
}: Pick<RolesModel, 'signIn' | 'linkSignIn' | 'openIdSignIn'>): AnySignIn | null {
  return signIn ?? linkSignIn ?? openIdSignIn
}
