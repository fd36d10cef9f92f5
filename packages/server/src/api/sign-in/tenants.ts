// The caller's tenants over HTTP, and the current one.

import {
  CURRENT_TENANT_PATH,
  type OwnTenant,
  type OwnTenants,
  TENANTS_PATH,
} from '@ninefold/core/contract/wire/tenants.ts'
import type { Tenancy } from '@ninefold/core/model/entities.ts'
import { entityNamed, fieldNamed } from '@ninefold/core/model/find.ts'
import { humanised } from '@ninefold/core/model/words.ts'
import { planCurrentTenant, planOwnTenants } from '@ninefold/core/plan/read/tenants.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { planner } from '../../gate/context/planner.ts'
import { refused } from '../../gate/context/refusal.ts'
import type { Work } from '../../gate/context/work.ts'
import { writeUnderRules } from '../../gate/records/rules-over-records.ts'
import { movedTenantsOf } from '../../store/shards/placements.ts'
import { addressOfTenant } from '../authentication/tenant-of-address.ts'
import { pathValue } from '../http/bodies.ts'
import type { Exchange } from '../http/exchange.ts'
import { refuseOtherParameters } from '../http/list-query.ts'
import { signedInUser } from '../../gate/context/signed-in-user.ts'

export const ownTenants = planner('own tenants', planOwnTenants)
const currentTenant = planner('current tenant', planCurrentTenant)

export function addTenantRoutes(
  instance: FastifyInstance,
  exchangeFor: (request: FastifyRequest) => Promise<Exchange>,
): void {
  instance.get(TENANTS_PATH, async (request) => tenantsOf(await exchangeFor(request), request))
  instance.post(CURRENT_TENANT_PATH, async (request, reply) => {
    await chooseTenant(await exchangeFor(request))
    return reply.status(204).send()
  })
}

/** Refuses where the text states no tenants. */
function tenancyOf({ application, caller, query }: Exchange): Tenancy {
  refuseOtherParameters(query, [])
  const { tenancy } = application.model.entities
  if (tenancy === null) throw refused('not found')
  signedInUser(caller)
  return tenancy
}

async function tenantsOf(exchange: Exchange, request: FastifyRequest): Promise<OwnTenants> {
  const { application, caller, bindings } = exchange
  const tenancy = tenancyOf(exchange)
  const rows = await application.database.run(application.planned(ownTenants, caller, tenancy), bindings)
  const told = rows.map(({ id, label, isCurrent, named }) => {
    const address = typeof named === 'string' ? addressOfTenant(application, request, named) : null
    const own = { id: String(id), label: String(label), isCurrent: isCurrent === true }
    return address === null ? own : { ...own, address }
  })
  const tenants = [...told, ...(await elsewhere(exchange, request))].toSorted((one, other) =>
    one.label.localeCompare(other.label, application.model.limits.language),
  )
  return { kind: humanised(tenancy.tenant), tenants }
}

/** Tenants in other databases, which their hosts lead to. */
async function elsewhere({ application, caller }: Exchange, request: FastifyRequest): Promise<OwnTenant[]> {
  const { tenancy } = application.model.entities
  if (tenancy?.address?.by !== 'host') return []
  const moved = await movedTenantsOf(application.database, String(signedInUser(caller).id))
  return moved.flatMap(({ id, title, label }) => {
    const address = addressOfTenant(application, request, label)
    return address === null ? [] : [{ id, label: title, isCurrent: false, address }]
  })
}

async function chooseTenant(exchange: Exchange): Promise<void> {
  const { application, body } = exchange
  const tenancy = tenancyOf(exchange)
  const sent = typeof body === 'object' && body !== null && 'id' in body ? body.id : null
  // A list of one id would read like the id.
  const id = typeof sent === 'string' || typeof sent === 'number' ? String(sent) : ''
  const tenant = pathValue(fieldNamed(entityNamed(application.model, tenancy.tenant), 'id').type, id)
  if (tenant === null) throw refused('not found', 'id')
  await writeUnderRules(exchange, (transaction) => makeCurrent({ ...exchange, transaction }, String(tenant)))
}

/** A tenant that the caller does not belong to answers like a missing one. */
export async function makeCurrent({ application, caller, transaction, bindings }: Work, tenant: string): Promise<void> {
  const { tenancy } = application.model.entities
  if (tenancy === null) throw refused('not found', 'id')
  const statement = application.planned(currentTenant, caller, tenancy)
  const rows = await transaction.run(statement, { ...bindings, tenant })
  if (rows.length === 0) throw refused('not found', 'id')
}
