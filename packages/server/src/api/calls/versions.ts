// Optimistic locking over HTTP: an answer about a record has its version as ETag, and a request names the version
// it has seen (If-Match), so that nobody overwrites changes that they have not seen.

import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { refused } from '../../gate/context/refusal.ts'
import type { Precondition } from '../../gate/calls/precondition.ts'
import type { Exchange } from '../http/exchange.ts'

/** Null: the client accepts any version. */
export function sentVersion({ headers }: Pick<Exchange, 'headers'>): number | null {
  const sent = headers['if-match']
  if (sent === undefined || sent === '*') return null
  const version = versionIn(sent)
  // A malformed header matches no existing version.
  if (version === null) throw refused('stale')
  return version
}

/** For calls that require such a header, or accept it (`isOptional`). */
export function preconditionOf(exchange: Pick<Exchange, 'headers'>, isOptional: boolean): Precondition {
  const { 'if-match': match, 'if-none-match': noneMatch } = exchange.headers
  if (match === undefined && noneMatch === undefined && !isOptional) throw refused('version missing')
  return { isThere: match !== undefined, version: sentVersion(exchange), unlike: versionsIn(noneMatch) }
}

function versionsIn(sent: string | undefined): Precondition['unlike'] {
  if (sent === undefined || sent.trim() === '*') return sent === undefined ? null : '*'
  return sent.split(',').flatMap((tag) => versionIn(tag.trim()) ?? [])
}

function versionIn(tag: string): number | null {
  const match = /^(?:W\/)?"([0-9]{1,15})(?:-[\w-]{22})?"$/.exec(tag)
  return match === null ? null : Number(match[1])
}

export function entityTag(version: number): string {
  return `"${version}"`
}

/**
 * The ETag of an answer: the version, if its caller sees it, and a hash of the content. Two callers see different parts
 * of one version, and computed values change without a new version.
 */
export function readTag(version: number | null | undefined, json: string): string {
  const content = hash('sha256', json, 'base64url').slice(0, 22)
  return version === undefined || version === null ? `"${content}"` : `"${version}-${content}"`
}

/** The validators of an answer. Both may be headers that the text states. */
export interface Validators {
  readonly tag: string
  /** Undefined: the answer does not state it. */
  readonly lastModified: string | undefined
}

/**
 * Tells whether the client already holds this answer (RFC 9110, 13.1). Tags are compared weakly: `W/"1"` and `"1"` are
 * equal. A time counts only without a tag.
 */
export function isHeld({ headers }: Pick<FastifyRequest, 'headers'>, { tag, lastModified }: Validators): boolean {
  const sent = headers['if-none-match']
  if (sent !== undefined) return sent.trim() === '*' || opaqueTags(sent).includes(opaqueTags(tag)[0] ?? '')
  const since = Date.parse(headers['if-modified-since'] ?? '')
  return lastModified !== undefined && Date.parse(lastModified) <= since
}

/** Without `W/`. A stated tag may lack its quotes, and so does the one that clients send back. */
function opaqueTags(tags: string): readonly string[] {
  return tags.match(/"[^"]*"/g) ?? tags.split(',').map((tag) => tag.trim())
}
