// Sign-in links of point 6 over HTTP: requesting one, setting a new password, signing in.

import { acceptInputs } from '@ninefold/core/contract/inputs/accept-inputs.ts'
import { followsPattern } from '@ninefold/core/contract/inputs/patterns.ts'
import { filledInput, inputOfField, inputOfType } from '@ninefold/core/contract/inputs/field-inputs.ts'
import type { InputField } from '@ninefold/core/contract/wire/inputs.ts'
import { entityNamed, fieldNamed } from '@ninefold/core/model/find.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import { signInOf } from '@ninefold/core/model/users/sign-in-of.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Application } from '../../gate/context/application.ts'
import { CALL, REQUEST } from '../../gate/records/audit.ts'
import { refuseCommonPassword } from '../../gate/context/common-passwords.ts'
import { localizedApplication } from '../../gate/context/localized-application.ts'
import { refused } from '../../gate/context/refusal.ts'
import { linkRules, sendLink, setNewPassword, signInByLink } from '../../gate/users/sign-in-links.ts'
import type { Bindings } from '../../store/driver/rows.ts'
import { hashPassword } from '../../store/tables/users/password-hashing.ts'
import type { LinkKind } from '../../store/tables/users/sign-in-links.ts'
import { acceptedOrRefused } from '../http/bodies.ts'
import { limitsOfSigningIn } from '../../gate/calls/rate-limit-counters.ts'
import { countedUse } from '../calls/rate-limits.ts'
import { originOfLinks } from '../authentication/link-origin.ts'
import { carrySession, welcome } from '../authentication/authentication.ts'
import { identifierAsSent, identifierInput } from '../authentication/credentials.ts'

/** Minimum duration of an answer, so that timing does not tell whether a message was written. */
const ANSWER_MS_MIN = 300

export function addLinkRoutes(instance: FastifyInstance, application: Application): void {
  const onRequest = countedUse(application, limitsOfSigningIn(application))
  const ask =
    (kind: LinkKind) =>
    (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
      askForLink(application, kind, request, reply)
  instance.post('/_ninefold/password-link', { onRequest }, ask('new password'))
  instance.post('/_ninefold/sign-in-link', { onRequest }, ask('sign in'))
  instance.post('/_ninefold/password', { onRequest }, async (request, reply) => {
    const field = newPasswordInput(application.model)
    if (field === null) throw refused('not found')
    const values = acceptedOrRefused(acceptInputs([TOKEN, field], request.body, followsPattern))
    const signIn = application.model.roles.signIn
    if (signIn !== null) {
      const kept = fieldNamed(entityNamed(application.model, signIn.entity), signIn.password)
      await refuseCommonPassword(kept, field.path.at(-1) ?? kept.name, values['password'])
    }
    await setNewPassword(
      application,
      String(values['token']),
      () => hashPassword(String(values['password'])),
      askedBy(request),
    )
    // The browser's former session ends, as with every sign-in.
    carrySession(application, request, reply, null)
    return reply.status(204).send()
  })
  instance.post('/_ninefold/session-by-link', { onRequest }, async (request, reply) => {
    if (linkRules(application.model, 'sign in') === null) throw refused('not found')
    const values = acceptedOrRefused(acceptInputs([TOKEN], request.body))
    const arrived = await signInByLink(application, String(values['token']), askedBy(request))
    const half = await welcome(application, request, reply, arrived)
    return half === null ? reply.status(204).send() : reply.status(202).send(half)
  })
}

const TOKEN: InputField = inputOfType({ kind: 'text', lengthMin: null, lengthMax: 200 }, ['token'], true, false)

async function askForLink(
  ofText: Application,
  kind: LinkKind,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const application = localizedApplication(ofText, request.headers['accept-language'])
  const users = signInOf(application.model.roles)
  if (users === null || linkRules(application.model, kind) === null) throw refused('not found')
  const values = acceptedOrRefused(acceptInputs([identifierInput(application.model, users)], request.body))
  const enough = new Promise((resolve) => setTimeout(resolve, ANSWER_MS_MIN))
  const origin = originOfLinks(application, request)
  const typed = identifierAsSent(request.body)
  const sent = sendLink(application, kind, String(values['identifier']), origin, typed)
  // Every outcome takes the same time.
  await Promise.allSettled([sent, enough])
  await sent
  return reply.status(204).send()
}

/** The new password of a user who has forgotten the old one; null: the text states no such form. */
export function newPasswordInput(model: Model): InputField | null {
  const { signIn } = model.roles
  if (signIn === null || signIn.forgottenPassword === null) return null
  return filledInput(inputOfField(fieldNamed(entityNamed(model, signIn.entity), signIn.password), ['password'], true))
}

/** Identifies the request in the audit log. */
function askedBy({ id, method, routeOptions: { url } }: FastifyRequest): Bindings {
  return { [REQUEST]: id, [CALL]: `${method} ${url ?? ''}` }
}
