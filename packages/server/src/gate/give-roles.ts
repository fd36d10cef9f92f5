// May the caller give this role to this user? Point 6 says who gives which role, and to whom.

import type { RecordValue } from '@ninefold/core/expression/expression.ts'
import type { Entity } from '@ninefold/core/model/entities.ts'
import { planAfterChecks } from '@ninefold/core/plan/record-checks.ts'
import { grantsOf } from '@ninefold/core/rights/roles.ts'
import { refused } from './refusal.ts'
import type { Work } from './records.ts'

export async function permittedRole(work: Work, entity: Entity, user: RecordValue, name: string): Promise<void> {
  const role = work.application.model.roles.roles.find((candidate) => candidate.name === name)
  if (role === undefined) throw refused('not found', 'role')
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
