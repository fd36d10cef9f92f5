// Inputs → the names under which expressions read them.

import type { Value } from '@ninefold/core/expression/expression.ts'
import type { Input } from '@ninefold/core/model/calls.ts'

/** Every input under its name, as steps read it: empty when it was not sent. */
export function inputBindings(
  declared: readonly Input[],
  resolved: Readonly<Record<string, Value>>,
): Record<string, Value> {
  return Object.fromEntries(
    declared.map(({ path, like }) => [
      `input.${path.join('.')}`,
      // Of several values, none are sent when nothing is.
      resolved[path.join('.')] ?? (like.kind === 'type' && like.isList ? [] : null),
    ]),
  )
}
