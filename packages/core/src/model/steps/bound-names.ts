// A step → the names that it binds, each with what it stands for where `when` has skipped the step: nothing, and of a list
// and its count none and zero, because a list is never empty of itself.

import type { Value } from '../../expression/expression.ts'
import type { StepAction } from '../calls.ts'

export function namesOfSkipped(action: StepAction): readonly (readonly [name: string, value: Value])[] {
  switch (action.kind) {
    case 'find':
    case 'check password':
      return [[action.as, null]]
    case 'ask':
      return action.binds.map((name) => [name, null] as const)
    case 'create':
      return action.as === null ? [] : [[action.as, null]]
    case 'let':
      return [[action.name, action.value.type.kind === 'list' && !action.value.isOptional ? [] : null]]
    case 'list':
      return [[action.as, []], ...(action.page === null ? [] : [[action.page.counting, 0] as const])]
    default:
      return []
  }
}
