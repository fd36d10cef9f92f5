// Parameters of a path whose value a step uses beyond comparing it. A value that is not of the parameter's type equals
// nothing, so a comparison with it does not hold; but nothing can be written or answered in its place.

import type { Step, StepAction } from '../calls.ts'
import { everyStep } from './every-step.ts'
import { namesInSteps } from './later-steps.ts'

const USING: readonly StepAction['kind'][] = [
  'let',
  'create',
  'change',
  'set',
  'add',
  'remove',
  'do',
  'ask',
  'give role',
  'take role',
  'respond',
  'respond file',
]

/** Their names in expressions, `path.number`. Steps below `later:` count, because they keep values for later. */
export function parametersUsedBy(step: Step): ReadonlySet<string> {
  const steps = step.action.kind === 'later' ? everyStep(step.action.steps) : [step]
  // Conditions compare.
  const using = steps.filter(({ action }) => USING.includes(action.kind)).map((each) => ({ ...each, when: null }))
  return new Set([...namesInSteps({ steps: using }).keys()].filter((name) => name.startsWith('path.')))
}
