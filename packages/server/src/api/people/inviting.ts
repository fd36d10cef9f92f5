// Invitations by users over HTTP, for those whom point 6 lets invite. `POST /_ninefold/invitations`.

import { followsPattern } from '@ninefold/core/contract/inputs/patterns.ts'
import { acceptInputs } from '@ninefold/core/contract/inputs/accept-inputs.ts'
import { inputOfType } from '@ninefold/core/contract/inputs/field-inputs.ts'
import {
  INVITATIONS_PATH,
  type NewInvitation,
  OPEN_INVITATIONS_PATH,
  type OpenInvitations,
} from '@ninefold/core/contract/wire/people.ts'
import { signInOf } from '@ninefold/core/model/users/sign-in-of.ts'
import { rolesToInvite } from '@ninefold/core/rights/given-roles.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Application } from '../../gate/context/application.ts'
import { currentTenant } from '../../gate/context/current-tenant.ts'
import { refused } from '../../gate/context/refusal.ts'
import { inviteAs } from '../../gate/users/invitations.ts'
import { writeUnderRules } from '../../gate/records/rules-over-records.ts'
import { endInvitation, type InvitationsOf, openInvitations } from '../../store/tables/users/invitations.ts'
import { allowAttempt } from '../../store/tables/users/sign-in-attempts.ts'
import { originOfLinks } from '../authentication/link-origin.ts'
import { identifierInput } from '../authentication/credentials.ts'
import { acceptedOrRefused } from '../http/bodies.ts'
import type { Exchange } from '../http/exchange.ts'
import { refuseOtherParameters } from '../http/list-query.ts'
import { isUuid } from '../http/uuid.ts'
import { signedInUser } from '../../gate/context/signed-in-user.ts'

const ROLE = inputOfType({ kind: 'text', lengthMin: null, lengthMax: 200 }, ['role'], true, false)
/** Listed invitations at most. */
const TOLD_MAX = 200
/** Prevents mass mail by invitation. */
const INVITATIONS_MAX = 100
const INVITATIONS_WINDOW_MS = 24 * 60 * 60_000

export function addInvitingRoutes(
  instance: FastifyInstance,
  application: Application,
  exchangeFor: (request: FastifyRequest) => Promise<Exchange>,
): void {
  if (signInOf(application.model.roles) === null) return
  const allowed = async (request: FastifyRequest): Promise<Inviting> => {
    const exchange = await exchangeFor(request)
    refuseOtherParameters(exchange.query, [])
    signedInUser(exchange.caller)
    const roles = rolesToInvite(application.model, exchange.caller)
    if (roles.length === 0) throw refused('forbidden')
    return { exchange, roles }
  }
  instance.get(OPEN_INVITATIONS_PATH, async (request) => invitationsTold(await allowed(request)))
  instance.post(INVITATIONS_PATH, async (request, reply) =>
    reply.status(201).send(await newInvitation((await allowed(request)).exchange, request)),
  )
  instance.delete(`${INVITATIONS_PATH}/:id`, async (request, reply) => {
    const { exchange, roles } = await allowed(request)
    const id = exchange.parameters['id'] ?? ''
    if (!isUuid(id) || !(await endInvitation(application.database, id, await ofInviter({ exchange, roles }))))
      throw refused('not found')
    return reply.status(204).send()
  })
}

interface Inviting {
  readonly exchange: Exchange
  readonly roles: readonly string[]
}

/** Invitations into the inviter's current tenant, and those to roles everywhere. */
async function ofInviter({ exchange, roles }: Inviting): Promise<InvitationsOf> {
  const tenant = await currentTenant(exchange)
  return { roles, tenant: tenant === '' ? null : tenant }
}

async function invitationsTold({ exchange, roles }: Inviting): Promise<OpenInvitations> {
  const { application } = exchange
  const identifier = signInOf(application.model.roles)?.identifier ?? ''
  const open = await openInvitations(application.database, await ofInviter({ exchange, roles }), TOLD_MAX)
  return {
    invitations: open.map(({ id, role, given, expiresAtMs }) => {
      const named = given[identifier]
      return {
        id,
        role,
        identifier: typeof named === 'string' ? named : null,
        expiresAt: new Date(expiresAtMs).toISOString(),
      }
    }),
  }
}

/** An invitation to nobody in particular: the identifier is null, or missing. */
function withoutNull(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('identifier' in body) || body.identifier !== null) return body
  const { identifier: _, ...rest } = body
  return rest
}

async function newInvitation(exchange: Exchange, request: FastifyRequest): Promise<NewInvitation> {
  const { application, caller, body } = exchange
  const signIn = signInOf(application.model.roles)
  if (signIn === null) throw refused('not found')
  const inputs = [ROLE, { ...identifierInput(application.model, signIn), isNeeded: false }]
  const { role, identifier = null } = acceptedOrRefused(acceptInputs(inputs, withoutNull(body), followsPattern))
  const origin = originOfLinks(application, request)
  const counted = `invitations of ${String(caller.me?.id)}`
  const isAllowed = await application.database.write((transaction) =>
    allowAttempt(transaction, counted, INVITATIONS_MAX, INVITATIONS_WINDOW_MS),
  )
  if (!isAllowed) throw refused('too many')
  return writeUnderRules(exchange, (transaction) =>
    inviteAs(
      { ...exchange, transaction },
      { role: String(role), identifier: identifier === null ? null : String(identifier), origin },
    ),
  )
}
