// `given mail as email` → the name under which the client sent each field's value.

import type { FieldSet, Input } from '../calls.ts'
import { placeOfKeys, sentPath } from '../wire.ts'

type Given = Extract<FieldSet, { kind: 'given' }>

export function sentNameOf({ input, of }: Given, inputs: readonly Input[]): string {
  const declared = of === undefined ? inputs.find(({ path }) => path.join('.') === input.join('.')) : undefined
  return (declared === undefined ? input : sentPath(declared)).at(-1) ?? 'body'
}

export interface SentName {
  readonly name: string
  /** Where the value is in the body, if the name does not say it: `data.author.id`. Null: it does. */
  readonly place: string | null
}

/** By field. A refusal of such a field is about the value that was sent. */
export function sentNames(sets: readonly FieldSet[], inputs: readonly Input[]): ReadonlyMap<string, SentName> {
  return new Map(
    sets.flatMap((set): [string, SentName][] => {
      if (set.kind !== 'given') return []
      const name = sentNameOf(set, inputs)
      const place = placeOf(set, inputs)
      return [[set.field, { name, place: place === name ? null : place }]]
    }),
  )
}

/** Null: it is in an object of a list, whose place the loop knows. */
function placeOf({ input, of }: Given, inputs: readonly Input[]): string | null {
  const declared = of === undefined ? inputs.find(({ path }) => path.join('.') === input.join('.')) : undefined
  return declared === undefined ? null : placeOfKeys(sentPath(declared))
}
