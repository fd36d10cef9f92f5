// The checked model → the same with permissions limited to the current tenant, and new records belonging to it.

import * as build from '../../expression/build.ts'
import { allOf, anyOf, ofEverything, TRUE } from '../../expression/conditions.ts'
import type { Expression } from '../../expression/expression.ts'
import type { Entity, Tenancy } from '../../model/entities.ts'
import type { Limit } from '../../model/limits.ts'
import type { Model } from '../../model/model.ts'
import type { Permission, Role } from '../../model/roles.ts'
import {
  currentTenant,
  currentTenantOf,
  hasRoleInTenant,
  isFellow,
  isInTenant,
  tenantOf,
} from '../../model/users/tenants.ts'
import type { RuleOverRecords } from '../../model/validation.ts'
import { isRecords } from './tenant-rows.ts'

export function inTenants(model: Model): Model {
  const { entities, roles, validation, calls, limits } = model
  const { tenancy } = entities
  if (tenancy === null) return model
  return {
    ...model,
    entities: { ...entities, entities: entities.entities.map((entity) => withTenantOfNew(entity, tenancy)) },
    roles: {
      ...roles,
      roles: roles.roles.map((role) => (role.isPerTenant ? ofMembership(role, tenancy) : role)),
      permissions: roles.permissions.flatMap((each) => narrowed(each, tenancy)),
    },
    validation: {
      ...validation,
      rulesOverRecords: validation.rulesOverRecords.map((each) => amongTenant(each, tenancy)),
    },
    calls: ofCallersTenant(calls, tenancy),
    limits: { ...limits, limits: limits.limits.map((each) => perTenant(each, tenancy)) },
  }
}

/** A user has it by the membership of their current tenant, and in no other way. */
function ofMembership(role: Role, tenancy: Tenancy): Role {
  const user = build.recordVariable('this', tenancy.users)
  return { ...role, when: [hasRoleInTenant(tenancy, user, currentTenantOf(tenancy, user), role.name)] }
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

/**
 * Every `records` node in point 7 means those of the caller's tenant, also where no rights apply, as in messages and in
 * conditions of steps. A caller without a tenant, such as a schedule, is in all of them.
 */
function ofCallersTenant<Part>(part: Part, tenancy: Tenancy): Part {
  if (Array.isArray(part)) {
    const parts = part.map((each: unknown) => ofCallersTenant(each, tenancy))
    return parts.some((each, index) => each !== part[index]) ? (parts as Part) : part
  }
  if (typeof part !== 'object' || part === null || Object.getPrototypeOf(part) !== Object.prototype) return part
  if (isRecords(part)) return tenancy.belonging.includes(part.entity) ? (amongOwn(part, tenancy) as Part) : part
  const entries = Object.entries(part).map(([name, value]) => [name, ofCallersTenant(value, tenancy)] as const)
  const isChanged = entries.some(([name, value]) => value !== (part as Readonly<Record<string, unknown>>)[name])
  return isChanged ? (Object.fromEntries(entries) as Part) : part
}

function amongOwn(records: Expression & { kind: 'records' }, tenancy: Tenancy): Expression {
  const own = build.recordVariable(RECORD_OF_TENANT, records.entity)
  const isOwn = anyOf([build.isEmpty(currentTenant(tenancy)), isInTenant(tenancy, own, records.entity)])
  return build.comprehension(
    'filter',
    { over: records, variable: RECORD_OF_TENANT, body: ofEverything(isOwn) },
    records.type,
  )
}

/** A name that no variable of a text can have. */
const RECORD_OF_TENANT = 'record of tenant'

/** A cycle of records never leaves their tenant. */
function amongTenant(rule: RuleOverRecords, { belonging, field }: Tenancy): RuleOverRecords {
  const isApart = !belonging.includes(rule.entity) || rule.form.kind === 'never in a circle'
  return isApart || rule.same.includes(field) ? rule : { ...rule, same: [...rule.same, field] }
}

/** Records of a tenant count in it: for everybody, for a user, and for a record that tenants share. */
function perTenant(limit: Limit, { belonging, field, tenant }: Tenancy): Limit {
  const { on, per } = limit
  if (on.kind !== 'entity' || !belonging.includes(on.entity)) return limit
  if (per.kind === 'everybody') return { ...limit, per: { kind: 'record', path: [field], entity: tenant } }
  const isInTenant = per.kind === 'record' && (per.entity === tenant || belonging.includes(per.entity))
  return isInTenant ? limit : { ...limit, within: field }
}
