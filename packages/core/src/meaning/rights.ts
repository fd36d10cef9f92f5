// Permissions by reference/6-roles: rows add, and rows with `Nobody` take away.

import { type Refused, refusedAs } from './refusals/refusal.ts'
import { dayOf } from './values/dates.ts'
import type { Model } from '../model/model.ts'
import type { Performer, Permission, PermissionAction } from '../model/roles.ts'
import { type Eyes, holds, type Surroundings, withNames } from './evaluate.ts'
import { type Datum, isReference, recordsOf, type Reference, type Store } from './store.ts'
import { currentTenantOf, isWithReach, membershipIn } from './users/tenants.ts'

export interface Caller {
  /** Null: a guest. */
  readonly me: Reference | null
  readonly roles: ReadonlySet<string>
  /** The tenant that the address of the request names; missing: it names none. */
  readonly tenant?: string
  /** A guest whose session has ended. Its answer says so. */
  readonly isSessionOver?: true
  /** An API key, with no more roles than the key has. */
  readonly isByKey?: true
  /** A call that runs as the product: no permission is checked. */
  readonly isProduct?: true
  /** The product by the clock, for the clock's transitions. There is no user. */
  readonly isClock?: true
  /** An outside service, which is not a user: its steps are the product's. */
  readonly isService?: true
}

export const THE_CLOCK: Caller = { me: null, roles: new Set(), isProduct: true, isClock: true }

/** A caller with all their roles: given, conditional and included ones, and the one in their current tenant. */
export function callerOf(model: Model, store: Store, me: Reference | null, tenant?: string): Caller {
  const { tenancy } = model.entities
  const asking = { me, ...(tenant === undefined ? {} : { tenant }) }
  const current = currentTenantOf({ model, store }, asking)
  const membership = me === null ? null : membershipIn({ model, store }, me, current)
  const own = model.roles.roles.filter(({ name, isGuest, isPerTenant, when }) => {
    if (me === null) return isGuest
    // Asked here by itself, because the condition in the model is the checker's.
    if (isPerTenant) return tenancy?.role != null && membership?.values[tenancy.role] === name
    const names = new Map([['this', me]])
    const about: Surroundings = {
      model,
      store,
      names,
      roles: new Set(),
      eyes: null,
      current: { of: 'this', tenant: current },
    }
    return store.roles.get(me.id)?.has(name) === true || when.some((condition) => holds(condition, about))
  })
  return { ...asking, roles: new Set(own.flatMap(({ name, includes }) => [name, ...includes])) }
}

/** For a caller without a user. */
export function refusedGuest({ isSessionOver }: Caller): Refused {
  return refusedAs(isSessionOver === true ? 'session not valid' : 'not signed in')
}

export function surroundingsOf(
  model: Model,
  store: Store,
  caller: Caller,
  names: ReadonlyMap<string, Datum> = new Map(),
): Surroundings {
  const present: [string, Datum][] = [
    ['me', caller.me],
    ['now', store.nowMs],
    ['today', dayOf(store.nowMs, store.zone)],
  ]
  const current = { of: 'me', tenant: currentTenantOf({ model, store }, caller) }
  return { model, store, roles: caller.roles, eyes: null, names: new Map([...names, ...present]), current }
}

export function isPerformer(performer: Performer, record: Reference, around: Surroundings): boolean {
  if (performer.kind === 'role') return around.roles.has(performer.role)
  const role = around.model.roles.contextualRoles.find(
    ({ name, entity }) => name === performer.role && entity === performer.entity,
  )
  if (role === undefined || !around.roles.has(role.mustHave)) return false
  if (performer.kind === 'contextual role') return holds(role.when, withNames(around, { this: record }))
  const related = around.store.records.get(record.id)?.values[performer.field] ?? null
  return isReference(related) && holds(role.when, withNames(around, { this: related }))
}

/** Tells whether a row with `Nobody` forbids it. */
export function isForbidden(model: Model, entity: string, action: PermissionAction, field: string | null): boolean {
  return model.roles.permissions.some(
    (row) =>
      row.isForbidden &&
      row.entity === entity &&
      row.actions.includes(action) &&
      (row.relation === null
        ? row.isEveryField || (field !== null && row.fields.includes(field))
        : row.relation === field),
  )
}

/** The permissions of an action that hold for the caller and this record, in the present store. */
export function permissionsFor(record: Reference, action: PermissionAction, around: Surroundings): Permission[] {
  return around.model.roles.permissions.filter(
    (row) =>
      !row.isForbidden &&
      row.who !== null &&
      row.entity === record.entity &&
      row.actions.includes(action) &&
      isPerformer(row.who, record, around) &&
      holds(row.onlyWhere, withNames(around, { this: record })),
  )
}

/** Tells whether a permission of the caller's roles could allow it for some record. */
export function mayEver(entity: string, action: PermissionAction, around: Surroundings): boolean {
  if (isForbidden(around.model, entity, action, null)) return false
  return around.model.roles.permissions.some(
    (row) => row.entity === entity && row.actions.includes(action) && mayHold(row, around),
  )
}

/** Tells whether a permission of the caller's roles could show the field of some record. */
export function mayEverSee(entity: string, field: string, around: Surroundings): boolean {
  if (isForbidden(around.model, entity, 'see', field)) return false
  return around.model.roles.permissions.some(
    (row) => row.entity === entity && row.actions.includes('see') && row.fields.includes(field) && mayHold(row, around),
  )
}

/** Tells whether the row is for one of the caller's roles, whatever its condition. */
export function mayHold({ who, isForbidden }: Permission, around: Surroundings): boolean {
  return who !== null && !isForbidden && mayBe(who, around)
}

/** Tells whether these roles could be the performer for some record. */
export function mayBe(who: Performer, { model, roles }: Pick<Surroundings, 'model' | 'roles'>): boolean {
  if (who.kind === 'role') return roles.has(who.role)
  const role = model.roles.contextualRoles.find(({ name, entity }) => name === who.role && entity === who.entity)
  return role !== undefined && roles.has(role.mustHave)
}

/** The record with this value in the field; null: there is none, or it or the field is hidden. */
export function seenRecord(
  around: Surroundings,
  entity: string,
  field: string,
  value: Datum | undefined,
): Reference | null {
  const found = recordsOf(around.store, entity).find(({ values }) => values[field] === value)
  if (found === undefined) return null
  const record = { entity, id: found.id }
  const { eyes } = around
  return eyes === null || (eyes.sees(record) && eyes.seesField(record, field)) ? record : null
}

export function covers(permissions: readonly Permission[], fields: readonly string[]): boolean {
  return permissions.length > 0 && fields.every((field) => permissions.some((row) => row.fields.includes(field)))
}

/** The caller's rights over all records. */
export function eyesOf(caller: Caller, around: Surroundings): Eyes | null {
  const isHere = (record: Reference): boolean =>
    around.store.records.has(record.id) && isWithReach(around, caller, record)
  if (caller.isProduct === true)
    return currentTenantOf(around, caller) === null ? null : { sees: isHere, seesField: isHere }
  const everything: Surroundings = { ...around, eyes: null }
  const rows = (record: Reference): Permission[] =>
    isWithReach(around, caller, record) ? permissionsFor(record, 'see', everything) : []
  return {
    sees: (record) =>
      isHere(record) && !isForbidden(around.model, record.entity, 'see', null) && rows(record).length > 0,
    seesField: (record, field) =>
      !isForbidden(around.model, record.entity, 'see', field) && rows(record).some((row) => row.fields.includes(field)),
  }
}
