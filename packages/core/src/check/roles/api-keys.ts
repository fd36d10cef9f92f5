// `API keys` of the draft → its roles, each once, and how long a key lasts at most.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { ApiKeysDraft, RoleDraft } from '../../draft/roles.ts'
import type { AnySignIn } from '../../model/roles.ts'
import type { Written } from '../../text/source.ts'
import { report, type Checking } from '../checking.ts'
import { positiveDurationOf, refusedNothing } from '../limits/written-amounts.ts'
import { isPlainRole } from '../names/resolve.ts'

const DAY_MS = 24 * 3_600_000

/** Null: no keys, also where the line is wrong. */
export function checkApiKeys(
  checking: Checking,
  draft: ApiKeysDraft | null,
  declared: readonly RoleDraft[],
): AnySignIn['apiKeys'] {
  if (draft === null) return null
  const roles = new Set<string>()
  for (const written of draft.roles) {
    if (roles.has(written.text)) report(checking, diagnostic('N008', written.span, 'a role of API keys', written.text))
    if (isPlainRole(checking, written) && isHad(checking, written, declared)) roles.add(written.text)
  }
  const lengthMaxMs = positiveDurationOf(checking, draft.lengthMax, 'no key is good for anything')
  if (lengthMaxMs === null || roles.size === 0) return null
  if (lengthMaxMs < DAY_MS)
    return report(checking, refusedNothing(checking, draft.lengthMax, 'a key ends on a day, so it lasts one at least'))
  return { roles: [...roles], lengthMaxMs, span: draft.span }
}

/** A guest has no account that a key could belong to. */
function isHad(checking: Checking, written: Written, declared: readonly RoleDraft[]): boolean {
  const role = declared.find(({ name }) => name.text === written.text)
  if (role?.gained.some(({ kind }) => kind === 'not signed in') !== true) return true
  const found = diagnostic(
    'N011',
    written.span,
    `Nobody who has signed in is "${written.text}", and keys belong to users.`,
  )
  report(checking, found.because(role.span, 'The role is declared here.'))
  return false
}
