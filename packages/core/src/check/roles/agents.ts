// `Agents act as` of the draft → the roles of agents, each once, with a warning for each that no agent can have.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { NamedRolesDraft } from '../../draft/roles.ts'
import type { AnySignIn, Role, RolesModel } from '../../model/roles.ts'
import type { Written } from '../../text/source.ts'
import { report, type Checking } from '../checking.ts'
import { roleList } from './role-list.ts'

/** How programs can authenticate. */
type WaysIn = { readonly [Way in 'apiKeys' | 'session']: AnySignIn[Way] | null }

/** Null: no agents, also if no role of the line exists. */
export function checkAgents(
  checking: Checking,
  draft: NamedRolesDraft | null,
  declared: readonly Role[],
  ways: WaysIn,
): RolesModel['agents'] {
  if (draft === null) return null
  const roles = roleList(checking, draft.roles, 'a role of agents')
  for (const role of roles) warnUnlessReached(checking, role, declared, ways)
  return roles.length === 0 ? null : { roles: roles.map(({ text }) => text), span: draft.span }
}

/** N650: programs have no cookie jar. */
function warnUnlessReached(checking: Checking, written: Written, declared: readonly Role[], ways: WaysIn): void {
  const role = declared.find(({ name }) => name === written.text)
  if (role === undefined || role.isGuest) return
  if (ways.session?.carriers.some(({ kind }) => kind === 'header' || kind === 'basic') === true) return
  const keys = ways.apiKeys?.roles ?? []
  if (keys.some((key) => key === role.name || declared.find(({ name }) => name === key)?.includes.includes(role.name)))
    return
  const found = diagnostic('N650', written.span, role.name)
  report(
    checking,
    found.withHint(
      ways.apiKeys === null
        ? `Add "API keys: ${role.name}, at most 90 days" below "Signing in".`
        : `Add ${role.name} to "API keys" below "Signing in".`,
    ),
  )
}
