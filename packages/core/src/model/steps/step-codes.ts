// Steps → the codes that they may refuse with: their own, and those stated for statuses of the services that they ask.

import type { CallsModel, Step } from '../calls.ts'
import { everyStep } from './every-step.ts'

/** Includes nested steps, in the order of the text. */
export function stepCodes({ services }: Pick<CallsModel, 'services'>, steps: readonly Step[]): string[] {
  return everyStep(steps).flatMap(({ orFail, action }) => [
    ...(orFail === null ? [] : [orFail]),
    ...(action.kind === 'ask' ? failureCodes(services, action.service, action.operation) : []),
  ])
}

function failureCodes(services: CallsModel['services'], service: string, operation: string): string[] {
  const asked = services.find(({ name }) => name === service)?.operations.find(({ name }) => name === operation)
  return asked?.failures.map(({ code }) => code) ?? []
}
