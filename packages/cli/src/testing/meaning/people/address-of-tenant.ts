// A request to the address of a tenant → its answer, in the form of `fetch`, which sends no host of one's own.

import { once } from 'node:events'
import { Agent, type IncomingMessage, request as open } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { tenantPath } from '@ninefold/core/contract/programs/tenant-paths.ts'
import type { Model } from '@ninefold/core/model/model.ts'

const agent = new Agent({ keepAlive: true })

export interface Sent {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** `http://north.localhost:4000` or `http://127.0.0.1:4000/t/north`; without a label, the address of the server. */
export function addressOfTenant({ entities: { tenancy } }: Model, label: string | undefined, server: string): string {
  if (label === undefined) return server
  if (tenancy?.address?.by === 'path') return server + tenantPath(label)
  return `http://${label}.localhost:${new URL(server).port}`
}

/** An address in an answer, as the interpreter has it. */
export function withoutTenant(address: string, own: string): string {
  const { pathname } = new URL(own)
  return pathname !== '/' && address.startsWith(`${pathname}/`) ? address.slice(pathname.length) : address
}

/** `own`: the address of the tenant, and `path` the rest of it. Redirects are not followed. */
export async function fetchOf(own: string, server: string, path: string, init: Sent): Promise<Response> {
  const { host } = new URL(own)
  if (host === new URL(server).host) return fetch(own + path, { ...init, redirect: 'manual' })
  const { method, headers, body } = init
  const sent = open(server + path, { method, headers: { ...headers, host }, agent })
  sent.end(body)
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  const bytes = await buffer(answer)
  const pairs = Object.entries(answer.headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  )
  return new Response(bytes.length === 0 ? null : bytes, { status: answer.statusCode ?? 0, headers: pairs })
}
