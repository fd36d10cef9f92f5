// A request to a call of an outside service → the service, by its signature over the bytes of the body. A sender with a
// wrong signature learns only that it is wrong; the log has the reason.

import type { Call, Service } from '@ninefold/core/model/calls.ts'
import { signatureHeadersOf } from '@ninefold/core/model/outside/services.ts'
import type { FastifyRequest } from 'fastify'
import type { Application } from '../../gate/context/application.ts'
import { serviceCaller } from '../../gate/context/caller.ts'
import { refused } from '../../gate/context/refusal.ts'
import { digestOfBody, verified } from '../../outside/signatures.ts'
import { noteCaller } from './authentication.ts'

/** Events by the requests that brought them. */
const events = new WeakMap<FastifyRequest, string>()

/** Runs before the body is read, so that nothing of an unsigned body is processed. */
export function refuseWithoutSignature(application: Application, request: FastifyRequest, call: Call): void {
  const { signing } = serviceOf(application, call)
  const missing = signing === null ? [] : signatureHeadersOf(signing).filter((name) => !isSent(request, name))
  if (signing !== null && missing.length === 0) return
  throw refusal(request, call, `${missing.join(', ')} is not there`)
}

/** Marks the request as the service's. Throws if the signature is not valid. */
export function takeSignature(application: Application, request: FastifyRequest, call: Call, body: Buffer): void {
  const { name, signing } = serviceOf(application, call)
  if (signing === null) throw refusal(request, call, 'nothing says how it signs')
  const secrets = application.signingSecrets?.(signing.secret)
  const verdict = verified(signing, secrets, { headers: request.headers, body, nowMs: Date.now() })
  if (verdict.kind === 'refused') throw refusal(request, call, verdict.why)
  events.set(request, verdict.event ?? digestOfBody(body))
  noteCaller(request, serviceCaller(name))
}

/** The event of the service's request; null: the request is not from a service. */
export function eventOf(request: FastifyRequest): string | null {
  return events.get(request) ?? null
}

function serviceOf({ model }: Application, { from }: Call): Service {
  const service = model.calls.services.find(({ name }) => name === from)
  if (service === undefined) throw new Error(`There is no service "${from}".`)
  return service
}

function isSent({ headers }: FastifyRequest, name: string): boolean {
  return (headers[name.toLowerCase()] ?? '') !== ''
}

function refusal(request: FastifyRequest, { from, method, path }: Call, why: string): Error {
  request.log.warn(
    { call: `${method} ${path}`, service: from },
    `A request in the name of ${from} was refused: ${why}.`,
  )
  return refused('signature not valid')
}
