// `Operated by` of the draft → the roles of operators, each once. With tenants, operators see data of all of them, so a
// role that depends on a tenant is refused.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { NamedRolesDraft } from '../../draft/roles.ts'
import { visit } from '../../expression/conditions.ts'
import type { Expression } from '../../expression/expression.ts'
import type { Tenancy } from '../../model/entities.ts'
import type { Role, RolesModel } from '../../model/roles.ts'
import type { Written } from '../../text/source.ts'
import { report, type Checking } from '../checking.ts'
import { isOfUsers, roleList } from './role-list.ts'

/** Null: no operators, also if no role of the line is a user's role. */
export function checkOperators(
  checking: Checking,
  draft: NamedRolesDraft | null,
  declared: readonly Role[],
): RolesModel['operators'] {
  if (draft === null) return null
  const { roles: drafts } = checking.draft.roles
  const roles = roleList(checking, draft.roles, 'a role of operators', (role) =>
    isOfUsers(checking, role, drafts, 'guests do not operate'),
  )
  const { tenancy } = checking
  if (tenancy !== null) for (const role of roles) refuseOfOneTenant(checking, role, declared, tenancy)
  return roles.length === 0 ? null : { roles: roles.map(({ text }) => text), span: draft.span }
}

/** N651 */
function refuseOfOneTenant(checking: Checking, written: Written, declared: readonly Role[], tenancy: Tenancy): void {
  const hint = `Name a role that users are given, such as "| Operator | | the first user who signs up; from an Operator |".`
  const having = declared.filter(({ name, includes }) => name === written.text || includes.includes(written.text))
  const byCondition = having.find((role) => isOfMembership(role, tenancy))
  if (byCondition !== undefined) {
    const found = diagnostic('N651', written.span, 'by a condition', byCondition.name, tenancy.tenant)
    report(checking, found.because(byCondition.span, 'The condition stands here.').withHint(hint))
    return
  }
  for (const { name, giver } of giversOf(having, declared)) {
    if (!isOfMembership(giver, tenancy)) continue
    const found = diagnostic('N651', written.span, 'given within a tenant', name, giver.name, tenancy.tenant)
    report(checking, found.because(giver.span, 'The condition stands here.').withHint(hint))
    return
  }
}

/** Roles whose holders can give one of these, directly or through other roles. */
function giversOf(roles: readonly Role[], declared: readonly Role[]): { name: string; giver: Role }[] {
  const found: { name: string; giver: Role }[] = []
  const waiting = [...roles]
  for (let role = waiting.shift(); role !== undefined; role = waiting.shift()) {
    for (const givenBy of role.givenBy) {
      const givers = declared.filter(({ name, includes }) => name === givenBy || includes.includes(givenBy))
      for (const giver of givers) {
        if (roles.includes(giver) || found.some((known) => known.giver === giver)) continue
        found.push({ name: role.name, giver })
        waiting.push(giver)
      }
    }
  }
  return found
}

/** The condition reads memberships, or the current tenant, which its holder can choose. */
function isOfMembership({ when, isPerTenant }: Role, tenancy: Tenancy): boolean {
  if (isPerTenant) return true
  return when.some((condition) => {
    let isRead = false
    visit(condition, (part) => {
      if (isOfTenant(part, tenancy)) isRead = true
    })
    return isRead
  })
}

function isOfTenant(part: Expression, { membership, tenant, users, field }: Tenancy): boolean {
  if (part.kind === 'field' && part.entity === users && part.field === field) return true
  const type = part.type.kind === 'list' ? part.type.of : part.type
  return type.kind === 'record' && (type.entity === membership || type.entity === tenant)
}
