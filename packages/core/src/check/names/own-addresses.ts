// Addresses of screens and calls → those that collide with the product's own.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { Written } from '../../text/source.ts'
import { report, type Checking } from '../checking.ts'

/** The web app's own pages and calls, and the discovery addresses of OAuth. */
const OWN = /^(?:\/_ninefold(?:\/|$)|\/\.well-known\/oauth-)/i
/** Where a path names a tenant: a place in it would stand for the same addresses. */
const OF_TENANTS = /^\/(?:t|:\w+)\/[^/]/

export function refuseOwnAddress(checking: Checking, path: Written): void {
  const isOfTenants = checking.tenancy?.address?.by === 'path' && OF_TENANTS.test(path.text)
  if (!isOfTenants && !OWN.test(path.text)) return
  const told = diagnostic('N011', path.span, 'own address', path.text)
  const taken = isOfTenants ? '/t/, where the tenant is named by the path,' : '/_ninefold or /.well-known/oauth-'
  report(checking, told.withHint(`Whatever begins with ${taken} is taken. Write another address.`))
}
