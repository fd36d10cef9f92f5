// `API keys` of the draft → its roles, each once, the maximum lifetime of a key, and whether apps get keys by OAuth.

import type { ApiKeysDraft, RoleDraft } from '../../draft/roles.ts'
import type { AnySignIn } from '../../model/roles.ts'
import { report, type Checking } from '../checking.ts'
import { positiveDurationOf, refusedNothing } from '../limits/written-amounts.ts'
import { isOfUsers, roleList } from './role-list.ts'

const DAY_MS = 24 * 3_600_000

/** Null: no keys, also if the line is invalid. */
export function checkApiKeys(
  checking: Checking,
  draft: ApiKeysDraft | null,
  declared: readonly RoleDraft[],
): AnySignIn['apiKeys'] {
  if (draft === null) return null
  const roles = roleList(checking, draft.roles, 'a role of API keys', (role) =>
    isOfUsers(checking, role, declared, 'guests have no keys'),
  )
  const lengthMaxMs = positiveDurationOf(checking, draft.lengthMax, 'no key is good for anything')
  if (lengthMaxMs === null || roles.length === 0) return null
  if (lengthMaxMs < DAY_MS)
    return report(checking, refusedNothing(checking, draft.lengthMax, 'a key ends on a day, so it lasts one at least'))
  return { roles: roles.map(({ text }) => text), lengthMaxMs, alsoByOAuth: draft.alsoByOAuth, span: draft.span }
}
