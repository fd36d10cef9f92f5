// The host of a request → the tenant that it names: `acme.example.org`, and `acme.localhost` while an application is
// developed. A host below ours that names none is not there, for any address.

import type { Reason } from '@ninefold/core/contract/words/reasons.ts'
import { planTenantOfHost } from '@ninefold/core/plan/read/tenants.ts'
import type { FastifyRequest } from 'fastify'
import type { Application } from '../../gate/context/application.ts'
import { callerWith } from '../../gate/context/caller.ts'
import { planner } from '../../gate/context/planner.ts'
import { refused } from '../../gate/context/refusal.ts'
import { hostnameOf } from './request-host.ts'

const tenantPlan = planner('tenant of host', planTenantOfHost)

const tenants = new WeakMap<FastifyRequest, Promise<string | null>>()

/** Its id; null: the host names none. Refused: there is no such tenant. */
export function tenantOfHost(application: Application, request: FastifyRequest): Promise<string | null> {
  const known = tenants.get(request) ?? found(application, request)
  tenants.set(request, known)
  return known
}

async function found(application: Application, request: FastifyRequest): Promise<string | null> {
  const { tenancy } = application.model.entities
  const label = subdomainOf(application, request.headers.host)
  if (label === null || tenancy === null) return null
  const nobody = callerWith(application.model, null, [], null)
  const rows = await application.database.run(application.planned(tenantPlan, nobody, tenancy), { label })
  if (rows[0] === undefined) throw refused('not found', 'host', unknownTenant(label))
  return String(rows[0]['id'])
}

/** `label`: the part of the host before ours. */
export function unknownTenant(label: string): Reason {
  return ['no tenant of host', label]
}

/** The part of the host before ours, `acme`; null: hosts lead to no tenants here, or this one is not below ours. */
export function subdomainOf({ model, mode }: Application, host: string | undefined): string | null {
  if (model.entities.tenancy?.host == null || host === undefined) return null
  const origin = mode === 'development' ? 'http://localhost' : model.limits.publicAddress?.origin
  const hostname = hostnameOf(host)
  if (origin === undefined || hostname === null) return null
  const ours = `.${new URL(origin).hostname}`
  return hostname.endsWith(ours) ? hostname.slice(0, -ours.length) : null
}

/** `https://acme.example.org` */
export function originBelow(origin: string, label: string): string {
  const { protocol, host } = new URL(origin)
  return `${protocol}//${label}.${host}`
}

/** The origin that names no tenant. Hosts have to lead to tenants here. */
export function bareOrigin({ model, mode }: Application, request: FastifyRequest): string {
  const stated = mode === 'development' ? undefined : model.limits.publicAddress?.origin
  return stated ?? `${request.protocol}://localhost:${request.port ?? 80}`
}

/** The origin of a tenant; null: hosts lead to no tenants here. */
export function originOfTenant({ model, mode }: Application, request: FastifyRequest, label: string): string | null {
  if (mode !== 'development') {
    const origin = model.limits.publicAddress?.origin
    return origin === undefined ? null : originBelow(origin, label)
  }
  return `${request.protocol}://${label}.localhost:${request.port ?? 80}`
}
