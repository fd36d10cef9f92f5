// A step → the names that it binds, with their values if `when` skips the step: empty, or for lists and counts an empty
// list and zero.

import type { Expression, Value } from '../../expression/expression.ts'
import type { StepAction, StepPage } from '../calls.ts'

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
      return [[action.name, skippedValue(action.value)]]
    case 'list':
      return [[action.as, []], ...countsOf(action.page)]
    default:
      return []
  }
}

function countsOf(page: StepPage | null): (readonly [name: string, value: Value])[] {
  return page === null || page.counting === null ? [] : [[page.counting, 0]]
}

/** Objects are bound as their JSON. */
function skippedValue({ type, isOptional }: Expression): Value {
  if (type.kind === 'object') return 'null'
  if (type.kind !== 'list' || isOptional) return null
  return type.of.kind === 'object' ? '[]' : []
}
