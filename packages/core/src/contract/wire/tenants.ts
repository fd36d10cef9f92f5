// The tenants that somebody is in, as the browser and programs are told of them.

/** `GET`: those of the caller. */
export const TENANTS_PATH = '/_ninefold/tenants.json'
/** `POST` the id of another one: it is the current one from then on, wherever the caller is signed in. */
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
}
