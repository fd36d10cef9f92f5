// Rows of point 6 about users instead of records: giving roles, inviting, suspending, erasing.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { PermissionAction, PermissionDraft } from '../../draft/roles.ts'
import { USER_ACTIONS } from '../../model/roles.ts'
import { report, type Checking } from '../checking.ts'

/** N660 and N661. */
export function checkUserActions(checking: Checking, draft: PermissionDraft): void {
  const users = checking.draft.roles.signIn?.usersAre ?? null
  for (const { action, span } of draft.may) {
    if (!USER_ACTIONS.some((each) => each === action)) continue
    if (users === null || users.text !== draft.entity.text) {
      const found = diagnostic('N660', span, 'no users', action, draft.entity.text)
      report(
        checking,
        users === null
          ? found.withHint('Say below "Signing in" who the users are.')
          : found.withHint(`Give it a row of its own for ${users.text}.`),
      )
    } else if (draft.who.kind === 'role' && draft.who.role.text === checking.names.guest)
      report(checking, diagnostic('N660', span, 'guests', action).withHint('Give it to a role that signs in.'))
    else checkPlaceOfUserAction(checking, draft, action, span)
  }
}

function checkPlaceOfUserAction(
  checking: Checking,
  { onlyWhere, inEveryTenant, who }: PermissionDraft,
  action: PermissionAction,
  span: PermissionDraft['span'],
): void {
  const { tenancy } = checking
  if (who.kind === 'nobody') return
  // Within a tenant, there are only roles in it to give.
  const isAboutTenant = (action === 'invite' || action === 'give roles') && tenancy !== null && tenancy.role !== null
  if (tenancy !== null && inEveryTenant === null && !isAboutTenant)
    report(
      checking,
      diagnostic('N660', span, 'one tenant', action, tenancy.tenant).withHint(
        'Write "in every tenant" under "Only where" of a row of its own.',
      ),
    )
  if (action === 'invite' && onlyWhere !== null)
    report(
      checking,
      diagnostic('N661', onlyWhere.span).withHint('Give "invite" a row of its own with an empty "Only where".'),
    )
}
