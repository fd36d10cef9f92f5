// The Accept header and the offered media types → the one that the client prefers (RFC 9110, 12.5.1).

import type { Operation } from '@ninefold/core/contract/calls/calls.ts'
import { type MediaType, mediaTypeOf, partsBetween } from '@ninefold/core/model/steps/media-types.ts'
import { acceptedTypes } from '@ninefold/core/model/steps/accepted-types.ts'
import type { onRequestHookHandler } from 'fastify'

interface Range extends MediaType {
  readonly quality: number
}

/** On a tie, the type that is offered first. Null: none is acceptable. */
export function wantedType(offered: readonly string[], accept: string | undefined): string | null {
  const ranges = accept === undefined ? [] : rangesOf(accept)
  const qualities = offered.map((type) => (ranges.length === 0 ? 1 : qualityOf(mediaTypeOf(type), ranges)))
  const best = Math.max(...qualities)
  return best > 0 ? (offered[qualities.indexOf(best)] ?? null) : null
}

function rangesOf(accept: string): Range[] {
  return partsBetween(',', accept).flatMap((part) => {
    const { essence, parameters } = mediaTypeOf(part)
    if (!/^[^\s/]+\/[^\s/]+$/.test(essence)) return []
    const quality = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.exec(parameters.get('q') ?? '1')?.[0]
    const wanted = new Map([...parameters].filter(([name]) => name !== 'q'))
    return quality === undefined ? [] : [{ essence, parameters: wanted, quality: Number(quality) }]
  })
}

/** The most specific range wins: the type with the most parameters, then its family, then all types. */
function qualityOf({ essence, parameters }: MediaType, ranges: readonly Range[]): number {
  const [family = ''] = essence.split('/')
  for (const name of [essence, `${family}/*`, '*/*']) {
    const fitting = ranges.filter((range) => range.essence === name && isWithin(range.parameters, parameters))
    const most = Math.max(...fitting.map((range) => range.parameters.size))
    const best = fitting.find((range) => range.parameters.size === most)
    if (best !== undefined) return best.quality
  }
  return 0
}

/** A range with parameters that the offered type does not have is for another type. */
function isWithin(wanted: MediaType['parameters'], offered: MediaType['parameters']): boolean {
  return [...wanted].every(([name, value]) => offered.get(name) === value)
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
