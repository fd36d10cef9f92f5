// A key that users keep in a field of their own record → its user, with all their roles.

import type { AnySignIn } from '@ninefold/core/model/roles.ts'
import { entityNamed, fieldNamed } from '@ninefold/core/model/find.ts'
import { planUserByKey } from '@ninefold/core/plan/read/finds.ts'
import type { Application } from '../../gate/context/application.ts'
import { type Caller, callerWith } from '../../gate/context/caller.ts'
import { planner } from '../../gate/context/planner.ts'
import { rolesOfUser } from '../../gate/users/conditional-roles.ts'
import { rolesGivenTo } from '../../store/tables/users/sessions.ts'

const userByKeyPlan = planner('user by key', planUserByKey)

/** A key that no user has is treated like an expired session. */
export async function callerByOwnKey(
  application: Application,
  signIn: AnySignIn,
  { field, value }: { readonly field: string; readonly value: string },
  tenant: string | null,
): Promise<Caller> {
  const { model, database } = application
  const guest = callerWith(model, null, [], null)
  if (value === '') return guest
  const entity = entityNamed(model, signIn.entity)
  const statement = application.planned(userByKeyPlan, guest, entity, fieldNamed(entity, field))
  const row = (await database.run(statement, { key: value }))[0]
  if (row === undefined) return { ...guest, isSessionOver: true }
  const userId = row['id'] as string | number
  const given = await rolesGivenTo(database, String(userId))
  const roles = await rolesOfUser(application, database, signIn, userId, given, tenant)
  return callerWith(model, { id: userId, fields: {} }, roles, null)
}
