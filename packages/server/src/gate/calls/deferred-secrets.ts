// Sent passwords and secret texts that deferred steps need. They wait in the database in their stored form, and a
// wrapper tells that form from a sent text: no input of a text is ever an object.

import type { ObjectValue, Value } from '@ninefold/core/expression/expression.ts'
import type { Input } from '@ninefold/core/model/calls.ts'
import { ownValue } from '@ninefold/core/model/find.ts'
import { groupOf, groupsIn, valuesOfGroup } from '@ninefold/core/model/steps/sent-groups.ts'
import { isMadeUnreadable, keptValue, type SecretTexts } from '../../store/data/secret-texts.ts'

const STORED = 'stored form'

/** The value of an input, or of an object in a sent list, without readable secrets. */
export async function withDeferredSecrets(
  input: Pick<Input, 'like'>,
  value: Value,
  secretTexts: SecretTexts | null,
): Promise<Value> {
  const { like } = input
  if (value === null) return null
  if (like.kind === 'field' && isMadeUnreadable(like.field))
    return { [STORED]: await keptValue(like.field, value, secretTexts) }
  if (like.kind !== 'objects') return value
  return Promise.all(groupsIn(value).map((group) => groupWithDeferredSecrets(like.inputs, group, secretTexts)))
}

export async function groupWithDeferredSecrets(
  inputs: readonly Input[],
  group: ObjectValue,
  secretTexts: SecretTexts | null,
): Promise<ObjectValue> {
  const values: Record<string, Value> = { ...valuesOfGroup(inputs, group) }
  for (const input of inputs) {
    const name = input.path.join('.')
    const value = values[name]
    if (value !== undefined) values[name] = await withDeferredSecrets(input, value, secretTexts)
  }
  return groupOf(values)
}

/** The stored form of a deferred secret; null: the value is another one. */
export function deferredSecret(value: Value): string | null {
  const stored = typeof value === 'object' && value !== null ? ownValue(value as ObjectValue, STORED) : undefined
  return typeof stored === 'string' ? stored : null
}
