// Permissions of point 6 → conditions on one record, for a caller with known plain roles. A condition's implicit record
// is `this`; plain roles are folded, so that a condition is constant wherever it does not depend on the record.

import * as build from '../expression/build.ts'
import {
  allOf,
  anyOf,
  FALSE,
  isFalse,
  isTrue,
  meaningKey,
  ofEverything,
  substitute,
  TRUE,
} from '../expression/conditions.ts'
import type { Expression } from '../expression/expression.ts'
import { simplify } from '../expression/simplify.ts'
import type { Entity } from '../model/entities.ts'
import type { Model } from '../model/model.ts'
import type { ContextualRole, Performer, Permission, PermissionAction } from '../model/roles.ts'
import { currentTenant, isInTenant } from '../model/users/tenants.ts'

/** The facts about a caller that plans depend on. `roles` contains every role, including included ones. */
export interface CallerRoles {
  readonly roles: ReadonlySet<string>
  readonly isSignedIn: boolean
  /** The product itself, for work by the clock: it sees everything, and does the clock's transitions. */
  readonly isClock?: boolean
  /** The caller of a call that runs as the product. */
  readonly isProduct?: boolean
}

/** Conditions of point 6 depend only on the roles, so they can be cached per set of roles. */
type Roles = Pick<CallerRoles, 'roles'>

/** A permission that may apply to the caller: its condition and its fields. */
export interface Grant {
  readonly permission: Permission
  /** The caller is its performer, and its "Only where" holds. */
  readonly condition: Expression
}

/** The condition under which the caller is this performer, for the record `this` of `entity`. */
export function performerCondition(model: Model, caller: Roles, performer: Performer, entity: string): Expression {
  if (performer.kind === 'role') return caller.roles.has(performer.role) ? TRUE : FALSE
  const role = reachedContextualRole(model, caller, performer)
  if (role === null) return FALSE
  if (performer.kind === 'contextual role') return folded(role.when, caller)
  return folded(substitute(role.when, 'this', relatedRecord(entity, performer)), caller)
}

/** The role on a record, if these roles can have it for some record. */
function reachedContextualRole(
  model: Model,
  caller: Roles,
  performer: Exclude<Performer, { readonly kind: 'role' }>,
): ContextualRole | null {
  const role = model.roles.contextualRoles.find(
    ({ name, entity }) => name === performer.role && entity === performer.entity,
  )
  return role !== undefined && caller.roles.has(role.mustHave) ? role : null
}

const grantsKept = keptPerRoles<readonly Grant[]>()

/** Every permission of this action for the caller's roles, without prohibitions. */
export function grantsOf(model: Model, caller: Roles, entity: string, action: PermissionAction): readonly Grant[] {
  return grantsKept(model, caller, `${action} ${entity}`, () =>
    model.roles.permissions.flatMap((permission) => {
      if (permission.isForbidden || permission.who === null || permission.entity !== entity) return []
      if (!permission.actions.includes(action)) return []
      const where = permission.onlyWhere === null ? TRUE : folded(permission.onlyWhere, caller)
      const condition = allOf([performerCondition(model, caller, permission.who, entity), where])
      return isFalse(condition) ? [] : [{ permission, condition }]
    }),
  )
}

/**
 * Tells whether a row of point 6 applies to these roles, for some record. It does not check whether its condition can
 * hold, because the kind of refusal must not depend on what can be proven. `field` null: any field.
 */
export function isReached(
  model: Model,
  caller: CallerRoles,
  entity: string,
  action: PermissionAction,
  field: string | null = null,
): boolean {
  if (bypassesPermissions(caller)) return true
  if (isForbidden(model, entity, action, field)) return false
  return model.roles.permissions.some(
    ({ isForbidden, who, entity: of, actions, fields }) =>
      !isForbidden &&
      of === entity &&
      actions.includes(action) &&
      (field === null || fields.includes(field)) &&
      who !== null &&
      (who.kind === 'role' ? caller.roles.has(who.role) : reachedContextualRole(model, caller, who) !== null),
  )
}

/** Fields in rows of point 6 that apply to these roles, for some record. */
export function reachedFields(
  model: Model,
  caller: CallerRoles,
  entity: Entity,
  action: PermissionAction,
): Set<string> {
  const names = entity.fields.map(({ name }) => name)
  return new Set(names.filter((field) => isReached(model, caller, entity.name, action, field)))
}

/** The grants to add records to a to-many field, or to remove them: those of its own rows. */
export function linkGrantsOf(
  model: Model,
  caller: Roles,
  entity: string,
  action: 'add' | 'remove',
  relation: string,
): readonly Grant[] {
  if (isForbidden(model, entity, action, relation)) return []
  return grantsOf(model, caller, entity, action).filter(({ permission }) => permission.relation === relation)
}

/**
 * The effect of a `Nobody` row: it forbids the whole action, or the action for some fields. `field`: of `add` and
 * `remove`, the to-many field.
 */
export function isForbidden(model: Model, entity: string, action: PermissionAction, field: string | null): boolean {
  return model.roles.permissions.some(
    (permission) =>
      permission.isForbidden &&
      permission.entity === entity &&
      permission.actions.includes(action) &&
      (permission.relation === null
        ? permission.isEveryField || (field !== null && permission.fields.includes(field))
        : permission.relation === field),
  )
}

/** No permission is checked. */
export function bypassesPermissions({ isClock, isProduct }: CallerRoles): boolean {
  return isClock === true || isProduct === true
}

const conditionsKept = keptPerRoles<Expression>()

/** The condition on records of the entity that the caller may see. */
export function visibleRecords(model: Model, caller: CallerRoles, entity: string): Expression {
  if (bypassesPermissions(caller)) return inTenantOfCaller(model, caller, entity)
  if (isForbidden(model, entity, 'see', null)) return FALSE
  return conditionsKept(model, caller, entity, () =>
    anyOf(grantsOf(model, caller, entity, 'see').map(({ condition }) => condition)),
  )
}

/**
 * A call that runs as the product stays in its caller's tenant; for a caller without one, such as a guest, it covers
 * all tenants.
 */
function inTenantOfCaller({ entities: { tenancy } }: Model, { isClock }: CallerRoles, entity: string): Expression {
  if (tenancy === null || isClock === true || !tenancy.belonging.includes(entity)) return TRUE
  const own = build.recordVariable('this', entity)
  return ofEverything(anyOf([build.isEmpty(currentTenant(tenancy)), isInTenant(tenancy, own, entity)]))
}

/** Tells whether the caller may see this field of every record in their tenant. */
export function seesOfAll(model: Model, caller: CallerRoles, entity: string, field: string): boolean {
  const { tenancy } = model.entities
  const isOfTenant = tenancy?.belonging.includes(entity) === true
  if (tenancy === null || !isOfTenant) return isTrue(visibleField(model, caller, entity, field))
  if (field === tenancy.field) return true
  const condition = visibleField(model, caller, entity, field)
  const whole = ofEverything(isInTenant(tenancy, build.recordVariable('this', entity), entity))
  return isTrue(condition) || meaningKey(condition) === meaningKey(whole)
}

/** The condition on records of which the caller may see this field. It implies that the record is visible. */
export function visibleField(model: Model, caller: CallerRoles, entity: string, field: string): Expression {
  if (bypassesPermissions(caller)) return inTenantOfCaller(model, caller, entity)
  if (isForbidden(model, entity, 'see', field)) return FALSE
  return conditionsKept(model, caller, `${entity} ${field}`, () => {
    const grants = grantsOf(model, caller, entity, 'see')
    return anyOf(grants.filter(({ permission }) => permission.fields.includes(field)).map(({ condition }) => condition))
  })
}

/** The condition on records to which the caller may do this. For actions without fields: delete, give roles. */
export function permittedRecords(
  model: Model,
  caller: CallerRoles,
  entity: string,
  action: PermissionAction,
): Expression {
  if (isForbidden(model, entity, action, null)) return FALSE
  return anyOf(grantsOf(model, caller, entity, action).map(({ condition }) => condition))
}

/** Fields in at least one grant of this action: everything that the caller may give at all. */
export function grantedFields(
  model: Model,
  caller: CallerRoles,
  entity: string,
  action: PermissionAction,
): Set<string> {
  const granted = grantsOf(model, caller, entity, action).flatMap(({ permission }) => permission.fields)
  return new Set(granted.filter((field) => !isForbidden(model, entity, action, field)))
}

/** Cached, because a plan needs the same for each field that it reads. Models and sets of roles are immutable. */
function keptPerRoles<Value>(): (model: Model, caller: Roles, about: string, found: () => Value) => Value {
  const kept = new WeakMap<Model, WeakMap<ReadonlySet<string>, Map<string, Value>>>()
  return (model, { roles }, about, found) => {
    const ofModel = kept.get(model) ?? new WeakMap<ReadonlySet<string>, Map<string, Value>>()
    kept.set(model, ofModel)
    const ofRoles = ofModel.get(roles) ?? new Map<string, Value>()
    ofModel.set(roles, ofRoles)
    const value = ofRoles.get(about) ?? found()
    ofRoles.set(about, value)
    return value
  }
}

function folded(condition: Expression, caller: Roles): Expression {
  return ofEverything(simplify(condition, { hasRole: (role) => caller.roles.has(role) }))
}

/** `this.ticket`, for `Owner of ticket`. */
function relatedRecord(entity: string, performer: { readonly entity: string; readonly field: string }): Expression {
  const type = { kind: 'record', entity: performer.entity } as const
  return build.field(build.recordVariable('this', entity), entity, performer.field, { type, isOptional: false })
}
