// A stated call → how its refusals differ from those of other calls: status codes, body, and the names of inputs.

import type { Call } from '@ninefold/core/model/calls.ts'
import { placeOfKeys, sentPath } from '@ninefold/core/model/wire.ts'
import type { FastifyContextConfig } from 'fastify'

type AsStated = Pick<FastifyContextConfig, 'statuses' | 'errorBody' | 'errorHeaders' | 'inputPaths' | 'bodyKeys'>

export function refusalsAsStated(call: Call): AsStated {
  const { statuses, errorBody, errorHeaders } = call.wire ?? {}
  return {
    ...(statuses && { statuses }),
    ...(errorBody && { errorBody }),
    ...(errorHeaders && { errorHeaders }),
    inputPaths: placesOfInputs(call),
    ...bodyKeysOf(call),
  }
}

/** A body that is JSON of its sender has any key. */
function bodyKeysOf({ inputs }: Call): Pick<AsStated, 'bodyKeys'> {
  const paths = inputs.map(sentPath)
  if (paths.some((path) => path.length === 0)) return {}
  return { bodyKeys: new Set(paths.map(([first = '']) => first)) }
}

/** Inputs by their own names and by their fields' names. A name that two inputs share identifies neither. */
function placesOfInputs({ inputs }: Call): ReadonlyMap<string, string> {
  const places = new Map<string, string | null>()
  for (const input of inputs) {
    const place = placeOfKeys(sentPath(input))
    const { like } = input
    const field = like.kind === 'field' || like.kind === 'record by' ? [like.field.name] : []
    const names = new Set([sentPath(input).at(-1) ?? '', input.path.at(-1) ?? '', ...field])
    for (const name of names) places.set(name, places.has(name) ? null : place)
  }
  return new Map([...places].filter((entry): entry is [string, string] => entry[1] !== null))
}
