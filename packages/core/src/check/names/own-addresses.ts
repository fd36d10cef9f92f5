// Addresses of screens and calls → those that collide with the product's own.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { Written } from '../../text/source.ts'
import { report, type Checking } from '../checking.ts'

/** The web app's own pages and calls, and the discovery addresses of OAuth. */
const OWN = /^(?:\/_ninefold(?:\/|$)|\/\.well-known\/oauth-)/i

export function refuseOwnAddress(checking: Checking, path: Written): void {
  if (!OWN.test(path.text)) return
  const told = diagnostic('N011', path.span, 'own address', path.text)
  report(
    checking,
    told.withHint('Whatever begins with /_ninefold or /.well-known/oauth- is taken. Write another address.'),
  )
}
