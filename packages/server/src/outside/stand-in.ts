// Stand-in for a service whose variables are missing in development or tests: it answers with the examples of the text.
// Its answers are parsed like real ones, so that a wrong example is found.

import { inputOf } from '@ninefold/core/contract/calls/calls.ts'
import { acceptInputs } from '@ninefold/core/contract/inputs/accept-inputs.ts'
import { followsPattern } from '@ninefold/core/contract/inputs/patterns.ts'
import type { InputField } from '@ninefold/core/contract/wire/inputs.ts'
import type { Value } from '@ninefold/core/expression/expression.ts'
import { groupOf } from '@ninefold/core/model/steps/sent-groups.ts'
import { askingVariablesOf } from '@ninefold/core/model/outside/services.ts'
import type { Outcome, OutsideServices, ServiceCall } from '../gate/context/service-calls.ts'
import type { ServiceSettings } from './service-requests.ts'

/** Uses `real` if the environment has all variables of the service. */
export function standingIn(real: OutsideServices, environment: ServiceSettings['environment']): OutsideServices {
  return {
    ask: async (call) =>
      call.service.address !== null &&
      askingVariablesOf(call.service).every((variable) => (environment[variable] ?? '') !== '')
        ? real.ask(call)
        : exampleOf(call),
  }
}

/** Asks no service, whatever the environment has. */
export const ONLY_EXAMPLES: OutsideServices = { ask: async (call) => exampleOf(call) }

function exampleOf({ service, operation }: ServiceCall): Outcome {
  const fields = operation.gets.map(inputOf)
  const sent = groupOf(
    Object.fromEntries(
      fields.flatMap((field): [string, Value][] => {
        const path = field.path.join('.')
        const text = operation.examples[path]
        return text === undefined ? [] : [[path, valueIn(text, field)]]
      }),
    ),
  )
  const { values, refusals } = acceptInputs(fields, sent, followsPattern)
  if (refusals.length === 0) return { kind: 'answer', values }
  const words = refusals.map(({ input, error }) => `${input}: ${error}`).join(', ')
  return { kind: 'failure', status: null, reason: `The examples of ${service.name} do not fit: ${words}.` }
}

/** Cells hold text; numbers and booleans are converted. */
function valueIn(text: string, { kind }: InputField): Value {
  if (kind === 'whole number') return Number(text)
  return kind === 'yes/no' ? text === 'yes' || text === 'true' : text
}
