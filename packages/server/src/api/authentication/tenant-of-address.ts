// The address of a request → the tenant that it names: by its host, `acme.example.org`, and `acme.localhost` while an
// application is developed; or by its path, `/t/acme/…`. An address with the name of no tenant is not there.

import type { Reason } from '@ninefold/core/contract/words/reasons.ts'
import { tenantPath } from '@ninefold/core/contract/programs/tenant-paths.ts'
import { planTenantOfAddress } from '@ninefold/core/plan/read/tenants.ts'
import type { FastifyRequest } from 'fastify'
import type { Application } from '../../gate/context/application.ts'
import { callerWith } from '../../gate/context/caller.ts'
import { planner } from '../../gate/context/planner.ts'
import { refused } from '../../gate/context/refusal.ts'
import { hostnameOf } from './request-host.ts'
import { isNamedByPath, labelInPath } from './tenant-path.ts'

const tenantPlan = planner('tenant of address', planTenantOfAddress)

const tenants = new WeakMap<FastifyRequest, Promise<string | null>>()

/** Its id; null: the address names none. Refused: there is no such tenant. */
export function tenantOfAddress(application: Application, request: FastifyRequest): Promise<string | null> {
  const known = tenants.get(request) ?? found(application, request)
  tenants.set(request, known)
  return known
}

async function found(application: Application, request: FastifyRequest): Promise<string | null> {
  const { tenancy } = application.model.entities
  const label = labelOfTenant(application, request)
  if (label === null) return null
  // The text was swapped while the request waited, and names tenants in another way now.
  if (tenancy?.address == null) throw refused('not found', null, unknownTenant(label))
  const nobody = callerWith(application.model, null, [], null)
  const rows = await application.database.run(application.planned(tenantPlan, nobody, tenancy), { label })
  if (rows[0] === undefined) throw refused('not found', tenancy.address.by, unknownTenant(label))
  return String(rows[0]['id'])
}

/** The name of a tenant in the address; null: it has none. The tenant may not exist. */
export function labelOfTenant(application: Application, request: FastifyRequest): string | null {
  return labelInPath(request) ?? subdomainOf(application, request.headers.host)
}

/** `label`: the part of the address that names a tenant. */
export function unknownTenant(label: string): Reason {
  return ['no tenant of host', label]
}

/** The part of the host before ours, `acme`; null: hosts lead to no tenants here, or this one is not below ours. */
export function subdomainOf({ model, mode }: Application, host: string | undefined): string | null {
  if (model.entities.tenancy?.address?.by !== 'host' || host === undefined) return null
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

/** The origin that names no tenant. */
export function bareOrigin({ model, mode }: Application, request: FastifyRequest): string {
  const stated = mode === 'development' ? undefined : model.limits.publicAddress?.origin
  if (stated !== undefined) return stated
  return isNamedByPath(model)
    ? `${request.protocol}://${request.host}`
    : `${request.protocol}://localhost:${request.port ?? 80}`
}

/** The address of a tenant, without a slash at its end; null: addresses name no tenants here. */
export function addressOfTenant(application: Application, request: FastifyRequest, label: string): string | null {
  const { model, mode } = application
  if (isNamedByPath(model)) return bareOrigin(application, request) + tenantPath(label)
  if (mode !== 'development') {
    const origin = model.limits.publicAddress?.origin
    return origin === undefined ? null : originBelow(origin, label)
  }
  return `${request.protocol}://${label}.localhost:${request.port ?? 80}`
}
