// A client's address → the key that a rate limit counts. An IPv6 client can choose a new address within its network for
// each request, so only the first half counts.

import { isIPv6 } from 'node:net'
import proxyAddress from '@fastify/proxy-addr'

/**
 * Proxies that are trusted by default to name the client. Private networks are not among them, because any machine in
 * one could claim any address.
 */
export const TRUSTED_PROXIES: readonly string[] = ['loopback']

/**
 * Parses addresses, networks such as 10.0.0.0/8, and the names loopback, linklocal and uniquelocal. Null: one of them
 * is invalid.
 */
export function trustedProxies(said: string): readonly string[] | null {
  const named = said
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
  try {
    proxyAddress.compile([...named])
  } catch {
    return null
  }
  return named
}

/** A closed connection has no address any more; all of them are counted together. */
export function countedAddress(address: string | undefined): string {
  if (address === undefined) return ''
  // IPv4 has no colons. Each request asks, and parsing IPv6 takes longer than the rest of it.
  if (!address.includes(':')) return address
  const bare = address.replace(/%.*$/, '')
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1]
  if (mapped !== undefined) return mapped
  return isIPv6(bare) ? network(bare) : bare
}

/** The first four of its eight groups. */
function network(address: string): string {
  const [before = '', after] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split('::')
  const groups = (text: string): string[] => (text === '' ? [] : text.split(':'))
  const [first, last] = [groups(before), groups(after ?? '')]
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => '0')
  return [...first, ...zeros, ...last].slice(0, 4).join(':')
}
