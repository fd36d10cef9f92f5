// `given mail as email` → the name under which the client sent each field's value.

import type { FieldSet, Input } from '../calls.ts'
import { placeOfKeys, sentPath } from '../wire.ts'

type Given = Extract<FieldSet, { kind: 'given' }>

export interface SentName {
  readonly name: string
  /** Where the value is in the body, if the name does not say it: `data.author.id`. Null: it does. */
  readonly place: string | null
}

/** The inputs of the objects that a loop goes through, by the name of its variable. */
type InputsOfItems = (variable: string) => readonly Input[]

export function sentNameOf(given: Given, inputs: readonly Input[], ofItems: InputsOfItems): SentName {
  const among = given.of === undefined ? inputs : ofItems(given.of)
  const declared = among.find(({ path }) => path.join('.') === given.input.join('.'))
  const path = declared === undefined ? null : sentPath(declared)
  // The loop knows the place of the object, and the name is the place in it.
  if (given.of !== undefined) return { name: placeOfKeys(path ?? given.input), place: null }
  const name = (path ?? given.input).at(-1) ?? 'body'
  const place = path === null ? null : placeOfKeys(path)
  return { name, place: place === name ? null : place }
}

/** By field. A refusal of such a field is about the value that was sent. */
export function sentNames(
  sets: readonly FieldSet[],
  inputs: readonly Input[],
  ofItems: InputsOfItems,
): ReadonlyMap<string, SentName> {
  const given = sets.flatMap((set) => (set.kind === 'given' ? [set] : []))
  return new Map(given.map((set) => [set.field, sentNameOf(set, inputs, ofItems)]))
}
