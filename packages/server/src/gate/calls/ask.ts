// `ask Payments to create payment with … as payment or fail CODE` → the values of the service's answer, bound by their
// paths; or the stated refusal of a failure.

import type { Value } from '@ninefold/core/expression/expression.ts'
import type { Step, StepAction, Service, ServiceOperation } from '@ninefold/core/model/calls.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import { Refusal } from '../context/refusal.ts'
import { catalogueRefusal } from '../messages/messages.ts'
import type { CallRun } from './call-run.ts'

type Ask = Extract<StepAction, { kind: 'ask' }>

export async function ask(run: CallRun, step: Step, action: Ask): Promise<void> {
  const { service, operation } = operationOf(run.application.model, action)
  if (run.serviceCalls === null) throw new Error(`Nothing is asked here, and a step asks ${action.service}.`)
  const values: Record<string, Value> = {}
  for (const { path, value } of action.values) values[path] = await run.value(value)
  const outcome = run.serviceCalls.outcomeOf({ service, operation, values })
  if (outcome.kind === 'failure') {
    const code = operation.failures.find(({ status }) => status === outcome.status)?.code ?? step.orFail ?? ''
    throw new Refusal([{ ...(await catalogueRefusal(run, code, run.subjects)), at: step }])
  }
  if (action.as === null) return
  for (const { path, like } of operation.gets) {
    const name = path.join('.')
    run.bindings[`${action.as}.${name}`] = outcome.values[name] ?? (like.kind === 'type' && like.isList ? [] : null)
  }
}

function operationOf(
  { calls }: Model,
  action: Ask,
): { readonly service: Service; readonly operation: ServiceOperation } {
  const service = calls.services.find(({ name }) => name === action.service)
  const operation = service?.operations.find(({ name }) => name === action.operation)
  if (service === undefined || operation === undefined)
    throw new Error(`The specification has no ${action.service} that can ${action.operation}.`)
  return { service, operation }
}
