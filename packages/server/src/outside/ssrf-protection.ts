// SSRF protection: checks each address of a webhook at the moment of the connection. An address in a record must not
// reach services that only this machine can reach.

import { lookup, type LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** The address is not allowed. Retrying does not change that. */
export class AddressRefused extends Error {
  override name = 'AddressRefused'
}

/** `hooks.example.com` or `hooks.example.com:8443`, in lower case: hosts that the operator has allowed. */
export type NamedHosts = Pick<ReadonlySet<string>, 'has'>

/** Cloud metadata services at addresses that look public. */
const METADATA = new Set(['168.63.129.16'])
/** All globally assigned addresses: 2000::/3. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3')

/** Tells whether an address is public. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  // `::ffff:127.0.0.1` counts as 127.0.0.1.
  const parsed = ipaddr.process(address)
  if (parsed.range() !== 'unicast' || METADATA.has(parsed.toString())) return false
  return parsed.kind() === 'ipv4' || (parsed as ipaddr.IPv6).match(GLOBAL_IPV6)
}

export function isNamedHost(url: URL, named: NamedHosts): boolean {
  const port = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port
  const host = url.hostname.toLowerCase()
  return named.has(host) || named.has(`${host}:${port}`)
}

/** The checks before any request. A numeric host is never resolved, so it is checked here. */
export function openUrl(text: string, named: NamedHosts): URL {
  if (!URL.canParse(text)) throw new AddressRefused(`"${text}" is not a web address.`)
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new AddressRefused(`"${url.protocol}" is no way to reach another program: https and http are.`)
  if (url.username !== '' || url.password !== '')
    throw new AddressRefused('An address has no name and no password in it.')
  const bare = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(bare) !== 0 && !isNamedHost(url, named)) refusePrivate(url.hostname, bare)
  return url
}

function refusePrivate(host: string, address: string): void {
  if (!isPublicAddress(address))
    throw new AddressRefused(`${host} is no public address. Whoever runs this application can name its host.`)
}

/**
 * Resolves a name at the moment of the connection, and refuses private addresses. This also stops DNS rebinding, where
 * a name changes its address after a check.
 */
export function openLookup(look: typeof lookup = lookup): LookupFunction {
  return (hostname, options, done) => {
    look(hostname, { ...options, all: true }, (cause, addresses) => {
      if (cause !== null) return done(cause, '', 0)
      const found: readonly LookupAddress[] = addresses
      try {
        for (const { address } of found) refusePrivate(hostname, address)
      } catch (refused) {
        return done(refused as NodeJS.ErrnoException, '', 0)
      }
      const [first] = found
      if (first === undefined) return done(new Error(`"${hostname}" has no address.`), '', 0)
      return options.all === true ? done(null, [...found]) : done(null, first.address, first.family)
    })
  }
}
