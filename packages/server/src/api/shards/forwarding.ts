// A request for a tenant that another database has → the same request to the server of that database, and its answer
// back. The proxy itself is httpxy; here are the headers by which the other server knows the client.

import type { IncomingMessage, ServerResponse } from 'node:http'
import proxyAddress from '@fastify/proxy-addr'
import type { ProxyServer } from 'httpxy'
import { UPLOAD_TIMEOUT_MS } from '../http/transport-limits.ts'

export type Forward = (request: IncomingMessage, response: ServerResponse, origin: string) => Promise<void>

/**
 * Rejects if the other server does not answer and nothing was sent to the client yet. `proxies`: those that are trusted to
 * name the client. The other server has to trust this one.
 */
export function forwarding(proxies: readonly string[]): Forward {
  const isTrusted = proxyAddress.compile([...proxies])
  let proxy: Promise<ProxyServer> | null = null
  return async (request, response, origin) => {
    countHop(request)
    nameClient(request, isTrusted)
    // Servers without a moved tenant do not load it, and the playground has no connections of its own.
    proxy ??= import('httpxy').then(({ createProxyServer }) => createProxyServer({ proxyTimeout: UPLOAD_TIMEOUT_MS }))
    const server = await proxy
    await server.web(request, response, { target: origin })
  }
}

const HOPS = 'x-ninefold-hops'
/** A tenant that has moved several times is found by a chain of servers. Longer ones are circles. */
const HOPS_MAX = 8

/** Throws if servers pass the request on in a circle, as they could for a moment while a tenant moves back. */
function countHop({ headers }: IncomingMessage): void {
  const hops = Number(headers[HOPS] ?? 0) + 1
  if (!(hops <= HOPS_MAX)) throw new Error('The request was passed on too often.')
  headers[HOPS] = String(hops)
}

/** A client without a trusted proxy could claim any address by these headers. */
function nameClient({ headers, socket }: IncomingMessage, isTrusted: (address: string, hop: number) => boolean): void {
  const address = socket.remoteAddress ?? ''
  const isNamed = isTrusted(address, 0)
  const before = isNamed ? headers['x-forwarded-for'] : undefined
  headers['x-forwarded-for'] = before === undefined ? address : `${String(before)}, ${address}`
  if (!isNamed || headers['x-forwarded-proto'] === undefined) headers['x-forwarded-proto'] = 'http'
  if (!isNamed) delete headers['x-forwarded-host']
}
