// The pattern of a call with the keys of records filled in → does the address still lead to this call? `/api/reports/:slug`
// with the slug `latest` leads to `GET /api/reports/latest`, where the text has it, and `/:owner/:name` can lead to
// addresses of the product's own.

import type { Operation } from '@ninefold/core/contract/calls/calls.ts'

const PRODUCT = '_ninefold'

type Addressed = Pick<Operation, 'method' | 'path'>

/** `address`: without a query. As the router does, it prefers a word that stands there over a place, part by part. */
export function leadsTo(operation: Addressed, address: string, operations: readonly Addressed[]): boolean {
  const given = partsOf(address)
  if (given === null) return true
  if (given[1] === PRODUCT && operation.path.split('/')[1] !== PRODUCT) return false
  return !operations.some((other) => other.method === operation.method && isPreferred(other, operation, given))
}

function isPreferred(other: Addressed, operation: Addressed, given: readonly string[]): boolean {
  const [theirs, own] = [other.path.split('/'), operation.path.split('/')]
  const isMatch = theirs.length === given.length && theirs.every((part, at) => isPlace(part) || part === given[at])
  const differing = theirs.findIndex((part, at) => isPlace(part) !== isPlace(own[at] ?? ''))
  return isMatch && differing >= 0 && !isPlace(theirs[differing] ?? '')
}

function isPlace(part: string): boolean {
  return part.startsWith(':')
}

/** Null: it cannot be read, and the router says so. */
function partsOf(address: string): string[] | null {
  try {
    return address.split('/').map(decodeURIComponent)
  } catch {
    return null
  }
}
