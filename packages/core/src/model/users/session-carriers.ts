// Carriers of a session (point 6): the words for each of them, and rules that follow from it.

import type { SessionCarrier } from '../roles.ts'

/** As the text states it. */
export function carrierInWords(carrier: SessionCarrier): string {
  switch (carrier.kind) {
    case 'cookie':
      return 'cookie'
    case 'named cookie':
      return `cookie ${carrier.name}`
    case 'header':
      return `header ${carrier.name}: ${carrier.scheme === null ? '' : `${carrier.scheme} `}<token>`
    case 'query':
      return `query ${carrier.name}`
    case 'basic':
      return 'HTTP Basic'
  }
}

/** Programs are told the token where they carry it themselves: an answer may name `session.token`. */
export function isTokenTold(carriers: readonly Pick<SessionCarrier, 'kind'>[]): boolean {
  return carriers.some(({ kind }) => kind === 'header' || kind === 'named cookie' || kind === 'query')
}

/** Cookies that only the product itself reads and sets. */
export function isOwnCookie(name: string): boolean {
  return /^(?:__Host-)?ninefold_/.test(name)
}
