// `Second factor` of the draft → the roles that require it, each once, without a way around it.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { RoleDraft, SignInDraft } from '../../draft/roles.ts'
import type { AnySignIn } from '../../model/roles.ts'
import { keyOfCarrier } from '../../model/users/session-carriers.ts'
import { report, type Checking } from '../checking.ts'
import { isOfUsers, roleList } from './role-list.ts'

/** Null: it is required for no role, also if the line is invalid. */
export function checkSecondFactor(
  checking: Checking,
  { secondFactor: draft, session }: SignInDraft,
  declared: readonly RoleDraft[],
): AnySignIn['secondFactor'] {
  if (draft === null) return null
  for (const carrier of session?.carriers ?? []) {
    const key = keyOfCarrier(carrier)
    if (carrier.kind !== 'basic' && key === undefined) continue
    const said =
      key === undefined ? diagnostic('N655', carrier.span, 'HTTP Basic') : diagnostic('N655', carrier.span, 'key', key)
    const found = said.because(draft.span, 'A second factor is asked for here.')
    report(checking, found.withHint('Leave it out, and give programs API keys.'))
  }
  if (draft.requiredFor === 'everybody') return { requiredFor: 'everybody', span: draft.span }
  const roles = roleList(checking, draft.requiredFor, 'a role that needs a second factor', (role) =>
    isOfUsers(checking, role, declared, 'guests have no second factor'),
  )
  if (roles.length === 0 && draft.requiredFor.length > 0) return null
  return { requiredFor: roles.map(({ text }) => text), span: draft.span }
}
