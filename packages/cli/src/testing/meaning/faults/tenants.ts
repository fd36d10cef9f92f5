// Faults in the isolation of tenants.

import * as build from '@ninefold/core/expression/build.ts'
import { allOf, conjuncts, isTrue, meaningKey, TRUE } from '@ninefold/core/expression/conditions.ts'
import type { Tenancy } from '@ninefold/core/model/entities.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import { hasRoleInTenant, isInTenant } from '@ninefold/core/model/users/tenants.ts'
import type { Play } from '../meaning-machine.ts'

type Fault = (play: Play) => Play

export const TENANT_FAULTS: Readonly<Record<string, Fault>> = {
  'the product reaches every tenant': withTenancy((model, tenancy) => reachingAll(model, tenancy)),
  'rights reach every tenant': withTenancy((model, tenancy) => {
    const permissions = model.roles.permissions.map((row) => {
      const own = meaningKey(isInTenant(tenancy, build.recordVariable('this', row.entity), row.entity))
      const rest = conjuncts(row.onlyWhere ?? TRUE).filter((each) => meaningKey(each) !== own)
      const onlyWhere = allOf(rest)
      return { ...row, onlyWhere: isTrue(onlyWhere) ? null : onlyWhere }
    })
    return { ...reachingAll(model, tenancy), roles: { ...model.roles, permissions } }
  }),
  'values are unique in all tenants': withTenancy((model, { field }) => {
    const entities = model.entities.entities.map((entity) => ({
      ...entity,
      fields: entity.fields.map(({ unique, ...each }) => ({
        ...each,
        unique: unique === null ? null : { ...unique, within: unique.within.filter((name) => name !== field) },
      })),
    }))
    return { ...model, entities: { ...model.entities, entities } }
  }),
  'a role of another tenant counts': withTenancy((model, tenancy) => {
    const anyTenant: Tenancy = { ...tenancy, field: tenancy.user }
    const user = build.recordVariable('this', tenancy.users)
    const roles = model.roles.roles.map((role) =>
      role.isPerTenant
        ? { ...role, isPerTenant: false, when: [hasRoleInTenant(anyTenant, user, user, role.name)] }
        : role,
    )
    return { ...model, roles: { ...model.roles, roles } }
  }),
  'an address names no tenant': (play) => ({
    ...play,
    requests: play.requests.map(({ tenantLabel: _, ...request }) => request),
  }),
  'an address is unknown': withTenancy((model, tenancy) => ({
    ...model,
    entities: { ...model.entities, tenancy: { ...tenancy, address: null } },
  })),
  'nobody can choose another tenant': (play) => ({
    ...play,
    requests: play.requests.map((request) => (request.kind === 'tenant' ? { ...request, who: null } : request)),
  }),
}

function withTenancy(change: (model: Model, tenancy: Tenancy) => Model): Fault {
  return ({ model, ...play }) => {
    const { tenancy } = model.entities
    return { ...play, model: tenancy === null ? model : change(model, tenancy) }
  }
}

function reachingAll(model: Model, tenancy: Tenancy): Model {
  return { ...model, entities: { ...model.entities, tenancy: { ...tenancy, belonging: [] } } }
}
