// A user → all their roles: those that were given, and those that conditions of point 6 give.

import { entityNamed } from '@ninefold/core/model/find.ts'
import type { AnySignIn } from '@ninefold/core/model/roles.ts'
import { planConditionalRoles } from '@ninefold/core/plan/read/conditional-roles.ts'
import type { Executor } from '../../store/driver/database.ts'
import type { Application } from '../context/application.ts'
import { bindingsOf } from '../context/bindings.ts'
import { callerWith } from '../context/caller.ts'
import { planner } from '../context/planner.ts'

const conditionalRoles = planner('conditional roles', planConditionalRoles)

export async function rolesOfUser(
  application: Application,
  executor: Executor,
  signIn: AnySignIn,
  userId: string | number,
  given: readonly string[],
): Promise<readonly string[]> {
  const { model } = application
  const conditional = model.roles.roles.filter(({ when }) => when.length > 0)
  if (conditional.length === 0) return given
  // The variables of a condition do not depend on roles, so one plan serves every user.
  const nobody = callerWith(model, null, [], null)
  const statement = application.planned(conditionalRoles, nobody, entityNamed(model, signIn.entity), conditional)
  const bindings = { ...bindingsOf(application, nobody), key: userId }
  const found = (await executor.run(statement, bindings))[0] ?? {}
  return [...given, ...conditional.flatMap(({ name }, index) => (found[`role ${index}`] === true ? [name] : []))]
}
