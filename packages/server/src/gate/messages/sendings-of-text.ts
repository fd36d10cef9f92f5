// A message in a step → the same message in the model of its receiver's language. Its position in the text identifies
// it.

import type { Step } from '@ninefold/core/model/calls.ts'
import type { Sending } from '@ninefold/core/model/outside/messages.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import { everyStep } from '@ninefold/core/model/steps/every-step.ts'

const known = new WeakMap<Model, ReadonlyMap<number, Sending>>()

export function sendingIn(model: Model, sending: Sending): Sending {
  const sendings = known.get(model) ?? new Map(everySending(model).map((each) => [each.span.start, each]))
  known.set(model, sendings)
  return sendings.get(sending.span.start) ?? sending
}

function everySending({ calls, states }: Model): Sending[] {
  const steps = [
    ...calls.calls.flatMap((call) => call.steps),
    ...calls.schedules.flatMap((schedule) => schedule.steps),
    ...states.machines.flatMap(({ procedures }) => procedures.flatMap((procedure) => procedure.steps)),
  ]
  const effects = states.machines.flatMap(({ transitions, creations }) =>
    [...transitions, ...creations].flatMap((transition) => transition.effects),
  )
  return [
    ...everyStep<Step>(steps).flatMap(({ action }) => (action.kind === 'send' ? [action.sending] : [])),
    ...effects.flatMap((effect) => (effect.kind === 'send' ? [effect.sending] : [])),
  ]
}
