// The uses that limits of a call leave → headers of its answer, as the setting "Limit headers" states them.

import type { Limit, LimitHeaders } from '../model/limits.ts'

/** A counted use. */
export interface UseLeft {
  readonly limit: Pick<Limit, 'name' | 'on' | 'windowMs'>
  readonly most: number
  /** Uses that are left behind this one. */
  readonly left: number
  /** Until the oldest use is forgotten, and one more is left. */
  readonly seconds: number
}

/** Of several limits, `X-RateLimit` tells the one that ends first, and `RateLimit` all. `nowMs`: since 1970. */
export function limitHeadersOf(
  stated: readonly LimitHeaders[],
  uses: readonly UseLeft[],
  nowMs: number,
): readonly (readonly [name: string, value: string])[] {
  const tightest = uses.toSorted((a, b) => a.left - b.left || b.seconds - a.seconds)[0]
  if (tightest === undefined) return []
  return stated.flatMap((headers): (readonly [string, string])[] => {
    if (headers === 'RateLimit')
      return [
        ['ratelimit-policy', uses.map(policyOf).join(', ')],
        ['ratelimit', uses.map((use) => `${nameOf(use)};r=${use.left};t=${use.seconds}`).join(', ')],
      ]
    const { most, left, seconds } = tightest
    const reset = headers === 'X-RateLimit' ? Math.ceil(nowMs / 1000) + seconds : seconds
    return [
      ['x-ratelimit-limit', String(most)],
      ['x-ratelimit-remaining', String(left)],
      ['x-ratelimit-reset', String(reset)],
    ]
  })
}

function policyOf(use: UseLeft): string {
  return `${nameOf(use)};q=${use.most};w=${Math.ceil((use.limit.windowMs ?? 0) / 1000)}`
}

/** A string of a structured field (RFC 9651) is in ASCII. */
function nameOf({ limit: { name } }: UseLeft): string {
  const text = name.replace(/[^ -~]+/g, (part) => encodeURIComponent(part))
  return `"${text.replace(/["\\]/g, (character) => `\\${character}`)}"`
}

export const NAMES_OF_LIMIT_HEADERS: Readonly<Record<LimitHeaders, readonly string[]>> = {
  'X-RateLimit': ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'],
  'X-RateLimit with seconds': ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'],
  RateLimit: ['RateLimit-Policy', 'RateLimit'],
}
