// A question to an outside service → the values of the column Example (reference/7-calls, Outside services). No service
// is asked.

import type { Input, StepAction } from '../model/calls.ts'
import { evaluate, type Surroundings } from './evaluate.ts'
import { acceptedInputs, withinEachOther } from './inputs.ts'
import { NotCovered } from './not-covered.ts'
import { refusedAs } from './refusals/refusal.ts'
import type { Datum } from './store.ts'

/** By name, `payment.id`. Refused if an example does not fit its type, as if the service had failed. */
export function answerOf(
  scope: Surroundings,
  { service: name, operation: asked, values, as, binds }: Extract<StepAction, { kind: 'ask' }>,
): [string, Datum][] {
  const service = scope.model.calls.services.find((each) => each.name === name)
  const operation = service?.operations.find((each) => each.name === asked)
  if (operation === undefined) throw new Error(`There is no operation ${asked}.`)
  for (const { value } of values) evaluate(value, scope)
  const sent = operation.gets.flatMap((input): [string, Datum][] => {
    const example = operation.examples[input.path.join('.')]
    return example === undefined ? [] : [[input.path.join('.'), datumOf(input, example)]]
  })
  const answer = acceptedInputs(operation.gets, withinEachOther(Object.fromEntries(sent)), { isUnknownIgnored: true })
  if (answer.reasons.length > 0) throw refusedAs('not found')
  return binds.map((bound): [string, Datum] => [bound, answer.values[bound.slice(`${as ?? ''}.`.length)] ?? null])
}

/** A cell contains text; numbers and booleans are converted. */
function datumOf({ like }: Input, example: string): Datum {
  const kind = like.kind === 'type' ? like.type.kind : like.kind === 'one of' ? 'text' : null
  if (kind === null) throw new NotCovered(`answers like a ${like.kind}`)
  if (kind === 'whole number') return Number(example)
  return kind === 'yes/no' ? ['yes', 'true'].includes(example) : example
}
