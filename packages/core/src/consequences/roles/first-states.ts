// Permissions without an effect: N628, to create where no new record satisfies the condition, and N629, to give roles
// to oneself only.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import { everyStep } from '../../model/steps/every-step.ts'
import { signInOf } from '../../model/users/sign-in-of.ts'
import { targetsOf } from '../../model/transitions.ts'
import { all, type Formula } from '../../predicate/formula.ts'
import { constantPart } from '../conditions.ts'
import { formula, inStates, isNever, type Considering } from '../considering.ts'
import { factsOf } from '../states/empty-fields.ts'
import { isOnlyOnesOwnRecord, reach, rowOf, type Grant } from './widening.ts'

export function warnAboutIdleGrants(of: Considering): void {
  const grants = of.model.roles.permissions.filter(
    (permission): permission is Grant => permission.who !== null && !permission.isForbidden,
  )
  for (const grant of grants) if (grant.actions.includes('create')) warnAboutFirstState(of, grant)
  noteRolesForOneself(of, grants)
}

/** N628: the condition is evaluated on the record's initial state. */
function warnAboutFirstState(of: Considering, grant: Grant): void {
  const { onlyWhere, entity } = grant
  if (onlyWhere === null || constantPart(of, onlyWhere) !== null) return
  const machines = of.model.states.machines.filter((machine) => machine.entity === entity)
  if (isNever(of, formula(of, onlyWhere)) || !isNever(of, beginning(of, entity), reach(of, grant))) return
  // The conditions of role and permission may exclude each other regardless of the state.
  if (isNever(of, reach(of, grant))) return
  const row = rowOf(of, grant)
  const [first] = machines
  const found = diagnostic('N628', row?.onlyWhere?.span ?? onlyWhere.span, entity)
  of.found.push(
    first === undefined
      ? found
      : found.because(
          first.states.find(({ name }) => name === first.initial)?.span ?? first.span,
          'A new record begins in this state.',
        ),
  )
}

/** The initial states of a record. */
function beginning(of: Considering, entity: string): Formula {
  const machines = of.model.states.machines.filter((machine) => machine.entity === entity)
  return all([
    ...machines.map((machine) =>
      inStates(of, machine, [
        machine.initial,
        ...machine.creations.flatMap((creation) => targetsOf(machine, creation)),
      ]),
    ),
    ...factsOf(of, entity),
  ])
}

/** N629: if every row is about the caller's own record, nobody else ever gets a role. */
function noteRolesForOneself(of: Considering, grants: readonly Grant[]): void {
  const giving = grants.filter(({ actions }) => actions.includes('give roles'))
  if (giving.length === 0 && !grants.some(({ actions }) => actions.includes('invite')))
    warnAboutRolesThatNobodyGives(of)
  const [first] = giving
  if (first === undefined || !giving.every((grant) => isOnlyOnesOwnRecord(of, grant))) return
  const given = of.model.roles.roles.find(({ givenBy }) => givenBy.length > 0)
  if (given === undefined) return
  const row = rowOf(of, first)
  of.found.push(
    diagnostic('N629', row?.onlyWhere?.span ?? first.span).because(given.span, 'This role is got from somebody.'),
  )
}

/** N638. A role that can be obtained otherwise, or that a call gives, is not reported. */
function warnAboutRolesThatNobodyGives({ model, found }: Considering): void {
  const users = signInOf(model.roles)
  if (users === null) return
  const claimed = new Set(users.providers.flatMap(({ roles }) => roles.map(({ role }) => role)))
  if (model.calls.calls.some(({ steps }) => everyStep(steps).some(({ action }) => action.kind === 'give role'))) return
  for (const { name, givenBy, when, isGivenBySigningUp, isGivenToFirstUser, span } of model.roles.roles)
    if (givenBy.length > 0 && when.length === 0 && !isGivenBySigningUp && !isGivenToFirstUser && !claimed.has(name))
      found.push(diagnostic('N638', span, name, givenBy))
}
