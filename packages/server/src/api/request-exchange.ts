// A request → its exchange: the caller, the values that were sent, and everything that statements may read of it.

import type { Operation } from '@ninefold/core/contract/calls/calls.ts'
import type { FastifyRequest } from 'fastify'
import type { Application } from '../gate/context/application.ts'
import { ADDRESS, bindingsOf, DEVICE } from '../gate/context/bindings.ts'
import type { Caller } from '../gate/context/caller.ts'
import { operationIn, localizedApplication } from '../gate/context/localized-application.ts'
import { CALL, REQUEST } from '../gate/records/audit.ts'
import type { Bindings } from '../store/driver/rows.ts'
import { callerOf } from './authentication/authentication.ts'
import { addressBindings } from './authentication/link-origin.ts'
import { eventOf } from './authentication/service-callers.ts'
import { sentDevice } from './authentication/session-cookie.ts'
import { queryWithoutSession } from './authentication/session-token.ts'
import { countedAddress } from './http/client-address.ts'
import type { Exchange } from './http/exchange.ts'
import { pathOf, placesOf } from './http/methods.ts'
import type { Query } from './http/query.ts'

export async function exchangeOf(application: Application, request: FastifyRequest): Promise<Exchange> {
  return exchangeFor(application, request, await callerOf(application, request))
}

export function spokenOperation(application: Application, request: FastifyRequest, operation: Operation): Operation {
  return operationIn(spokenTo(application, request), operation)
}

/** The application in the language of the request. */
export function spokenTo(application: Application, { headers }: FastifyRequest): Application {
  return localizedApplication(application, headers['accept-language'])
}

/** `guessed`: bindings that verify a guessed caller. */
export function exchangeFor(
  ofText: Application,
  request: FastifyRequest,
  caller: Caller,
  guessed?: Bindings,
): Exchange {
  const application = spokenTo(ofText, request)
  const bindings = Object.assign(
    bindingsOf(application, caller),
    namesOf(request),
    addressBindings(application, request),
    guessed,
  )
  const event = eventOf(request)
  const exchange = { application, caller, ...askedBy(application, request), bindings }
  return event === null ? exchange : { ...exchange, event }
}

/** Identifies the request in logs and histories. */
function namesOf(request: FastifyRequest): Bindings {
  return {
    [REQUEST]: request.id,
    [CALL]: `${request.method} ${pathOf(request) ?? ''}`,
    [ADDRESS]: countedAddress(request.ip),
    [DEVICE]: sentDevice(request),
  }
}

/** Facts of the request that do not depend on caller or time. */
export function askedBy(
  application: Application,
  request: FastifyRequest,
): Pick<Exchange, 'parameters' | 'query' | 'body' | 'headers' | 'cookies'> {
  return {
    parameters: placesOf(request),
    query: queryWithoutSession(application, request.query as Query),
    body: request.body,
    headers: request.headers as Record<string, string | undefined>,
    cookies: request.cookies,
  }
}
