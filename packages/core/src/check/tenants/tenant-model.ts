// The checked model → the same with permissions limited to the current tenant, and new records belonging to it.

import * as build from '../../expression/build.ts'
import { allOf, TRUE } from '../../expression/conditions.ts'
import type { Expression } from '../../expression/expression.ts'
import type { Entity, Tenancy } from '../../model/entities.ts'
import type { Limit } from '../../model/limits.ts'
import type { Model } from '../../model/model.ts'
import type { Permission } from '../../model/roles.ts'
import { currentTenant, isFellow, isInTenant, tenantOf } from '../../model/users/tenants.ts'
import type { RuleOverRecords } from '../../model/validation.ts'

export function inTenants(model: Model): Model {
  const { entities, roles, validation, limits } = model
  const { tenancy } = entities
  if (tenancy === null) return model
  return {
    ...model,
    entities: { ...entities, entities: entities.entities.map((entity) => withTenantOfNew(entity, tenancy)) },
    roles: { ...roles, permissions: roles.permissions.flatMap((each) => narrowed(each, tenancy)) },
    validation: {
      ...validation,
      rulesOverRecords: validation.rulesOverRecords.map((each) => amongTenant(each, tenancy)),
    },
    limits: { ...limits, limits: limits.limits.map((each) => perTenant(each, tenancy)) },
  }
}

function withTenantOfNew(entity: Entity, tenancy: Tenancy): Entity {
  if (!tenancy.belonging.includes(entity.name)) return entity
  const value = tenantOfNew(entity, tenancy)
  const fields = entity.fields.map((field) => (field.name === tenancy.field ? { ...field, default: value } : field))
  return { ...entity, fields }
}

/** Without a caller, as for a clock, it is the tenant of a record that the new one must refer to. */
function tenantOfNew({ name, fields }: Entity, tenancy: Tenancy): Expression {
  const current = currentTenant(tenancy)
  const towards = fields.find(
    ({ type, isRequired }) => isRequired && type.kind === 'reference' && tenancy.belonging.includes(type.entity),
  )
  if (towards?.type.kind !== 'reference') return current
  const { entity } = towards.type
  const other = build.field(build.recordVariable('this', name), name, towards.name, {
    type: { kind: 'record', entity },
    isOptional: false,
  })
  const me = { ...build.recordVariable('me', tenancy.users), isOptional: true }
  return build.conditional(build.isEmpty(me), tenantOf(tenancy, other, entity), current)
}

/** Prohibitions apply in every tenant. Tenants and users exist before they belong to one. */
function narrowed(permission: Permission, tenancy: Tenancy): Permission[] {
  const { entity, isForbidden, isInEveryTenant, actions } = permission
  if (isForbidden || isInEveryTenant) return [permission]
  const own = build.recordVariable('this', entity)
  if (tenancy.belonging.includes(entity)) return [withCondition(permission, isInTenant(tenancy, own, entity))]
  const condition =
    entity === tenancy.tenant
      ? build.binary('==', own, currentTenant(tenancy))
      : entity === tenancy.users
        ? isFellow(tenancy, own)
        : null
  if (condition === null) return [permission]
  const others = actions.filter((action) => action !== 'create')
  return [
    ...(others.length === actions.length ? [] : [{ ...permission, actions: ['create' as const] }]),
    ...(others.length === 0 ? [] : [withCondition({ ...permission, actions: others }, condition)]),
  ]
}

function withCondition(permission: Permission, condition: Expression): Permission {
  return { ...permission, onlyWhere: allOf([permission.onlyWhere ?? TRUE, condition]) }
}

/** A cycle of records never leaves their tenant. */
function amongTenant(rule: RuleOverRecords, { belonging, field }: Tenancy): RuleOverRecords {
  const isApart = !belonging.includes(rule.entity) || rule.form.kind === 'never in a circle'
  return isApart || rule.same.includes(field) ? rule : { ...rule, same: [...rule.same, field] }
}

/** "All records" means those of one tenant. */
function perTenant(limit: Limit, { belonging, field, tenant }: Tenancy): Limit {
  const { on, per } = limit
  if (on.kind !== 'entity' || !belonging.includes(on.entity) || per.kind !== 'everybody') return limit
  return { ...limit, per: { kind: 'record', path: [field], entity: tenant } }
}
