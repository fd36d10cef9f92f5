// Viewing the application as another user while its specification is written: `/_ninefold/view-as`. A sample user gets
// a session without a password. A role is shown through the first sample user who has it, or else through the present
// user with that role instead of their own. A cookie keeps the former session, as the way back.

import type { Eyes, ViewAs } from '@ninefold/core/contract/wire/development.ts'
import * as build from '@ninefold/core/expression/build.ts'
import { labelExpression } from '@ninefold/core/contract/screens/screen-rows.ts'
import { entityNamed, fieldNamed } from '@ninefold/core/model/find.ts'
import type { AnySignIn } from '@ninefold/core/model/roles.ts'
import { signInOf } from '@ninefold/core/model/users/sign-in-of.ts'
import { planRecord } from '@ninefold/core/plan/read/lists.ts'
import { equals } from '@ninefold/core/rights/list-conditions.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import type { Application } from '../../gate/context/application.ts'
import { bindingsOf } from '../../gate/context/bindings.ts'
import { THE_CLOCK } from '../../gate/context/caller.ts'
import { refused } from '../../gate/context/refusal.ts'
import { createSession, endSession } from '../../store/tables/users/sessions.ts'
import { samplePeople } from '../screens/app-description.ts'
import { callerOf, carrySession } from '../authentication/authentication.ts'
import type { ImpersonatedRoles } from '../authentication/impersonation.ts'
import { sentSession } from '../authentication/session-cookie.ts'
import { planner } from '../../gate/context/planner.ts'
import type { Entity } from '@ninefold/core/model/entities.ts'
import { planReceiver } from '@ninefold/core/plan/read/finds.ts'

const seenUser = planner('seen user', planReceiver)

const labelPlan = planner('label of a user', (viewer, entity: Entity) =>
  planRecord(
    viewer,
    entity,
    [equals(viewer, entity, fieldNamed(entity, 'id'), 'key')],
    build.object([{ key: 'label', value: labelExpression(viewer.model, entity.name) }]),
  ),
)

/** Cookie with the original session; empty: the author was not signed in. */
const ONESELF = 'ninefold_oneself'

export function viewAsRoutes(
  instance: FastifyInstance,
  application: Application,
  seen: ImpersonatedRoles,
  onRequest: onRequestAsyncHookHandler,
): void {
  const url = '/_ninefold/view-as'
  instance.get(url, { onRequest }, async (request): Promise<Eyes> => ({
    oneself: oneselfOf(seen, request),
    role: seen.roleOf(sentSession(request) ?? ''),
    users: await peopleOf(application),
    roles: application.model.roles.roles.map(({ name }) => name),
  }))
  instance.post(url, { onRequest }, async (request, reply) => {
    const token = await tokenFor(application, seen, request, wantedIn(request.body))
    const own = request.cookies[ONESELF]
    const now = sentSession(request) ?? ''
    // A second view-as ends the first one.
    if (own !== undefined) await leaveEyes(application, seen, now)
    else await rememberOneself(application, seen, request, reply)
    carrySession(application, request, reply, token)
    return reply.status(204).send()
  })
  instance.delete(url, { onRequest }, async (request, reply) => {
    const own = request.cookies[ONESELF]
    if (own === undefined) return reply.status(204).send()
    await leaveEyes(application, seen, sentSession(request) ?? '')
    carrySession(application, request, clearedOneself(reply), own === '' ? null : own)
    return reply.status(204).send()
  })
}

async function rememberOneself(
  application: Application,
  seen: ImpersonatedRoles,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { token, me } = await callerOf(application, request)
  const label = me === null ? null : await labelOf(application, me.id)
  if (token !== null && label !== null) seen.call(token, label)
  reply.setCookie(ONESELF, token ?? '', { path: '/', httpOnly: true, sameSite: 'lax' })
}

function clearedOneself(reply: FastifyReply): FastifyReply {
  return reply.clearCookie(ONESELF, { path: '/' })
}

async function leaveEyes({ database }: Application, seen: ImpersonatedRoles, token: string): Promise<void> {
  seen.forget(token)
  await endSession(database, token)
}

/** Null: a guest without a session. */
async function tokenFor(
  application: Application,
  seen: ImpersonatedRoles,
  request: FastifyRequest,
  wanted: ViewAs,
): Promise<string | null> {
  const { model, database } = application
  const signIn = signInOf(model.roles)
  if (signIn === null) throw refused('not found')
  if (wanted.kind === 'user')
    return createSession(database, await idOf(application, signIn, wanted.identifier), null, 'development')
  const role = model.roles.roles.find(({ name }) => name === wanted.role)
  if (role === undefined) throw refused('not found', 'role')
  if (role.isGuest) return null
  const people = samplePeople(model)
  const has = people.find(({ roles }) => roles.includes(role.name))
  const me = (await callerOf(application, request)).me
  const first = people[0]
  const through =
    has === undefined && me !== null
      ? String(me.id)
      : (has ?? first) === undefined
        ? null
        : await idOf(application, signIn, (has ?? first)?.identifier ?? '')
  if (through === null) throw refused('not found', 'role', ['nobody with role'])
  const token = await createSession(database, through, null, 'development')
  seen.see(token, role.name)
  return token
}

async function peopleOf(application: Application): Promise<Eyes['users']> {
  const signIn = signInOf(application.model.roles)
  if (signIn === null) return []
  return Promise.all(
    samplePeople(application.model).map(async ({ identifier, label, roles }) => ({
      id: await idThere(application, signIn, identifier),
      identifier,
      label,
      roles,
    })),
  )
}

async function idOf(application: Application, signIn: AnySignIn, identifier: string): Promise<string> {
  const id = await idThere(application, signIn, identifier)
  if (id === null) throw refused('not found', 'identifier', ['sample user gone'])
  return id
}

async function idThere(application: Application, signIn: AnySignIn, identifier: string): Promise<string | null> {
  const entity = entityNamed(application.model, signIn.entity)
  const field = fieldNamed(entity, signIn.identifier)
  const statement = application.planned(seenUser, THE_CLOCK, entity, field, field)
  const row = (await application.database.run(statement, { key: identifier, sent: identifier }))[0]
  return row === undefined ? null : String(row['id'])
}

function oneselfOf(seen: ImpersonatedRoles, request: FastifyRequest): Eyes['oneself'] {
  const token = request.cookies[ONESELF]
  return token === undefined ? null : { label: seen.labelOf(token) }
}

async function labelOf(application: Application, id: string | number): Promise<string | null> {
  const signIn = signInOf(application.model.roles)
  if (signIn === null) return null
  const entity = entityNamed(application.model, signIn.entity)
  const statement = application.planned(labelPlan, THE_CLOCK, entity)
  const bindings = { ...bindingsOf(application, THE_CLOCK), key: id }
  const row = (await application.database.run(statement, bindings))[0]
  return row === undefined ? null : String((JSON.parse(String(row['json'])) as { label: unknown }).label)
}

function wantedIn(body: unknown): ViewAs {
  const { kind, identifier, role } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  if (kind === 'user' && typeof identifier === 'string') return { kind, identifier }
  if (kind === 'role' && typeof role === 'string') return { kind, role }
  throw refused('wrong type', 'body')
}
