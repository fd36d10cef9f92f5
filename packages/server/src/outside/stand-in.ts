// A service whose variables are missing, while an application is developed or tested → one that answers with the examples
// of the text. Its answers are read like any other, so that an example that does not fit is found here.

import { inputOf } from '@ninefold/core/contract/calls/calls.ts'
import { acceptInputs } from '@ninefold/core/contract/inputs/accept-inputs.ts'
import { followsPattern } from '@ninefold/core/contract/inputs/patterns.ts'
import type { InputField } from '@ninefold/core/contract/wire/inputs.ts'
import type { Value } from '@ninefold/core/expression/expression.ts'
import { groupOf } from '@ninefold/core/model/steps/sent-groups.ts'
import { askingVariablesOf } from '@ninefold/core/model/outside/services.ts'
import type { Outcome, OutsideServices, Question } from '../gate/context/questions.ts'
import type { ServiceSettings } from './services.ts'

/** Asks `real` where the environment has all that a service needs. */
export function standingIn(real: OutsideServices, environment: ServiceSettings['environment']): OutsideServices {
  return {
    ask: async (question) =>
      question.service.address !== null &&
      askingVariablesOf(question.service).every((variable) => (environment[variable] ?? '') !== '')
        ? real.ask(question)
        : exampleOf(question),
  }
}

/** No service is asked, whatever the environment has. */
export const ONLY_EXAMPLES: OutsideServices = { ask: async (question) => exampleOf(question) }

function exampleOf({ service, operation }: Question): Outcome {
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

/** A cell holds a text; a number or a yes is sent as one. */
function valueIn(text: string, { kind }: InputField): Value {
  if (kind === 'whole number') return Number(text)
  return kind === 'yes/no' ? text === 'yes' || text === 'true' : text
}
