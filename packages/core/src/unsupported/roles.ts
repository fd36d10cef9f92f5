// What of point 6 does not run yet.

import { diagnostic, type Diagnostic } from '../diagnostic/diagnostic.ts'
import type { RolesModel } from '../model/roles.ts'

export function unsupportedRoles({ signIn, linkSignIn }: RolesModel): Diagnostic[] {
  const found: Diagnostic[] = []
  if (linkSignIn !== null) found.push(diagnostic('N012', linkSignIn.span, 'Signing in by a link is'))
  if (signIn === null) return found
  const { changeOfPassword } = signIn
  if (changeOfPassword?.asksForOldOne === true)
    found.push(diagnostic('N012', changeOfPassword.span, 'Asking for the old password is'))
  return found
}
