// The caller's tenants, for the browser and programs.

/** `GET`: the caller's tenants. */
export const TENANTS_PATH = '/_ninefold/tenants.json'
/** `POST` an id: makes it the current tenant in all of the caller's sessions. */
export const CURRENT_TENANT_PATH = '/_ninefold/tenant'

/** Answer of `GET /_ninefold/tenants.json`. */
export interface OwnTenants {
  /** The entity's name in words: "Organisation". */
  readonly kind: string
  readonly tenants: readonly OwnTenant[]
}

export interface OwnTenant {
  readonly id: string
  readonly label: string
  readonly isCurrent: boolean
  /** Its own address, without a slash at the end, where hosts or paths name tenants; missing: it is chosen. */
  readonly address?: string
}
