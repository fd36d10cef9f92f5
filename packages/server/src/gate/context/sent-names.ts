// A failed write of a step → refusals about the inputs that gave the fields their values: `mail` of
// `given mail as email`. PostgreSQL's own errors become refusals only later, and know the fields alone.

import type { SentName } from '@ninefold/core/model/steps/given-names.ts'
import { Refusal, type RefusalItem } from './refusal.ts'

type Names = ReadonlyMap<string, SentName>

const namesOf = new WeakMap<object, Names>()
const itemsOf = new WeakMap<object, OfItem>()

/** The object of a list, or its value, whose turn it was. */
type OfItem = Required<Pick<RefusalItem, 'within'>> & Pick<RefusalItem, 'isOfItem'>

/** `names`: of the inputs, by field. The cause to throw. */
export function namingSent(cause: unknown, names: Names): unknown {
  if (cause instanceof Refusal) return renamed(cause, names)
  if (typeof cause === 'object' && cause !== null) namesOf.set(cause, names)
  return cause
}

/** The same for the item of a list; an inner loop has already named its own item. The cause to throw. */
export function namingItem(cause: unknown, item: OfItem): unknown {
  if (cause instanceof Refusal) return withinItem(cause, item)
  if (typeof cause === 'object' && cause !== null && !itemsOf.has(cause)) itemsOf.set(cause, item)
  return cause
}

/** The refusal that the error has become. */
export function withSentNames(cause: unknown, refusal: Refusal): Refusal {
  if (typeof cause !== 'object' || cause === null) return refusal
  const names = namesOf.get(cause)
  const named = names === undefined ? refusal : renamed(refusal, names)
  const item = itemsOf.get(cause)
  return item === undefined ? named : withinItem(named, item)
}

function withinItem({ items, retryAfterSeconds, rows }: Refusal, item: OfItem): Refusal {
  const placed = items.map((each) => (each.within === undefined ? { ...each, ...item } : each))
  return new Refusal(placed, retryAfterSeconds, rows)
}

function renamed({ items, retryAfterSeconds, rows }: Refusal, names: Names): Refusal {
  const named = items.map((item) => {
    const sent = item.kind === 'built-in' && item.about !== null ? names.get(item.about) : undefined
    if (sent === undefined || item.kind !== 'built-in') return item
    return { ...item, about: sent.name, ...(sent.place === null ? {} : { path: sent.place }) }
  })
  return new Refusal(named, retryAfterSeconds, rows)
}
