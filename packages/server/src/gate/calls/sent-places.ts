// A list that was sent → where it stands in the body, as its sender wrote it: `input.items` is `items`, or nothing where
// the list is the whole body.

import type { Expression } from '@ninefold/core/expression/expression.ts'
import { memberIn } from '@ninefold/core/expression/members.ts'
import type { Input } from '@ninefold/core/model/calls.ts'
import { sentPath } from '@ninefold/core/model/wire.ts'

/** Inputs of a call, and the places of what is bound by now. */
interface Sent {
  readonly inputs: readonly Input[]
  readonly places: Readonly<Record<string, SentPlace>>
}

export interface SentPlace {
  /** `items[1]` */
  readonly place: string
  /** Those of the object that stands there. */
  readonly inputs: readonly Input[]
  /** Names of the groups of that object that were gone through on the way. */
  readonly within: readonly string[]
}

/** `items` of `input.items`, `items[1].options` of `line.options`; null: it was not sent. */
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
  return [place, ...path].filter((part) => part !== '').join('.')
}
