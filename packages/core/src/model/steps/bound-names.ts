// A step → the names that it binds, with their values if `when` skips the step: empty, or for lists and counts an empty
// list and zero.

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
