// Roles that users are given: by whoever point 6 lets give them, and by signing up.

import type { RecordValue } from '@ninefold/core/expression/expression.ts'
import type { Entity } from '@ninefold/core/model/entities.ts'
import { planAfterChecks } from '@ninefold/core/plan/record-checks.ts'
import { asksNobody, grantsOf } from '@ninefold/core/rights/roles.ts'
import { giveRole } from '../store/sessions.ts'
import { refused } from './refusal.ts'
import type { Work } from './work.ts'

export async function permittedRole(work: Work, entity: Entity, user: RecordValue, name: string): Promise<void> {
  const role = work.application.model.roles.roles.find((candidate) => candidate.name === name)
  if (role === undefined) throw refused('not found', 'role')
  if (asksNobody(work.caller)) return
  // A role that is gained by signing up may be given by whoever may give roles at all.
  const isGivable =
    role.givenBy.length === 0 ? role.isGivenBySigningUp : role.givenBy.some((giver) => work.caller.roles.has(giver))
  const { grants, statement } = work.application.planned(work.caller, `give roles ${entity.name}`, (viewer) => {
    const grants = grantsOf(viewer.model, viewer.caller, entity.name, 'give roles')
    return { grants, statement: planAfterChecks(viewer, entity, 'record', { rules: [], grants, answer: null }) }
  })
  if (!isGivable || grants.length === 0) throw refused('forbidden')
  const answers = (await work.transaction.run(statement, { ...work.bindings, record: user, old: user }))[0]
  if (!grants.some((_, index) => answers?.[`grant${index}`] === true)) throw refused('forbidden')
}

/** Whoever finds no role given to anybody is the first, and gets the roles that the first user gets. */
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
