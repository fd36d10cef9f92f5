// A request with a path that names a tenant → the same request without it, before anything else reads its address. Every
// rule about addresses (routes, limits, CORS, uploads) then sees the one that the text states.

import { addressOfTenant, tenantPath } from '@ninefold/core/contract/programs/tenant-paths.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import type { FastifyRequest } from 'fastify'
import type { IncomingMessage } from 'node:http'

const labels = new WeakMap<object, string>()

export function isNamedByPath({ entities: { tenancy } }: Model): boolean {
  return tenancy?.address?.by === 'path'
}

/** Takes at most one tenant, so `/t/one/t/two` is an address in "one". */
export function takeTenantPath(model: Model, raw: Pick<IncomingMessage, 'url'>): void {
  if (!isNamedByPath(model) || labels.has(raw)) return
  const found = addressOfTenant(raw.url ?? '')
  if (found === null) return
  labels.set(raw, found.label)
  raw.url = found.address
}

/** Null: the path names no tenant. */
export function labelInPath({ raw }: Pick<FastifyRequest, 'raw'>): string | null {
  return labels.get(raw) ?? null
}

/** `/t/acme`, before the addresses of the request's tenant; empty: the path names none. */
export function tenantBase(request: Pick<FastifyRequest, 'raw'>): string {
  const label = labelInPath(request)
  return label === null ? '' : tenantPath(label)
}

/** An address of the application, as an answer to this request names it. Others are returned as they are. */
export function addressInTenant(request: Pick<FastifyRequest, 'raw'>, address: string): string {
  return /^\/(?![/\\])/.test(address) ? tenantBase(request) + address : address
}
