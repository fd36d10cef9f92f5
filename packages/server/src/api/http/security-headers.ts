// Default security headers of every answer: no content sniffing, no framing, no caching.

import type { FastifyReply } from 'fastify'

export const HEADERS_OF_ANSWERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
}

const HEADERS = Object.entries(HEADERS_OF_ANSWERS)

export function withHeaders({ id }: { readonly id: string }, reply: FastifyReply): FastifyReply {
  for (const [name, value] of HEADERS) if (!reply.hasHeader(name)) reply.header(name, value)
  return reply.header('x-request-id', id)
}

/** A header holds visible ASCII on one line; other characters are percent-encoded. */
export function headerText(value: string): string {
  return value.toWellFormed().replace(/[^\x20-\x7e]+/g, (part) => encodeURIComponent(part))
}
