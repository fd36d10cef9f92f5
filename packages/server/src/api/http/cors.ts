// CORS: the setting "Other sites may call" of point 9 → the sites whose pages may read the product's answers. Their
// requests never carry the user's session, because its cookie is limited to our own pages.

import cors, { type FastifyCorsOptions } from '@fastify/cors'
import type { Settings } from '@ninefold/core/model/limits.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'

export async function admitOtherSites(instance: FastifyInstance, { otherSites }: Settings): Promise<void> {
  if (otherSites === 'none') return
  const admitted: FastifyCorsOptions = {
    origin: otherSites === 'any' ? '*' : [...otherSites],
    credentials: false,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: [
      'accept-patch',
      'deprecation',
      'etag',
      'link',
      'location',
      'ratelimit',
      'ratelimit-policy',
      'retry-after',
      'sunset',
      'x-ratelimit-limit',
      'x-ratelimit-remaining',
      'x-ratelimit-reset',
      'x-request-id',
    ],
    maxAge: 600,
    strictPreflight: false,
  }
  await instance.register(cors, {
    delegator: (request, found) =>
      found(null, isOwnAddress(request.url) ? { origin: false } : { ...admitted, preflight: isPreflight(request) }),
  })
}

/** Any other OPTIONS request asks for the methods of an address, and is answered as without CORS. */
function isPreflight({ headers }: FastifyRequest): boolean {
  return headers['access-control-request-method'] !== undefined
}

/** The calls belong to the product; addresses below this prefix are between our pages and their server. */
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
