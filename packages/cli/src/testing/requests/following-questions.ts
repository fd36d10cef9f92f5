// A request and its answer → the next requests of a client that has read it: the next part of the list, and whether the
// cached version is still current.

import type { GeneratedRequest } from '@ninefold/server/testing/generated-requests.ts'
import type { RawAnswer } from '@ninefold/server/testing/raw-request.ts'

export interface Question extends GeneratedRequest {
  /** The number of requests in a chain. */
  readonly depth?: number
}

const DEPTH_MAX = 2

export function followingOn(question: Question, { status, body, headers }: RawAnswer): Question[] {
  const { method, path, depth = 0 } = question
  if (method !== 'GET' || status !== 200 || depth === DEPTH_MAX) return []
  const next = /"next":"([^"]+)"/.exec(body)?.[1]
  const etag = headers['etag']
  const behind = { ...question, depth: depth + 1 }
  return [
    ...(next === undefined ? [] : [{ ...behind, path: withParameter(path, 'after', next) }]),
    ...(etag === undefined ? [] : [{ ...behind, headers: { ...question.headers, 'if-none-match': etag } }]),
  ]
}

/** Replaces the parameter. */
function withParameter(path: string, name: string, value: string): string {
  const [address = '', query = ''] = path.split('?', 2)
  const others = query.split('&').filter((part) => part !== '' && !part.startsWith(`${name}=`))
  return `${address}?${[...others, `${name}=${encodeURIComponent(value)}`].join('&')}`
}
