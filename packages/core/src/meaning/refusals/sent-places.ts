// A list of the body over which steps run → where it is in the body (reference/7-calls, Lists of objects).

import type { Expression } from '../../expression/expression.ts'
import { memberIn } from '../../expression/members.ts'
import type { Input } from '../../model/calls.ts'
import { placeOfKeys, sentPath } from '../../model/wire.ts'
import { Refused } from './refusal.ts'

/** An item of a list: where it is, and the inputs in it. */
export interface SentPlace {
  readonly place: string
  /** It is a value and no object. */
  readonly isValue?: true
  readonly inputs: readonly Input[]
}

interface Sent {
  readonly inputs?: readonly Input[]
  readonly places: ReadonlyMap<string, SentPlace>
}

/** Null: the list is not one that was sent. Its `inputs` are those of each of its objects. */
export function placeOfList({ inputs = [], places }: Sent, list: Expression): SentPlace | null {
  const names = namesIn(list)
  const [first = '', ...rest] = names ?? []
  if (first === 'input') return placeWithin({ place: '', inputs }, rest)
  const outer = places.get(first)
  return outer === undefined ? null : placeWithin(outer, rest)
}

/** `input.order.items` → its names; null: no path. */
function namesIn(list: Expression): readonly string[] | null {
  if (list.kind === 'variable') return list.name.split('.')
  const member = memberIn(list)
  const of = member === null ? null : namesIn(member.of)
  return member === null || of === null ? null : [...of, member.name]
}

function placeWithin({ place, inputs }: SentPlace, names: readonly string[]): SentPlace {
  const input = inputs.find(({ path }) => path.join('.') === names.join('.'))
  const keys = placeOfKeys(input === undefined ? names : sentPath(input))
  return {
    place: [place, keys].filter((part) => part !== '').join('.'),
    inputs: input?.like.kind === 'objects' ? input.like.inputs : [],
  }
}

/** A refusal names the item of the list; one within an inner list has its own. */
export function refusingWithin(item: SentPlace | null, doing: () => unknown): void {
  try {
    doing()
  } catch (cause) {
    if (item === null || !(cause instanceof Refused)) throw cause
    const own = { within: item.place, ...(item.isValue && { isOfItem: item.isValue }) }
    throw new Refused(cause.reasons.map((reason) => (reason.within === undefined ? { ...reason, ...own } : reason)))
  }
}
