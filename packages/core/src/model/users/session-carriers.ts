// Carriers of a session (point 6): their notations, and consequences.

import type { SessionCarrier } from '../roles.ts'

/** As the text states it. */
export function carrierInWords(carrier: SessionCarrier): string {
  switch (carrier.kind) {
    case 'cookie':
      return 'cookie'
    case 'named cookie':
      return `cookie ${carrier.name}`
    case 'header':
      return `header ${carrier.name}: ${carrier.scheme === null ? '' : `${carrier.scheme} `}<${carrier.key ?? 'token'}>`
    case 'query':
      return `query ${carrier.name}${carrier.key === undefined ? '' : `=<${carrier.key}>`}`
    case 'basic':
      return `HTTP Basic${carrier.key === undefined ? '' : ` <${carrier.key}>`}`
  }
}

/** Programs that carry the token themselves get it in answers, as `session.token`. */
export function isTokenTold(carriers: readonly SessionCarrier[]): boolean {
  return carriers.some((carrier) => {
    if (carrier.kind === 'header' || carrier.kind === 'query') return carrier.key === undefined
    return carrier.kind === 'named cookie'
  })
}

/** Missing: a session or a password. */
export function keyOfCarrier(carrier: SessionCarrier): string | undefined {
  return 'key' in carrier ? carrier.key : undefined
}

/** Cookies that belong to the product. */
export function isOwnCookie(name: string): boolean {
  return /^(?:__Host-)?ninefold_/.test(name)
}
