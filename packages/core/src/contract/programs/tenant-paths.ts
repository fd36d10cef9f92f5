// Paths that name a tenant, where point 6 states them: `/t/acme/tickets` is the address `/tickets` of the tenant "acme".

/** A path may continue with `/` or a query. The metadata of OAuth has the path of its issuer behind its own (RFC 8414). */
const TENANT_PATH = /^((?:\/\.well-known\/oauth-[a-z-]+)?)\/t\/([^/?#]+)(?=[/?#]|$)(.*)$/s

export interface AddressOfTenant {
  readonly label: string
  /** The address without the tenant. */
  readonly address: string
}

/** `/t/acme`, to be followed by an address of the application. */
export function tenantPath(label: string): string {
  return `/t/${encodeURIComponent(label)}`
}

/** Null: the address names no tenant. */
export function addressOfTenant(address: string): AddressOfTenant | null {
  const [, metadata = '', written = '', rest = ''] = TENANT_PATH.exec(address) ?? []
  if (written === '') return null
  const inside = metadata + rest
  return { label: decoded(written), address: inside.startsWith('/') ? inside : `/${inside}` }
}

/** A label that cannot be decoded or stored is the name of no tenant. */
function decoded(written: string): string {
  try {
    const label = decodeURIComponent(written)
    return label.includes('\0') ? written : label
  } catch {
    return written
  }
}
