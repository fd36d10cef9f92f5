// A failed write of a step → refusals about the inputs that gave the fields their values: `mail` of
// `given mail as email`. PostgreSQL's own errors become refusals only later, and know the fields alone.

import type { SentName } from '@ninefold/core/model/steps/given-names.ts'
import { Refusal } from './refusal.ts'

type Names = ReadonlyMap<string, SentName>

const namesOf = new WeakMap<object, Names>()

/** `names`: of the inputs, by field. The cause to throw. */
export function namingSent(cause: unknown, names: Names): unknown {
  if (cause instanceof Refusal) return renamed(cause, names)
  if (typeof cause === 'object' && cause !== null) namesOf.set(cause, names)
  return cause
}

/** The refusal that the error has become. */
export function withSentNames(cause: unknown, refusal: Refusal): Refusal {
  const names = typeof cause === 'object' && cause !== null ? namesOf.get(cause) : undefined
  return names === undefined ? refusal : renamed(refusal, names)
}

function renamed({ items, retryAfterSeconds, rows }: Refusal, names: Names): Refusal {
  const named = items.map((item) => {
    const sent = item.kind === 'built-in' && item.about !== null ? names.get(item.about) : undefined
    if (sent === undefined || item.kind !== 'built-in') return item
    return { ...item, about: sent.name, ...(sent.place === null ? {} : { path: sent.place }) }
  })
  return new Refusal(named, retryAfterSeconds, rows)
}
