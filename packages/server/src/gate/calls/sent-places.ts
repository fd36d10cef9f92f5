// A list in the request → its path in the body as the client wrote it: `input.items` is `items`, or empty if the whole
// body is the list.

import type { Expression } from '@ninefold/core/expression/expression.ts'
import { memberIn } from '@ninefold/core/expression/members.ts'
import type { Input } from '@ninefold/core/model/calls.ts'
import { placeOfKeys, sentPath } from '@ninefold/core/model/wire.ts'

/** Inputs of a call, with the places of the values that are bound so far. */
interface Sent {
  readonly inputs: readonly Input[]
  readonly places: Readonly<Record<string, SentPlace>>
}

export interface SentPlace {
  /** `items[1]` */
  readonly place: string
  /** The inputs of the object at this place. */
  readonly inputs: readonly Input[]
  /** The input groups within that object on the path to the place. */
  readonly within: readonly string[]
}

/** `items` for `input.items`, `items[1].options` for `line.options`; null: the list was not sent. */
export function placeOfList(sent: Sent, list: Expression): SentPlace | null {
  if (list.kind === 'variable') {
    if (!list.name.startsWith('input.')) return sent.places[list.name] ?? null
    return below({ place: '', inputs: sent.inputs, within: [] }, list.name.slice('input.'.length).split('.'))
  }
  const member = memberIn(list)
  const of = member === null ? null : placeOfList(sent, member.of)
  return of === null || member === null ? null : below(of, [member.name])
}

export function itemOf({ place, ...rest }: SentPlace, index: number): SentPlace {
  return { ...rest, place: `${place}[${index}]` }
}

function below({ place, inputs, within }: SentPlace, names: readonly string[]): SentPlace {
  const path = [...within, ...names]
  const isThere = (input: Input): boolean => input.path.join('.') === path.join('.')
  const input = inputs.find(isThere)
  if (input !== undefined) {
    const { like } = input
    return { place: joined(place, sentPath(input)), inputs: like.kind === 'objects' ? like.inputs : [], within: [] }
  }
  const isGroup = inputs.some((each) => each.path.join('.').startsWith(`${path.join('.')}.`))
  return isGroup ? { place, inputs, within: path } : { place: joined(place, path), inputs: [], within: [] }
}

function joined(place: string, path: readonly string[]): string {
  return [place, placeOfKeys(path)].filter((part) => part !== '').join('.')
}
