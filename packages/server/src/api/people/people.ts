// Management of people over HTTP, for those whom point 6 lets give roles, suspend or erase. `GET
// /_ninefold/people.json`.

import { inputOfType } from '@ninefold/core/contract/inputs/field-inputs.ts'
import { acceptInputs } from '@ninefold/core/contract/inputs/accept-inputs.ts'
import { answerOfField } from '@ninefold/core/contract/calls/everything-visible.ts'
import * as build from '@ninefold/core/expression/build.ts'
import {
  type People,
  PEOPLE_AT_ONCE,
  PEOPLE_PATH,
  PERSON_ACTIONS,
  PERSON_ROLES_PATH,
  PERSON_SESSIONS_PATH,
  PERSON_SUSPENSION_PATH,
  PERSONAL_DATA_PATH,
  type PersonAction,
} from '@ninefold/core/contract/wire/people.ts'
import { labelExpression } from '@ninefold/core/contract/screens/screen-rows.ts'
import type { ObjectEntry } from '@ninefold/core/expression/expression.ts'
import type { Entity, Field } from '@ninefold/core/model/entities.ts'
import { fieldNamed } from '@ninefold/core/model/find.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import { rolesPerTenant } from '@ninefold/core/model/users/first-holders.ts'
import { signInOf } from '@ninefold/core/model/users/sign-in-of.ts'
import { currentTenant, hasRoleInTenant } from '@ninefold/core/model/users/tenants.ts'
import { planList } from '@ninefold/core/plan/read/lists.ts'
import { anyOf, ofEverything } from '@ninefold/core/expression/conditions.ts'
import { permittedUsers, rolesToGive, rolesToInvite } from '@ninefold/core/rights/given-roles.ts'
import { matches, sortValue } from '@ninefold/core/rights/list-conditions.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Application } from '../../gate/context/application.ts'
import { forgetUser, unknownPasswordHash } from '../../gate/users/forgotten-users.ts'
import { changeGivenRole } from '../../gate/users/give-roles.ts'
import { bringBack, endSessionsOf, suspend } from '../../gate/users/suspensions.ts'
import { hasHigherRole } from '../../gate/users/user-rights.ts'
import { refuseWithoutFreshFactor } from '../../gate/records/fresh-factor.ts'
import { FRESH_MS } from '../../gate/records/own-address.ts'
import { refused } from '../../gate/context/refusal.ts'
import { isFreshSession, rolesGivenToEach } from '../../store/tables/users/sessions.ts'
import { suspendedAmong } from '../../store/tables/users/suspensions.ts'
import { acceptedOrRefused } from '../http/bodies.ts'
import type { Exchange } from '../http/exchange.ts'
import { refuseOtherParameters } from '../http/list-query.ts'
import { planner } from '../../gate/context/planner.ts'
import { changePerson, managing, usersOf } from './one-person.ts'
import { addProgramsOfPeople } from './programs-of-people.ts'

const peoplePlan = planner('people', (viewer, entity: Entity, identifier: Field, isSought: boolean) => {
  const rights = PERSON_ACTIONS.map((action) => ({
    key: action,
    value: permittedUsers(viewer.model, viewer.caller, action),
  }))
  return planList(viewer, {
    entity,
    conditions: [
      anyOf(rights.map(({ value }) => value)),
      ...(isSought ? [matches(viewer, entity, soughtFields(entity, identifier), 'sought')] : []),
    ],
    relation: null,
    order: [{ value: sortValue(viewer, entity, identifier), direction: 'ascending' }],
    output: build.object([
      { key: 'label', value: labelExpression(viewer.model, entity.name) },
      { key: 'identifier', value: answerOfField(viewer.model, entity, identifier) },
      ...rolesInTenant(viewer.model, entity),
      ...rights,
    ]),
    page: { kind: 'offset' },
  })
})

/** Of each role that is given per tenant, whether the user has it in the caller's current one. */
function rolesInTenant(model: Model, { name }: Entity): ObjectEntry[] {
  const { tenancy } = model.entities
  if (tenancy === null) return []
  const user = build.recordVariable('this', name)
  const entries = rolesPerTenant(model).map((role) => ({
    key: role,
    value: ofEverything(hasRoleInTenant(tenancy, user, currentTenant(tenancy), role)),
  }))
  return entries.length === 0 ? [] : [{ key: 'inTenant', value: build.object(entries) }]
}

const ROLE = inputOfType({ kind: 'text', lengthMin: null, lengthMax: 200 }, ['role'], true, false)
const SEARCH_LENGTH_MAX = 200

export function addPeopleRoutes(
  instance: FastifyInstance,
  application: Application,
  exchangeFor: (request: FastifyRequest) => Promise<Exchange>,
): void {
  if (signInOf(application.model.roles) === null) return
  addProgramsOfPeople(instance, exchangeFor)
  const allowed = async (request: FastifyRequest): Promise<Exchange> => managing(await exchangeFor(request))
  instance.get(PEOPLE_PATH, async (request) => listedPeople(await allowed(request)))
  instance.post(PERSON_ROLES_PATH, async (request, reply) => {
    const exchange = await allowed(request)
    const { role } = acceptedOrRefused(acceptInputs([ROLE], exchange.body))
    await changeRole(exchange, String(role), true)
    return reply.status(204).send()
  })
  instance.delete(`${PERSON_ROLES_PATH}/:role`, async (request, reply) => {
    const exchange = await allowed(request)
    await changeRole(exchange, exchange.parameters['role'] ?? '', false)
    return reply.status(204).send()
  })
  const doing =
    (work: (exchange: Exchange) => Promise<void>) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      await work(await allowed(request))
      return reply.status(204).send()
    }
  instance.post(
    PERSON_SUSPENSION_PATH,
    doing((exchange) => changePerson(exchange, suspend)),
  )
  instance.delete(
    PERSON_SUSPENSION_PATH,
    doing((exchange) => changePerson(exchange, bringBack)),
  )
  instance.delete(
    PERSON_SESSIONS_PATH,
    doing((exchange) => changePerson(exchange, endSessionsOf)),
  )
  instance.delete(PERSONAL_DATA_PATH, doing(forget))
}

/** Three statements, whatever the number of people. */
async function listedPeople(exchange: Exchange): Promise<People> {
  const { application, caller, bindings, query } = exchange
  const { model } = application
  refuseOtherParameters(query, ['search', 'after'])
  const sought = soughtText(query['search'])
  const { entity, identifier } = usersOf(exchange)
  const statement = application.planned(peoplePlan, caller, entity, identifier, sought !== null)
  const page = { 'page.take': PEOPLE_AT_ONCE, 'page.after': skipped(query['after']), sought }
  return application.database.read(async (transaction) => {
    const rows = await transaction.run(statement, { ...bindings, ...page })
    const found = rows.flatMap((row) =>
      row['json'] === null ? [] : [{ id: String(row['id']), ...(JSON.parse(String(row['json'])) as FoundPerson) }],
    )
    const ids = found.map(({ id }) => id)
    const given = await rolesGivenToEach(transaction, ids)
    const suspended = await suspendedAmong(transaction, ids)
    const gives = rolesToGive(model, caller)
    const inTenant = model.roles.roles.flatMap(({ name, isPerTenant }) =>
      isPerTenant && gives.includes(name) ? [name] : [],
    )
    return {
      people: found.map(({ id, label, identifier: name, inTenant: held = {}, ...rights }) => {
        const shown = name === undefined || name === null ? null : String(name)
        const has = new Set(given.get(id) ?? [])
        const roles = model.roles.roles.flatMap(({ name: role, isPerTenant }) =>
          (isPerTenant ? held[role] === true : has.has(role)) ? [role] : [],
        )
        // The caller's own account is managed on the account page.
        const isShutOut = id === String(caller.me?.id) || hasHigherRole(exchange, has)
        const may = PERSON_ACTIONS.filter(
          (action) => rights[action] === true && (action === 'give roles' || !isShutOut),
        )
        return { id, label: label ?? shown ?? id, identifier: shown, roles, isSuspended: suspended.has(id), may }
      }),
      total: Number(rows[0]?.['total'] ?? 0),
      roles: gives,
      ...(inTenant.length === 0 ? {} : { rolesInTenant: inTenant }),
      invites: rolesToInvite(model, caller),
      hasApiKeys: signInOf(model.roles)?.apiKeys !== null,
    }
  })
}

type FoundPerson = {
  readonly label?: string
  readonly identifier?: unknown
  readonly inTenant?: Readonly<Record<string, boolean>>
} & {
  readonly [Action in PersonAction]?: boolean
}

/** Searchable texts of a person: the identifier, and those texts of the label that are fields of the record itself. */
function soughtFields(entity: Entity, identifier: Field): Field[] {
  const { label } = entity
  const named = label.kind === 'field' && label.of.kind === 'variable' ? [fieldNamed(entity, label.field)] : []
  return [identifier, ...named.filter(({ name }) => name !== identifier.name)]
}

function soughtText(sent: Exchange['query'][string]): string | null {
  if (sent === undefined || sent === '') return null
  if (typeof sent !== 'string' || sent.length > SEARCH_LENGTH_MAX) throw refused('wrong type', 'search')
  return sent
}

function skipped(sent: Exchange['query'][string]): number {
  if (sent === undefined) return 0
  if (typeof sent !== 'string' || !/^[0-9]{1,9}$/.test(sent)) throw refused('wrong type', 'after')
  return Number(sent)
}

function changeRole(exchange: Exchange, role: string, isGiven: boolean): Promise<void> {
  return changePerson(exchange, (work, entity, user) => changeGivenRole(work, entity, user, { role, isGiven }))
}

async function forget(exchange: Exchange): Promise<void> {
  const { application, caller } = exchange
  const { database } = application
  if (caller.token === null || !(await isFreshSession(database, caller.token, FRESH_MS)))
    throw refused('forbidden', 'session', ['sign in again'])
  const hash = await unknownPasswordHash()
  await changePerson(exchange, async (work, entity, user) => {
    await refuseWithoutFreshFactor(application, work.transaction, caller)
    await forgetUser(work, entity, user, hash)
  })
}
