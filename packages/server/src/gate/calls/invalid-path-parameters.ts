// Parts of an address that are not of their parameters' types.

import type { Step } from '@ninefold/core/model/calls.ts'
import { parametersUsedBy } from '@ninefold/core/model/steps/used-path-parameters.ts'
import { inputRefusal, Refusal } from '../context/refusal.ts'
import type { CallRun } from './call-run.ts'

const usedParameters = new WeakMap<Step, ReadonlySet<string>>()

/** A part of the address that is not of its parameter's type has no value that a step could write or answer. */
export function refuseInvalidParameters({ bindings, invalidParameters }: CallRun, step: Step): void {
  if (invalidParameters.length === 0) return
  const used = usedParameters.get(step) ?? parametersUsedBy(step)
  usedParameters.set(step, used)
  const refused = invalidParameters.filter((name) => used.has(name) && bindings[name] === null)
  if (refused.length > 0)
    throw new Refusal(refused.map((name) => inputRefusal('wrong type', name.slice('path.'.length))))
}
