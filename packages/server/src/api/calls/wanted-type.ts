// The Accept header and the offered media types → the one that the client prefers (RFC 9110, 12.5.1).

import type { Operation } from '@ninefold/core/contract/calls/calls.ts'
import { acceptedTypes } from '@ninefold/core/model/steps/accepted-types.ts'
import type { onRequestHookHandler } from 'fastify'

interface Range {
  /** In lower case: `text/csv`, `text/*`, or all types. */
  readonly type: string
  readonly quality: number
}

/** On a tie, the type that is offered first. Null: none is acceptable. */
export function wantedType(offered: readonly string[], accept: string | undefined): string | null {
  const ranges = accept === undefined ? [] : rangesOf(accept)
  const qualities = offered.map((type) => (ranges.length === 0 ? 1 : qualityOf(type.toLowerCase(), ranges)))
  const best = Math.max(...qualities)
  return best > 0 ? (offered[qualities.indexOf(best)] ?? null) : null
}

/** Ranges with parameters match none of the offered types, and are dropped. */
function rangesOf(accept: string): Range[] {
  return accept.split(',').flatMap((part) => {
    const [type = '', ...parameters] = part.split(';').map((word) => word.trim().toLowerCase())
    if (!/^[^\s/]+\/[^\s/]+$/.test(type)) return []
    const [weight = 'q=1', ...others] = parameters.filter((each) => each !== '')
    const quality = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.exec(weight)?.[1]
    return quality === undefined || others.length > 0 ? [] : [{ type, quality: Number(quality) }]
  })
}

/** The most specific range wins: the exact type, then its family, then all types. */
function qualityOf(type: string, ranges: readonly Range[]): number {
  const [family = ''] = type.split('/')
  const wanted = [type, `${family}/*`, '*/*'].map((name) => ranges.find((range) => range.type === name))
  return wanted.find((range) => range !== undefined)?.quality ?? 0
}

/** Adds `Vary: Accept`, because caches keep one answer per accepted type. */
export function varyingBy(operation: Operation): onRequestHookHandler[] {
  if (operation.kind !== 'stated' || acceptedTypes(operation.call).length === 0) return []
  return [
    (_, reply, done) => {
      reply.header('vary', [reply.getHeader('vary') ?? [], 'Accept'].flat().join(', '))
      done()
    },
  ]
}
