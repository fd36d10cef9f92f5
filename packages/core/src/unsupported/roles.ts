// What of point 6 does not run yet.

import { diagnostic, type Diagnostic } from '../diagnostic/diagnostic.ts'
import type { RolesModel } from '../model/roles.ts'

export function unsupportedRoles({ signIn }: RolesModel): Diagnostic[] {
  const change = signIn?.changeOfPassword ?? null
  return change?.asksForOldOne === true ? [diagnostic('N012', change.span, 'Asking for the old password is')] : []
}
