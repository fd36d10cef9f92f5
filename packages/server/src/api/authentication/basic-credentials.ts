// HTTP Basic (RFC 7617): `Authorization: Basic <base64 of identifier:password>`, in UTF-8.

import { utf8Text } from '../http/bodies.ts'

export interface BasicCredentials {
  readonly identifier: string
  readonly password: string
}

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/

/** Null: the header is missing, or has another scheme. A malformed header gives an empty identifier and password. */
export function readBasic(authorization: string | undefined): BasicCredentials | null {
  const match = /^basic +(?<encoded>\S*)$/i.exec(authorization?.trim() ?? '')
  if (match === null) return null
  const encoded = match.groups?.['encoded'] ?? ''
  const decoded = BASE64.test(encoded) ? utf8Text(Buffer.from(encoded, 'base64')) : null
  const at = decoded?.indexOf(':') ?? -1
  if (decoded === null || at < 0) return { identifier: '', password: '' }
  return { identifier: decoded.slice(0, at), password: decoded.slice(at + 1) }
}
