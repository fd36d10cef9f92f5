// Requests that create and use programs' keys.

import { chosen, type Random } from '../../chance.ts'
import { maybe } from '../made-up-parts.ts'
import type { Json } from '../json.ts'

/** The body of a request that creates a key. */
export function madeUpKey(random: Random): Record<string, Json> {
  const role = (): string => chosen(['Member', 'Member', 'Boss', 'Boss', 'Helper', 'Founder', 'Guest'], random)
  const roles = maybe(random, 0.6) ? [role()] : [...new Set([role(), role()])]
  return { roles, onlyReads: maybe(random, 0.3), days: chosen([1, 2, 30, 30, 31, 0], random) }
}

const WITH_KEYS: readonly string[] = [
  'list',
  'get',
  'create',
  'change',
  'delete',
  'transition',
  'call',
  'call',
  'screen',
  'history',
]

interface Carried {
  readonly kind: string
  readonly asked?: { readonly from?: string }
}

/** Sometimes a program sends the request: with a valid key, or with an invalid one. */
export function carriedBy<Request extends Carried>(
  request: Request,
  keys: readonly string[],
  random: Random,
): Request & { readonly withKey?: string } {
  if (keys.length === 0 || !WITH_KEYS.includes(request.kind) || request.asked?.from !== undefined) return request
  if (!maybe(random, 0.4)) return request
  return { ...request, withKey: chosen([...keys, ...keys, ...keys, 'none'], random) }
}
