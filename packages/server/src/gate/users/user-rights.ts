// Rights of point 6 over users: giving roles, suspending and erasing.

import type { RecordValue } from '@ninefold/core/expression/expression.ts'
import type { Entity } from '@ninefold/core/model/entities.ts'
import type { UserAction } from '@ninefold/core/model/roles.ts'
import { planAfterChecks } from '@ninefold/core/plan/write/record-checks.ts'
import { rolesFrom } from '@ninefold/core/rights/given-roles.ts'
import { bypassesPermissions, grantsOf, isForbidden } from '@ninefold/core/rights/roles.ts'
import { rolesGivenTo } from '../../store/tables/users/sessions.ts'
import { planner } from '../context/planner.ts'
import { refused } from '../context/refusal.ts'
import type { Work } from '../context/work.ts'

/** Null: no role may do it. */
const userActionPlan = planner('user action', (viewer, entity: Entity, action: UserAction, isInEvery: boolean) =>
  isForbidden(viewer.model, entity.name, action, null)
    ? null
    : planAfterChecks(viewer, entity, 'record', {
        rules: [],
        grants: grantsOf(viewer.model, viewer.caller, entity.name, action).filter(
          ({ permission }) => !isInEvery || permission.isInEveryTenant === true,
        ),
        answer: null,
      }),
)

/** Tells whether point 6 lets the caller do the action to this user. `isInEvery`: by a right in every tenant. */
export async function isPermittedUserAction(
  { application, caller, bindings, transaction }: Work,
  entity: Entity,
  user: RecordValue,
  action: UserAction,
  isInEvery = false,
): Promise<boolean> {
  if (bypassesPermissions(caller)) return true
  const statement = application.planned(userActionPlan, caller, entity, action, isInEvery)
  if (statement === null) return false
  const answers = (await transaction.run(statement, { ...bindings, record: user, old: user }))[0]
  return Object.entries(answers ?? {}).some(([column, holds]) => column.startsWith('grant') && holds === true)
}

export async function refuseUserAction(
  work: Work,
  entity: Entity,
  user: RecordValue,
  action: UserAction,
  isInEvery = false,
): Promise<void> {
  if (!(await isPermittedUserAction(work, entity, user, action, isInEvery))) throw refused('forbidden')
}

/**
 * True if the user has a role that the caller could not take away, so that the caller must not shut them out. `has`:
 * the roles that the user was given.
 */
export function hasHigherRole(
  { application, caller }: Pick<Work, 'application' | 'caller'>,
  has: Iterable<string>,
): boolean {
  const held = new Set(has)
  const gives = rolesFrom(application.model, caller)
  return application.model.roles.roles.some(
    ({ name, givenBy, isPerTenant }) => held.has(name) && !isPerTenant && givenBy.length > 0 && !gives.includes(name),
  )
}

export async function refuseHigherRoles(work: Work, user: RecordValue): Promise<void> {
  const { caller, transaction } = work
  if (bypassesPermissions(caller) || String(caller.me?.id) === String(user.id)) return
  if (hasHigherRole(work, await rolesGivenTo(transaction, String(user.id))))
    throw refused('forbidden', 'role', ['role given by others'])
}
