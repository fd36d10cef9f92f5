// Common facts of all ways to sign in.

import type { AnySignIn, RolesModel } from '../roles.ts'

/** Null: the text states no users. */
export function signInOf({
  signIn,
  linkSignIn,
  openIdSignIn,
}: Pick<RolesModel, 'signIn' | 'linkSignIn' | 'openIdSignIn'>): AnySignIn | null {
  return signIn ?? linkSignIn ?? openIdSignIn
}
