// Claims of an OpenID provider → a verified address, fields of a new user, and roles. Claims of an unexpected type are
// ignored.

import { isPlainObject } from '@ninefold/core/contract/inputs/plain-object.ts'
import { ADDRESS_CLAIM, type OpenIdProvider } from '@ninefold/core/model/users/openid.ts'

export type Claims = Readonly<Record<string, unknown>>

/** Null: there is none, or it is not verified. The string `"true"` does not count as verified. */
export function confirmedAddress(claims: Claims): string | null {
  const address = wordsIn(claims, ADDRESS_CLAIM)
  return claims['email_verified'] === true && address !== null && address.includes('@') ? address : null
}

export function isOfDomains(address: string, domains: readonly string[] | null): boolean {
  return domains === null || domains.includes(address.slice(address.lastIndexOf('@') + 1).toLowerCase())
}

/** The fields in the form of a sign-up request. */
export function fieldsFromClaims({ fields }: OpenIdProvider, claims: Claims): Readonly<Record<string, string>> {
  return Object.fromEntries(
    fields.flatMap(({ field, claim }) => {
      const words = claim === ADDRESS_CLAIM ? confirmedAddress(claims) : wordsIn(claims, claim)
      return words === null ? [] : [[field, words]]
    }),
  )
}

export function rolesFromClaims({ roles }: OpenIdProvider, claims: Claims): ReadonlySet<string> {
  return new Set(roles.filter(({ claim, value }) => holds(claimAt(claims, claim), value)).map(({ role }) => role))
}

function holds(found: unknown, value: string): boolean {
  return found === value || (Array.isArray(found) && found.includes(value))
}

function wordsIn(claims: Claims, claim: string): string | null {
  const found = claimAt(claims, claim)
  return typeof found === 'string' && found.trim() !== '' ? found.trim() : null
}

/** The claim with exactly this name; otherwise dots lead into objects. */
function claimAt(claims: Claims, claim: string): unknown {
  if (Object.hasOwn(claims, claim)) return claims[claim]
  return claim
    .split('.')
    .reduce<unknown>((at, name) => (isPlainObject(at) && Object.hasOwn(at, name) ? at[name] : undefined), claims)
}
