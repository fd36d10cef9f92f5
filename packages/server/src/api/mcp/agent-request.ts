// An agent's request, and the requests that its tools make for the same caller.

import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Application } from '../../gate/context/application.ts'
import type { Caller } from '../../gate/context/caller.ts'
import { askedByTool } from '../authentication/agent-callers.ts'
import { tenantBase } from '../authentication/tenant-path.ts'
import { passedOn } from '../authentication/inner-requests.ts'

export interface AgentRequest {
  readonly application: Application
  /** The application in the language of the request. Tools keep the names that the text gives them. */
  readonly spoken: Application
  /** Answers requests of tools like requests from outside. */
  readonly instance: FastifyInstance
  readonly request: FastifyRequest
  readonly caller: Caller
}

export interface OwnRequest {
  /** Patterns of allowed addresses: a request that the router takes elsewhere gets 404. Missing: any. */
  readonly routes?: readonly string[]
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** With its query. */
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly payload?: string
}

export interface OwnAnswer {
  readonly status: number
  /** Without parameters; empty: no body. */
  readonly type: string
  readonly text: string
  readonly headers: Readonly<Record<string, unknown>>
}

export async function ask({ instance, request }: AgentRequest, asked: OwnRequest): Promise<OwnAnswer> {
  const response = await askedByTool(asked.routes, () =>
    instance.inject({
      method: asked.method,
      url: tenantBase(request) + asked.url,
      remoteAddress: request.socket.remoteAddress ?? '127.0.0.1',
      headers: {
        ...passedOn(request),
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

/** The tool's cookies come first, so that they win; the caller's session cookie stays. */
function cookiesOf({ headers }: FastifyRequest, asked: OwnRequest): Readonly<Record<string, string>> {
  const cookies = [asked.headers?.['cookie'], headers.cookie].filter((each) => each !== undefined)
  return cookies.length === 0 ? {} : { cookie: cookies.join('; ') }
}

/** The beginning of links: the address at which the agent reached the application. */
export function originOf({ request }: AgentRequest): string {
  return `${request.protocol}://${request.host}${tenantBase(request)}`
}
