// A request that this process makes to itself for a caller → the headers of the caller's own request that it keeps.

import type { FastifyRequest } from 'fastify'

/**
 * Headers about the outer request's own body, connection and protocol. All others identify the caller, the client and the
 * language, and are passed on.
 */
const NOT_PASSED_ON =
  /^(?:accept|accept-encoding|connection|content-.*|expect|idempotency-key|if-.*|keep-alive|last-event-id|mcp-.*|range|te|trailer|transfer-encoding|upgrade)$/

export function passedOn({ headers }: FastifyRequest): Record<string, string | string[] | undefined> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !NOT_PASSED_ON.test(name)))
}
