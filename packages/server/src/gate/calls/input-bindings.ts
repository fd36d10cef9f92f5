// Inputs → the names under which expressions read them.

import { ownValue } from '@ninefold/core/model/find.ts'
import type { Value } from '@ninefold/core/expression/expression.ts'
import { sentVariable } from '@ninefold/core/expression/sent-inputs.ts'
import type { Input } from '@ninefold/core/model/calls.ts'

/** Every input by its name, empty if it was not sent, and whether it was sent. */
export function inputBindings(
  declared: readonly Input[],
  resolved: Readonly<Record<string, Value>>,
): Record<string, Value> {
  const bindings: Record<string, Value> = {}
  for (const { path, like } of declared) {
    const name = path.join('.')
    // A list that was not sent is an empty list.
    bindings[`input.${name}`] =
      ownValue(resolved, name) ?? (like.kind === 'objects' || (like.kind === 'type' && like.isList) ? [] : null)
    bindings[sentVariable(`input.${name}`)] = Object.hasOwn(resolved, name)
  }
  return bindings
}
