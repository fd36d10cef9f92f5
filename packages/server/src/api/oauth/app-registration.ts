// Dynamic client registration (RFC 7591): the metadata that an app sends → what is stored, and the answer.

import type { OAuthApp } from '../../store/tables/users/oauth-grants.ts'

export const GRANT_TYPES = ['authorization_code', 'refresh_token']
export const RESPONSE_TYPES = ['code']
/** Apps are public clients, because an installed app cannot keep a secret. PKCE protects their codes. */
export const TOKEN_ENDPOINT_AUTH_METHODS = ['none']

const NAME_MAX = 80
const REDIRECT_ADDRESSES_MAX = 10
const REDIRECT_ADDRESS_MAX = 500

/** RFC 7591, 3.2.2. */
export class RegistrationError extends Error {
  override name = 'RegistrationError'
  readonly code: 'invalid_redirect_uri' | 'invalid_client_metadata'

  constructor(code: RegistrationError['code'], message: string) {
    super(message)
    this.code = code
  }
}

/** Throws a `RegistrationError`. Unknown metadata is ignored, as the standard says. */
export function appToRegister(body: unknown): Pick<OAuthApp, 'name' | 'redirectAddresses'> {
  const sent = typeof body === 'object' && body !== null ? (body as Readonly<Record<string, unknown>>) : {}
  const addresses = sent['redirect_uris']
  if (!Array.isArray(addresses) || addresses.length === 0 || addresses.length > REDIRECT_ADDRESSES_MAX)
    throw new RegistrationError('invalid_redirect_uri', `redirect_uris has 1 to ${REDIRECT_ADDRESSES_MAX} addresses.`)
  const wrong = addresses.find((address) => !isRedirectAddress(address))
  if (wrong !== undefined)
    throw new RegistrationError(
      'invalid_redirect_uri',
      'An address of redirect_uris begins with https:, with the scheme of an installed app, or with http: on this computer, and has no fragment.',
    )
  for (const [key, supported] of SUPPORTED) {
    const values = [sent[key] ?? []].flat()
    if (!values.every((value) => supported.includes(String(value))))
      throw new RegistrationError('invalid_client_metadata', `${key} is one of: ${supported.join(', ')}.`)
  }
  const name = typeof sent['client_name'] === 'string' ? readableName(sent['client_name']) : ''
  return { name: name === '' ? goesTo(String(addresses[0])) : name, redirectAddresses: addresses.map(String) }
}

const SUPPORTED: readonly (readonly [key: string, supported: readonly string[]])[] = [
  ['grant_types', GRANT_TYPES],
  ['response_types', RESPONSE_TYPES],
  ['token_endpoint_auth_method', TOKEN_ENDPOINT_AUTH_METHODS],
]

/** Removes invisible characters, such as those that reverse the direction of writing. */
function readableName(name: string): string {
  const plain = name.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').replaceAll(/\s+/g, ' ')
  return plain.trim().slice(0, NAME_MAX).trim()
}

/** Schemes that a browser handles itself, and those that open parts of an operating system, such as `ms-msdt:`. */
const SCHEMES_OF_NO_APP =
  /^(?:ms-[a-z\d-]+|search|search-ms|shell|help|res|javascript|data|vbscript|blob|file|filesystem|about|view-source|chrome|ws|wss|ftp|mailto|tel|sms|content|intent):$/

function isRedirectAddress(address: unknown): address is string {
  if (typeof address !== 'string' || address.length > REDIRECT_ADDRESS_MAX || !URL.canParse(address)) return false
  // A URL parser is lenient where two parsers may disagree, so such characters are refused.
  if (!/^[a-z][a-z\d+.-]*:\/[!-~]*$/i.test(address) || /[\\<>"`{}|^]/.test(address)) return false
  const { protocol, hash, username, password, hostname } = new URL(address)
  if (hash !== '' || address.endsWith('#') || username !== '' || password !== '') return false
  if (protocol === 'https:') return hostname !== ''
  if (protocol === 'http:') return isOnThisComputer(address)
  return !SCHEMES_OF_NO_APP.test(protocol)
}

/** RFC 8252, 7.3: an installed app listens on its user's computer. */
export function isOnThisComputer(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return protocol === 'http:' && ['127.0.0.1', '[::1]', 'localhost'].includes(hostname)
}

/** The redirect address in words for people: a host, or the scheme of an installed app. */
export function goesTo(address: string): string {
  const { protocol, host } = new URL(address)
  return /^https?:$/.test(protocol) ? host : protocol
}

/** RFC 8252, 7.3: an app on the user's computer may use any free port. */
export function isRegisteredAddress(address: string, registered: readonly string[]): boolean {
  if (registered.includes(address)) return true
  if (!isRedirectAddress(address) || !isOnThisComputer(address)) return false
  return registered.some((each) => isOnThisComputer(each) && withoutPort(each) === withoutPort(address))
}

function withoutPort(address: string): string {
  const url = new URL(address)
  url.port = ''
  return url.href
}
