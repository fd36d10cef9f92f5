// Roles that users are given: by whoever point 6 lets give them, and by signing up.

import type { RecordValue } from '@ninefold/core/expression/expression.ts'
import type { Entity } from '@ninefold/core/model/entities.ts'
import { planAfterChecks } from '@ninefold/core/plan/write/record-checks.ts'
import { rolesToGive } from '@ninefold/core/rights/given-roles.ts'
import { asksNobody, grantsOf, isForbidden } from '@ninefold/core/rights/roles.ts'
import { giveRole, takeRole } from '../../store/tables/sessions.ts'
import { noteWritten } from '../records/audit.ts'
import { refused } from '../context/refusal.ts'
import type { Work } from '../context/work.ts'
import { planner } from '../context/planner.ts'

/** Null: nobody may. */
const giveRolesPlan = planner('give roles', (viewer, entity: Entity) =>
  isForbidden(viewer.model, entity.name, 'give roles', null)
    ? null
    : planAfterChecks(viewer, entity, 'record', {
        rules: [],
        grants: grantsOf(viewer.model, viewer.caller, entity.name, 'give roles'),
        answer: null,
      }),
)

/** Gives or takes a role. Refused: no such role, or not permitted to the caller for this user. */
export async function changeGivenRole(
  work: Work,
  entity: Entity,
  user: RecordValue,
  { role, isGiven }: { readonly role: string; readonly isGiven: boolean },
): Promise<void> {
  await refuseForeignRole(work, entity, user, role)
  await (isGiven ? giveRole : takeRole)(work.transaction, String(user.id), role)
  noteWritten(work, entity, user, `${isGiven ? 'give' : 'take'} role ${role}`)
}

async function refuseForeignRole(work: Work, entity: Entity, user: RecordValue, name: string): Promise<void> {
  const { application, caller, bindings, transaction } = work
  if (!application.model.roles.roles.some((role) => role.name === name)) throw refused('not found', 'role')
  if (asksNobody(caller)) return
  if (!rolesToGive(application.model, caller).includes(name)) throw refused('forbidden')
  const statement = application.planned(giveRolesPlan, caller, entity)
  const answers =
    statement === null ? {} : (await transaction.run(statement, { ...bindings, record: user, old: user }))[0]
  if (!Object.entries(answers ?? {}).some(([column, holds]) => column.startsWith('grant') && holds === true))
    throw refused('forbidden')
}

/** A user who finds no role given to anybody is the first, and gets the roles of the first user. */
export async function giveFirstRoles(
  { application, transaction }: Pick<Work, 'application' | 'transaction'>,
  userId: string,
  gives: string,
): Promise<void> {
  const others = await transaction.runOwn('any-role', 'SELECT 1 FROM ninefold.user_role LIMIT 1', [])
  const first =
    others.length > 0 ? [] : application.model.roles.roles.filter(({ isGivenToFirstUser }) => isGivenToFirstUser)
  for (const role of new Set([gives, ...first.map(({ name }) => name)])) await giveRole(transaction, userId, role)
}
