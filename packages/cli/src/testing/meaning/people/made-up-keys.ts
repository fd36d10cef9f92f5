// Keys of programs: the line of point 6 that lets people make them, and requests by which they are made, used and ended.

import { chosen, type Random } from '../../chance.ts'
import { maybe } from '../made-up-parts.ts'
import type { MadeUpRequest } from '../made-up-requests.ts'

/** No line: there are no keys. */
export function keyLines(random: Random): string[] {
  if (!maybe(random, 0.5)) return []
  const roles = chosen(['Member, Boss', 'Member', 'Boss, Helper, Member', 'Helper, Founder, Boss'], random)
  return [`- **API keys:** ${roles}, at most 30 days${maybe(random, 0.5) ? ', also by OAuth' : ''}`]
}

/** The body of a request that makes a key. */
export function madeUpKey(random: Random): MadeUpRequest['body'] {
  const role = (): string => chosen(['Member', 'Member', 'Boss', 'Boss', 'Helper', 'Founder', 'Guest'], random)
  const roles = maybe(random, 0.6) ? [role()] : [...new Set([role(), role()])]
  return { roles, onlyReads: maybe(random, 0.3), days: chosen([1, 2, 30, 30, 31, 0], random) }
}

const WITH_KEYS: readonly MadeUpRequest['kind'][] = [
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

/** Now and then a program asks: with a key that was made, or with one that was not. */
export function carriedBy(request: MadeUpRequest, keys: readonly string[], random: Random): MadeUpRequest {
  if (keys.length === 0 || !WITH_KEYS.includes(request.kind) || request.asked?.from !== undefined) return request
  if (!maybe(random, 0.4)) return request
  return { ...request, withKey: chosen([...keys, ...keys, ...keys, 'none'], random) }
}
