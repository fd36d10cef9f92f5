// Two databases → one person's requests to both of them: those of their own pages, and every operation, screen, form
// and picker with names and values of either world, fitting or not.

import type { ScreenScope } from '@ninefold/core/contract/screens/screen-scope.ts'
import type { Application } from '@ninefold/server/gate/context/application.ts'
import type { Caller } from '@ninefold/server/gate/context/caller.ts'
import { choosingFrom } from '@ninefold/server/testing/agreement/agreement-values.ts'
import { type GeneratedRequest, requestsTo } from '@ninefold/server/testing/generated-requests.ts'
import fc from 'fast-check'
import { sensibleRequests } from '../requests/sensible-requests.ts'
import type { WorldPool } from './world-pool.ts'

export interface Questions {
  readonly application: Application
  readonly caller: Caller
  readonly pool: WorldPool
  readonly seed: number
  readonly count: number
  readonly isReading: boolean
}

/** Out of ten, this many requests are sensible ones. */
const SENSIBLE = { reading: 8, writing: 4 } as const
/** In worlds with writes, most of the sensible requests are still reads. */
const WRITES = { weight: 3, others: 1 } as const

export function questionsTo({ application, caller, pool, seed, count, isReading }: Questions): GeneratedRequest[] {
  const sensibleCount = Math.ceil((count * SENSIBLE[isReading ? 'reading' : 'writing']) / 10)
  const choosing = choosingFrom(seed)
  const sensible = sensibleRequests(scopeOf(application, caller), pool, choosing, sensibleCount)
  const all = requestsTo(application, pool).filter(isOfThePerson)
  const written = fc.oneof(
    { weight: WRITES.weight, arbitrary: all.filter((request) => !isRead(request)) },
    { weight: WRITES.others, arbitrary: all },
  )
  const any = fc.sample(isReading ? all.filter(isRead) : written, { numRuns: count - sensibleCount, seed })
  return [...sensible, ...any]
    .map((request) => ({ request, place: choosing.below(1_000_000) }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ request }) => request)
}

/** Addresses with live updates, each alone and several over one connection. */
export function streamedBy({
  application,
  caller,
  pool,
  seed,
  count,
}: Omit<Questions, 'isReading'>): GeneratedRequest[] {
  const choosing = choosingFrom(seed)
  const kept = sensibleRequests(scopeOf(application, caller), pool, choosing, count * 3).filter(
    ({ path }) => !path.includes('rows.csv'),
  )
  const parts = kept.filter(({ path }) => /^\/_ninefold\/(screens|history|notifications\/unread)/.test(path))
  return Array.from({ length: count }, (_, index) => {
    const one = choosing.of(kept)
    if (index % 3 !== 0 || parts.length === 0) return one
    const reads = Array.from({ length: 3 }, () => choosing.of(parts).path.replace('/_ninefold/', ''))
    return { ...one, path: `/_ninefold/live?${reads.map((read) => `read=${encodeURIComponent(read)}`).join('&')}` }
  })
}

function scopeOf({ model, operations }: Application, caller: Caller): ScreenScope {
  return { model, operations, caller }
}

function isRead({ method }: GeneratedRequest): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** Sessions differ for every sign-in, even of the same person. */
function isOfThePerson({ path }: GeneratedRequest): boolean {
  return !/^\/_ninefold\/(session|users)/i.test(path)
}
