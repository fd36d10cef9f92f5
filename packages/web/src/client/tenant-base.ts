// The path that names a tenant before every address of the application: `/t/acme`. The server writes it into the page.

/** Empty: the path names no tenant. */
export const TENANT_BASE = globalThis.document?.documentElement.dataset['base'] ?? ''

/** An address of the application → the address to ask or to open in the browser itself. Others stay as they are. */
export function inTenant(address: string): string {
  return /^\/(?!\/)/.test(address) ? TENANT_BASE + address : address
}

/** The address of the application that the browser shows, without the tenant's path. */
export function pathShown(): string {
  return pathIn(window.location.pathname)
}

/** The path of a link of the page, without the tenant's. */
export function pathIn(pathname: string): string {
  return pathname.slice(TENANT_BASE.length) || '/'
}
