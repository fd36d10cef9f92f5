// A user → all their roles: those that were given, and those that conditions of point 6 give.

import type { RecordValue } from '@ninefold/core/expression/expression.ts'
import { entityNamed, fieldNamed } from '@ninefold/core/model/find.ts'
import type { AnySignIn } from '@ninefold/core/model/roles.ts'
import { signInOf } from '@ninefold/core/model/users/sign-in-of.ts'
import { planConditionalRoles } from '@ninefold/core/plan/read/conditional-roles.ts'
import { planReceiver } from '@ninefold/core/plan/read/finds.ts'
import type { Executor } from '../../store/driver/database.ts'
import { rolesGivenTo } from '../../store/tables/users/sessions.ts'
import type { Application } from '../context/application.ts'
import { bindingsOf } from '../context/bindings.ts'
import { type Caller, callerWith } from '../context/caller.ts'
import { planner } from '../context/planner.ts'

const conditionalRoles = planner('conditional roles', planConditionalRoles)

/** `tenant`: the roles that the user has in it; null: in the current one. */
export async function rolesOfUser(
  application: Application,
  executor: Executor,
  signIn: AnySignIn,
  userId: string | number,
  given: readonly string[],
  tenant: string | null = null,
): Promise<readonly string[]> {
  const { model } = application
  const conditional = model.roles.roles.filter(({ when }) => when.length > 0)
  if (conditional.length === 0) return given
  // A role that has come to be given per tenant may still be kept as one that holds everywhere.
  const everywhere = given.filter((role) => !conditional.some(({ name, isPerTenant }) => isPerTenant && name === role))
  // The variables of a condition do not depend on roles, so one plan serves every user.
  const nobody = callerWith(model, null, [], null)
  const statement = application.planned(
    conditionalRoles,
    nobody,
    entityNamed(model, signIn.entity),
    conditional,
    tenant !== null,
  )
  const bindings = { ...bindingsOf(application, nobody), key: userId, tenant }
  const found = (await executor.run(statement, bindings))[0] ?? {}
  return [...everywhere, ...conditional.flatMap(({ name }, index) => (found[`role ${index}`] === true ? [name] : []))]
}

/** The user with all of their present roles. */
export async function callerOfUser(
  application: Application,
  executor: Executor,
  signIn: AnySignIn,
  user: RecordValue,
): Promise<Caller> {
  const given = await rolesGivenTo(executor, String(user.id))
  const roles = await rolesOfUser(application, executor, signIn, user.id, given)
  return callerWith(application.model, user, roles, null)
}

const calledPlan = planner('user who is called', planReceiver)

/** The user with this identifier. Null: none. */
export async function callerCalled(application: Application, identifier: string): Promise<Caller | null> {
  const { model, database } = application
  const signIn = signInOf(model.roles)
  if (signIn === null) return null
  const entity = entityNamed(model, signIn.entity)
  const field = fieldNamed(entity, signIn.identifier)
  const nobody = callerWith(model, null, [], null)
  const statement = application.planned(calledPlan, nobody, entity, field, field)
  const row = (await database.run(statement, { key: identifier, sent: identifier }))[0]
  if (row === undefined) return null
  return callerOfUser(application, database, signIn, { id: row['id'] as string | number, fields: {} })
}
