// Versions over HTTP: an answer about a record says which one it is (ETag), and a request says which one it has
// seen (If-Match), so that nobody overwrites what they have not seen.

import { refused } from '../gate/refusal.ts'
import type { Exchange } from './exchange.ts'

/** Null: any version will do. */
export function sentVersion({ headers }: Pick<Exchange, 'headers'>): number | null {
  const sent = headers['if-match']
  if (sent === undefined || sent === '*') return null
  const match = /^(?:W\/)?"([0-9]{1,15})"$/.exec(sent)
  // What names no version names none that is still there.
  if (match === null) throw refused('stale')
  return Number(match[1])
}

/** For calls that need the version. */
export function neededVersion(exchange: Pick<Exchange, 'headers'>): number | null {
  if (exchange.headers['if-match'] === undefined) throw refused('version missing')
  return sentVersion(exchange)
}

export function entityTag(version: number): string {
  return `"${version}"`
}
