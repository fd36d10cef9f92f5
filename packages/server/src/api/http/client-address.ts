// Where a request comes from → whom a limit counts. Behind an IPv6 address stands a whole network, from which
// one person may choose another address for each request: its first half is what counts.

import { isIPv6 } from 'node:net'
import proxyAddress from '@fastify/proxy-addr'

/**
 * Only these may say for whom they pass a request on, where whoever runs the server names nobody else: what others say of
 * themselves is not believed. Private networks are not among them, because everybody in one could say what they like.
 */
export const TRUSTED_PROXIES: readonly string[] = ['loopback']

/** Addresses, networks such as 10.0.0.0/8, and the names loopback, linklocal and uniquelocal. Null: one of them is none. */
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

/** A sender who has closed the connection has no address any more. They are counted together. */
export function countedAddress(address: string | undefined): string {
  if (address === undefined) return ''
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
