// Effects of a change to a user on authentication: a new password ends the other sessions, and a deleted user loses all
// credentials.

import type { RecordValue } from '@ninefold/core/expression/expression.ts'
import type { Entity } from '@ninefold/core/model/entities.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import { signInOf } from '@ninefold/core/model/users/sign-in-of.ts'
import { planUsersGone } from '@ninefold/core/plan/read/finds.ts'
import { endOtherSessions } from '../../store/tables/users/sessions.ts'
import { forgetHalfSignIns } from '../../store/tables/users/second-factors.ts'
import { forgetDevices } from '../../store/tables/users/sign-in-attempts.ts'
import type { Work } from '../context/work.ts'
import { planner } from '../context/planner.ts'
import { refused } from '../context/refusal.ts'
import { refuseWithoutFreshFactor } from './fresh-factor.ts'

const usersGone = planner('users gone', (_, users: string) => planUsersGone(users))

export async function afterChangeOf(
  work: Work,
  entity: Entity,
  record: RecordValue,
  changed: readonly string[],
): Promise<void> {
  const { signIn } = work.application.model.roles
  if (signIn === null || signIn.entity !== entity.name || !changed.includes(signIn.password)) return
  if (work.caller.key !== undefined) throw refused('forbidden', signIn.password, ['key changes password'])
  const isOwn = String(work.caller.me?.id) === String(record.id)
  if (isOwn) await refuseWithoutFreshFactor(work.application, work.transaction, work.caller)
  await forgetDevices(work.transaction, String(record.id))
  await forgetHalfSignIns(work.transaction, String(record.id))
  if (signIn.changeOfPassword?.endsOtherSessions === false) return
  await endOtherSessions(work.transaction, String(record.id), isOwn ? work.caller.token : null)
}

/** A deletion may cascade to users, so the users that still exist are read. */
export async function afterDeletionOf(work: Work, entity: Entity): Promise<void> {
  const { model } = work.application
  const signIn = signInOf(model.roles)
  if (signIn === null || !takesAlong(model, entity.name).has(signIn.entity)) return
  const statements = work.application.planned(usersGone, work.caller, signIn.entity)
  for (const statement of statements) await work.transaction.run(statement, work.bindings)
}

/** Entities whose records a deletion of this entity may cascade to. */
function takesAlong(model: Model, name: string): Set<string> {
  const found = new Set([name])
  for (const taken of found) {
    for (const entity of model.entities.entities) {
      const goes = entity.fields.some((field) => {
        if (field.type.kind !== 'reference' || field.type.entity !== taken) return false
        return (
          field.onDeletion === 'deleted together' || (field.onDeletion === null && entity.partOf?.field === field.name)
        )
      })
      if (goes) found.add(entity.name)
    }
  }
  return found
}
