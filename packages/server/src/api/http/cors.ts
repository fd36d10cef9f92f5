// The setting "Other sites may call" of point 9 → which pages of other sites a browser lets read the product's
// answers. They never come with the user's session: that travels in a cookie, which stays with our own pages.

import cors, { type FastifyCorsOptions } from '@fastify/cors'
import type { Settings } from '@ninefold/core/model/limits.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'

export async function admitOtherSites(instance: FastifyInstance, { otherSites }: Settings): Promise<void> {
  if (otherSites === 'none') return
  const admitted: FastifyCorsOptions = {
    origin: otherSites === 'any' ? '*' : [...otherSites],
    credentials: false,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: ['deprecation', 'etag', 'link', 'location', 'retry-after', 'sunset', 'x-request-id'],
    maxAge: 600,
    strictPreflight: false,
  }
  await instance.register(cors, {
    delegator: (request, found) =>
      found(null, isOwnAddress(request.url) ? { origin: false } : { ...admitted, preflight: isPreflight(request) }),
  })
}

/** Any other OPTIONS asks which methods an address has, and is answered as without other sites. */
function isPreflight({ headers }: FastifyRequest): boolean {
  return headers['access-control-request-method'] !== undefined
}

/** The calls are the product's; what is below this address is between our pages and their server. */
function isOwnAddress(url: string): boolean {
  try {
    return decodeURIComponent(url.replace(/[?#].*$/s, '')).startsWith('/_ninefold/')
  } catch {
    return true
  }
}

export function isOtherSite({ otherSites }: Settings, origin: string): boolean {
  return otherSites === 'any' || (otherSites !== 'none' && otherSites.includes(origin.toLowerCase()))
}
