// Common facts of all ways to sign in.

import type { AnySignIn, RolesModel } from '../roles.ts'

type SignIns = Pick<RolesModel, 'signIn' | 'linkSignIn' | 'openIdSignIn' | 'callSignIn'>

/** Null: the text states no users. */
export function signInOf({ signIn, linkSignIn, openIdSignIn, callSignIn }: SignIns): AnySignIn | null {
  return signIn ?? linkSignIn ?? openIdSignIn ?? callSignIn
}

/** Fields of users by which somebody gets in: what they sign in with, and the addresses of links. */
export function addressFields(roles: SignIns): readonly string[] {
  const links = [roles.linkSignIn?.link.field, roles.signIn?.forgottenPassword?.field]
  return [...new Set([signInOf(roles)?.identifier, ...links].filter((field) => field !== undefined))]
}
