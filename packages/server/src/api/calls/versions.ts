// Versions over HTTP: an answer about a record says which one it is (ETag), and a request says which one it has
// seen (If-Match), so that nobody overwrites what they have not seen.

import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { refused } from '../../gate/context/refusal.ts'
import type { Exchange } from '../http/exchange.ts'

/** Null: any version will do. */
export function sentVersion({ headers }: Pick<Exchange, 'headers'>): number | null {
  const sent = headers['if-match']
  if (sent === undefined || sent === '*') return null
  const match = /^(?:W\/)?"([0-9]{1,15})(?:-[\w-]{22})?"$/.exec(sent)
  // A header without a version names none that is still there.
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

/**
 * Of what is read: the version, where its caller sees it, and what of the record and beside it is in the answer. Two
 * callers see different parts of one version, and values that are computed change without it.
 */
export function readTag(version: number | null | undefined, json: string): string {
  const content = createHash('sha256').update(json).digest('base64url').slice(0, 22)
  return version === undefined || version === null ? `"${content}"` : `"${version}-${content}"`
}

/** Does whoever asks hold this very answer? */
export function isHeld(request: FastifyRequest, tag: string): boolean {
  const sent = request.headers['if-none-match']
  if (sent === undefined) return false
  return sent.trim() === '*' || (sent.match(/"[^"]*"/g)?.includes(tag) ?? false)
}
