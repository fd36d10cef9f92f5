// Parameters of a path whose value a step uses beyond comparing it. A value that is not of the parameter's type equals
// nothing, so a comparison with it does not hold; but nothing can be written or answered in its place.

import type { StepAction } from '../calls.ts'
import { everyStep } from './every-step.ts'

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
export function parametersUsedBy(action: StepAction): ReadonlySet<string> {
  const used = new Set<string>()
  if (action.kind === 'later')
    for (const step of everyStep(action.steps)) for (const name of parametersUsedBy(step.action)) used.add(name)
  else if (USING.includes(action.kind)) collect(action, used)
  return used
}

function collect(part: unknown, used: Set<string>): void {
  if (typeof part !== 'object' || part === null) return
  if ('kind' in part && part.kind === 'variable' && 'name' in part && String(part.name).startsWith('path.'))
    used.add(String(part.name))
  for (const inner of Object.values(part)) collect(inner, used)
}
