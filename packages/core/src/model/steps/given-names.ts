// `given mail as email` → the name under which the client sent each field's value.

import type { FieldSet, Input } from '../calls.ts'
import { placeOfKeys, sentPath } from '../wire.ts'

type Given = Extract<FieldSet, { kind: 'given' }>

export interface SentName {
  readonly name: string
  /** Where the value is in the body, if the name does not say it: `data.author.id`. Null: it does. */
  readonly place: string | null
}

export function sentNameOf(given: Given, inputs: readonly Input[]): SentName {
  // The loop knows the place of an object of a list.
  const declared =
    given.of === undefined ? inputs.find(({ path }) => path.join('.') === given.input.join('.')) : undefined
  const path = declared === undefined ? null : sentPath(declared)
  const name = (path ?? given.input).at(-1) ?? 'body'
  const place = path === null ? null : placeOfKeys(path)
  return { name, place: place === name ? null : place }
}

/** By field. A refusal of such a field is about the value that was sent. */
export function sentNames(sets: readonly FieldSet[], inputs: readonly Input[]): ReadonlyMap<string, SentName> {
  return new Map(sets.flatMap((set) => (set.kind === 'given' ? [[set.field, sentNameOf(set, inputs)] as const] : [])))
}
