// A call of an outside service → an HTTP request with bounded retries, and its parsed answer. The operator configures
// the address. Redirects are not followed, because they would leak the secret; answers are untrusted.

import { filledPath, inAddress, parametersIn } from '@ninefold/core/model/addresses/call-path.ts'
import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import { inputOf } from '@ninefold/core/contract/calls/calls.ts'
import { acceptInputs } from '@ninefold/core/contract/inputs/accept-inputs.ts'
import { followsPattern } from '@ninefold/core/contract/inputs/patterns.ts'
import type { Service, ServiceOperation } from '@ninefold/core/model/calls.ts'
import type { Outcome, OutsideServices, ServiceCall } from '../gate/context/service-calls.ts'
import { CircuitBreakers, CircuitOpen, RetryableFailure } from './circuit-breakers.ts'
import { AddressRefused, isNamedHost, type NamedHosts, openLookup, openUrl } from './ssrf-protection.ts'
import { pairsOf, sentBody, sentText } from './sent-values.ts'

export interface ServiceSettings {
  /** Environment variables by the names in the text. */
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Hosts that may be reached although they are not public. */
  readonly named: NamedHosts
  readonly lookup?: LookupFunction
  /** The delay before the first retry; it doubles for each further one. */
  readonly pauseMs?: number
}

const ANSWER_BYTES_MAX = 1_048_576

const RETRIED_STATUSES = new Set([408, 425, 429])

export function openServices(settings: ServiceSettings): OutsideServices {
  const breakers = new CircuitBreakers(settings.pauseMs)
  return {
    ask: async (call) => {
      try {
        return await breakers.run(call.service, () => askedOnce(call, settings))
      } catch (cause) {
        if (cause instanceof RetryableFailure) return { kind: 'failure', status: cause.status, reason: cause.message }
        if (cause instanceof CircuitOpen || cause instanceof AddressRefused)
          return { kind: 'failure', status: null, reason: cause.message }
        throw cause
      }
    },
  }
}

interface Received {
  readonly status: number
  readonly body: Buffer
}

async function askedOnce(call: ServiceCall, settings: ServiceSettings): Promise<Outcome> {
  const { service, operation } = call
  const received = await send(call, settings)
  const { status } = received
  if (status >= 500 || RETRIED_STATUSES.has(status))
    throw new RetryableFailure(`${service.name} answered ${status}.`, status)
  if (status < 200 || status > 299) return { kind: 'failure', status, reason: `${service.name} answered ${status}.` }
  return readAnswer(operation, received, service.name)
}

/** Unknown keys are ignored, because services add keys without notice. */
function readAnswer({ gets }: ServiceOperation, { status, body }: Received, name: string): Outcome {
  if (gets.length === 0) return { kind: 'answer', values: {} }
  const sent = parsed(body)
  if (sent === undefined) return { kind: 'failure', status, reason: `${name} answered what is no JSON.` }
  const { values, refusals } = acceptInputs(gets.map(inputOf), sent, followsPattern)
  const wrong = refusals.filter(({ error }) => error !== 'unknown input')
  if (wrong.length === 0) return { kind: 'answer', values }
  const words = wrong.map(({ input, error }) => `${input}: ${error}`).join(', ')
  return { kind: 'failure', status, reason: `${name} answered otherwise than is stated: ${words}.` }
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    return undefined
  }
}

function send(call: ServiceCall, settings: ServiceSettings): Promise<Received> {
  const { service, operation, idempotencyKey } = call
  const { named, environment, lookup } = settings
  const url = urlOf(call, environment, named)
  const body = hasBody(operation) ? writtenBody(call) : null
  return new Promise((resolve, reject) => {
    const ask = url.protocol === 'https:' ? requestHttps : requestHttp
    const signal = AbortSignal.timeout(service.waitsMs)
    const failed = (cause: Error): void => {
      if (cause instanceof AddressRefused) return reject(cause)
      const silent = signal.aborted ? `${service.name} did not answer in ${service.waitsMs / 1000} seconds.` : null
      reject(new RetryableFailure(silent ?? `${service.name} was not reached: ${cause.message}`, null))
    }
    const asked = ask(url, {
      method: operation.method,
      headers: {
        accept: 'application/json',
        'user-agent': 'Ninefold',
        'idempotency-key': idempotencyKey,
        ...signInHeaders(service, environment),
        ...(body === null
          ? {}
          : {
              'content-type': operation.isForm === true ? FORM : 'application/json',
              'content-length': String(Buffer.byteLength(body)),
            }),
      },
      agent: false,
      signal,
      ...(isNamedHost(url, named) ? {} : { lookup: lookup ?? openLookup() }),
    })
    asked.on('error', failed)
    asked.on('response', (response) => void received(response).then(resolve, failed))
    asked.end(body ?? undefined)
  })
}

async function received(response: IncomingMessage): Promise<Received> {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of response as AsyncIterable<Buffer>) {
    bytes += piece.length
    if (bytes > ANSWER_BYTES_MAX) throw new Error(`its answer is longer than ${ANSWER_BYTES_MAX} bytes`)
    pieces.push(piece)
  }
  return { status: response.statusCode ?? 0, body: Buffer.concat(pieces) }
}

function urlOf(
  { service, operation, values }: ServiceCall,
  environment: ServiceSettings['environment'],
  named: NamedHosts,
): URL {
  const address = service.address === null ? '' : (environment[service.address] ?? '')
  const inPath = parametersOf(operation)
  const path = filledPath(operation.path, (place) => inAddress(place, sentText(values[place.name] ?? null)))
  if (path.slice(1).split('/').some(leadsElsewhere))
    throw new AddressRefused(`A value makes another address of ${operation.method} ${operation.path}.`)
  const url = openUrl(address.replace(/\/+$/, '') + path, named)
  if (!hasBody(operation))
    for (const [name, value] of pairsOf(sentBody(values, operation.sends, inPath))) url.searchParams.append(name, value)
  return url
}

/** True for a path segment that is empty or consists of dots, which would reach another operation of the service. */
function leadsElsewhere(part: string): boolean {
  return part === '' || part === '.' || part === '..'
}

function parametersOf({ path }: ServiceOperation): ReadonlySet<string> {
  return new Set(parametersIn(path))
}

function hasBody({ method }: ServiceOperation): boolean {
  return method !== 'GET' && method !== 'DELETE'
}

const FORM = 'application/x-www-form-urlencoded'

function writtenBody({ operation, values }: ServiceCall): string {
  const body = sentBody(values, operation.sends, parametersOf(operation))
  return operation.isForm === true
    ? new URLSearchParams(pairsOf(body) as [string, string][]).toString()
    : JSON.stringify(body)
}

function signInHeaders(
  { signIn }: Service,
  environment: ServiceSettings['environment'],
): Readonly<Record<string, string>> {
  if (signIn === null) return {}
  const secret = environment[signIn.secret] ?? ''
  switch (signIn.kind) {
    case 'bearer':
      return { authorization: `Bearer ${secret}` }
    case 'basic':
      return { authorization: `Basic ${Buffer.from(`${environment[signIn.user] ?? ''}:${secret}`).toString('base64')}` }
    case 'header':
      return { [signIn.header.toLowerCase()]: secret }
  }
}
