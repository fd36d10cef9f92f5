// Tenants: the records within reach of a request, and each user's current tenant (reference/3-entities, Tenants).
// Checked here independently of the model's own conditions.

import { entityNamed } from '../../model/find.ts'
import type { Model } from '../../model/model.ts'
import { type Datum, isReference, recordsOf, type Reference, type Store } from '../store.ts'

type Place = { readonly model: Model; readonly store: Store }

interface Asking {
  readonly me: Reference | null
  /** The tenant that the address of the request names; missing: it names none. */
  readonly tenant?: string
  readonly isProduct?: true
  readonly isClock?: true
}

/** The tenant that the address of a request names by this label. Null: there is none. */
export function tenantOfAddress({ model, store }: Place, label: string): Reference | null {
  const { tenancy } = model.entities
  if (tenancy === null || tenancy.address === null) return null
  const {
    tenant,
    address: { field },
  } = tenancy
  const found = recordsOf(store, tenant).find(({ values }) => values[field] === label)
  return found === undefined ? null : { entity: tenant, id: found.id }
}

/** Null: there are no tenants, no caller, or the caller belongs to none, or not to the one of the address. */
export function currentTenantOf(place: Place, { me, tenant }: Pick<Asking, 'me' | 'tenant'>): string | null {
  const { model, store } = place
  const { tenancy } = model.entities
  if (tenancy === null || me === null) return null
  if (tenant !== undefined) return membershipIn(place, me, tenant) === null ? null : tenant
  const current = store.records.get(me.id)?.values[tenancy.field] ?? null
  return isReference(current) ? current.id : null
}

/** The user's membership of this tenant; null: none. */
export function membershipIn({ model, store }: Place, user: Reference, tenant: string | null) {
  const { tenancy } = model.entities
  if (tenancy === null || tenant === null) return null
  const found = recordsOf(store, tenancy.membership).find(({ values }) => {
    const [of = null, own = null] = [values[tenancy.user], values[tenancy.field]]
    return isReference(of) && of.id === user.id && isReference(own) && own.id === tenant
  })
  return found ?? null
}

/** The tenant of a record; null: none. */
export function tenantOf(
  { entities: { tenancy } }: Model,
  entity: string,
  values: Readonly<Record<string, Datum>>,
): string | null {
  if (tenancy === null || !tenancy.belonging.includes(entity)) return null
  const tenant = values[tenancy.field] ?? null
  return isReference(tenant) ? tenant.id : null
}

/** `isProduct`: no rights apply. It still stays in its caller's tenant, if there is one. */
export function isWithReach(place: Place, caller: Asking, { entity, id }: Reference): boolean {
  const { tenancy } = place.model.entities
  if (tenancy === null || !tenancy.belonging.includes(entity) || caller.isClock === true) return true
  const current = currentTenantOf(place, caller)
  if (current === null && caller.isProduct === true) return true
  return current !== null && tenantOf(place.model, entity, place.store.records.get(id)?.values ?? {}) === current
}

/** References of a record that lead to another tenant. */
export function crossing({ model, store }: Place, { entity, id }: Reference): string[] {
  const values = store.records.get(id)?.values ?? {}
  const own = tenantOf(model, entity, values)
  if (own === null) return []
  const isAcross = (each: Datum): boolean => {
    if (!isReference(each)) return false
    const other = tenantOf(model, each.entity, store.records.get(each.id)?.values ?? {})
    return other !== null && other !== own
  }
  return entityNamed(model, entity).fields.flatMap(({ name }) => {
    const value = values[name] ?? null
    return (Array.isArray(value) ? (value as readonly Datum[]) : [value]).some(isAcross) ? [name] : []
  })
}

/** When a membership ends, the current tenant is cleared; a user without one gets the first one that they belong to. */
export function followMemberships({ model, store }: Place): void {
  const { tenancy } = model.entities
  if (tenancy === null) return
  const memberships = recordsOf(store, tenancy.membership)
  for (const { id, values } of recordsOf(store, tenancy.users)) {
    const tenants = memberships.flatMap(({ values: { [tenancy.user]: user = null, [tenancy.field]: tenant = null } }) =>
      isReference(user) && user.id === id && isReference(tenant) ? [tenant] : [],
    )
    const current = currentTenantOf({ model, store }, { me: { entity: tenancy.users, id } })
    if (!tenants.some((tenant) => tenant.id === current)) values[tenancy.field] = tenants[0] ?? null
  }
}

/** Data of a deleted tenant outside of its records. */
export function eraseTenant({ model, store }: Place, { entity, id }: Reference): void {
  if (model.entities.tenancy?.tenant !== entity || entityNamed(model, entity).keptDeleted !== null) return
  const isOfTenant = ({ records: [first] }: Store['deletions'][number]): boolean =>
    first !== undefined && tenantOf(model, first.entity, first.values) === id
  store.deletions.splice(0, Infinity, ...store.deletions.filter((each) => !isOfTenant(each)))
  for (const count of store.counted.keys()) if (JSON.parse(count).at(-1) === id) store.counted.delete(count)
}
