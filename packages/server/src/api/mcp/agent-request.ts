// An agent's request, and requests that its tools make of the application for the same caller.

import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Application } from '../../gate/context/application.ts'
import type { Caller } from '../../gate/context/caller.ts'
import { askedByTool } from '../authentication/agent-callers.ts'

export interface AgentRequest {
  readonly application: Application
  /** The same in the language of the request. Tools keep the names that the text gives them. */
  readonly spoken: Application
  /** It answers the requests of tools as it answers those that come from outside. */
  readonly instance: FastifyInstance
  readonly request: FastifyRequest
  readonly caller: Caller
}

export interface OwnRequest {
  /** Patterns of addresses: nothing is found where the router takes another one. Missing: any. */
  readonly routes?: readonly string[]
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** With its query. */
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly payload?: string
}

export interface OwnAnswer {
  readonly status: number
  /** Without parameters; empty: there is no body. */
  readonly type: string
  readonly text: string
  readonly headers: Readonly<Record<string, unknown>>
}

/** Headers about this body, this connection and this protocol. All others say who asks, from where, and in which language. */
const NOT_PASSED_ON =
  /^(?:accept|accept-encoding|connection|content-.*|expect|idempotency-key|if-.*|keep-alive|last-event-id|mcp-.*|range|te|trailer|transfer-encoding|upgrade)$/

export async function ask({ instance, request }: AgentRequest, asked: OwnRequest): Promise<OwnAnswer> {
  const passedOn = Object.entries(request.headers).filter(([name]) => !NOT_PASSED_ON.test(name))
  const response = await askedByTool(asked.routes, () =>
    instance.inject({
      method: asked.method,
      url: asked.url,
      remoteAddress: request.socket.remoteAddress ?? '127.0.0.1',
      headers: {
        ...Object.fromEntries(passedOn),
        accept: 'application/problem+json, application/json;q=0.9, */*;q=0.8',
        ...asked.headers,
        ...cookiesOf(request, asked),
      },
      ...(asked.payload === undefined ? {} : { payload: asked.payload }),
    }),
  )
  const type = String(response.headers['content-type'] ?? '').split(';')[0] ?? ''
  return { status: response.statusCode, type: type.trim(), text: response.payload, headers: response.headers }
}

/** Those of the tool come first, so that they count, and the caller's session goes on. */
function cookiesOf({ headers }: FastifyRequest, asked: OwnRequest): Readonly<Record<string, string>> {
  const cookies = [asked.headers?.['cookie'], headers.cookie].filter((each) => each !== undefined)
  return cookies.length === 0 ? {} : { cookie: cookies.join('; ') }
}

/** Where the agent has found the application: links lead back there. */
export function originOf({ request }: AgentRequest): string {
  return `${request.protocol}://${request.host}`
}
