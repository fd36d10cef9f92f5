// `given mail as email` → the name under which the client sent each field's value.

import type { FieldSet, Input } from '../calls.ts'
import { sentPath } from '../wire.ts'

type Given = Extract<FieldSet, { kind: 'given' }>

export function sentNameOf({ input, of }: Given, inputs: readonly Input[]): string {
  const declared = of === undefined ? inputs.find(({ path }) => path.join('.') === input.join('.')) : undefined
  return (declared === undefined ? input : sentPath(declared)).at(-1) ?? 'body'
}

/** By field. A refusal of such a field is about the value that was sent. */
export function sentNames(sets: readonly FieldSet[], inputs: readonly Input[]): ReadonlyMap<string, string> {
  return new Map(sets.flatMap((set) => (set.kind === 'given' ? [[set.field, sentNameOf(set, inputs)]] : [])))
}
