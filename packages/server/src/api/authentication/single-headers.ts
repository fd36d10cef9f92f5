// Headers that a request has once: those that decide who sends it, what its body is, and whether it was sent before. Two
// of them are refused, because a proxy may have read the other one (request smuggling). Node keeps the first of some
// and joins others, so the raw headers are read. `Host` has a check of its own, and the parser refuses a second
// `Content-Length`. Lists are left to their readers: `If-Match`, `Accept`, and `Cookie`, which HTTP/2 sends in parts.

import type { IncomingMessage } from 'node:http'
import type { Model } from '@ninefold/core/model/model.ts'
import { signatureHeadersOf } from '@ninefold/core/model/outside/services.ts'
import { signInOf } from '@ninefold/core/model/users/sign-in-of.ts'

const ALWAYS: readonly string[] = [
  'authorization',
  'content-disposition',
  'content-encoding',
  'content-type',
  'idempotency-key',
  'last-event-id',
  'ninefold-client',
  'origin',
  'sec-fetch-site',
]

/** By model, because each request asks. */
const known = new WeakMap<Model, ReadonlySet<string>>()

/** In lower case: the product's own, carriers of sessions and keys, and signatures of services. */
export function singleHeaders(model: Model): ReadonlySet<string> {
  const found = known.get(model)
  if (found !== undefined) return found
  const carriers = signInOf(model.roles)?.session.carriers ?? []
  const names = [
    ...ALWAYS,
    ...carriers.flatMap((carrier) => (carrier.kind === 'header' ? [carrier.name] : [])),
    ...model.calls.services.flatMap(({ signing }) => (signing === null ? [] : signatureHeadersOf(signing))),
  ]
  const made = new Set(names.map((name) => name.toLowerCase()))
  known.set(model, made)
  return made
}

export function areHeadersSingle(model: Model, { rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean {
  const single = singleHeaders(model)
  let seen: Set<string> | null = null
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] ?? '').toLowerCase()
    if (!single.has(name)) continue
    seen ??= new Set()
    if (seen.has(name)) return false
    seen.add(name)
  }
  return true
}
