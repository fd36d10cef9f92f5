// Import of rows: which lists accept it, and the form of a row.

import { formsOf } from '../../model/lists/drawn-blocks.ts'
import type { Block, Screen } from '../../model/screens.ts'
import type { FormRule } from '../form-rules/form-rule.ts'
import { findOperation, type Operation } from '../calls/calls.ts'
import { formRules } from '../form-rules/form-rules.ts'
import type { InputField } from '../wire/inputs.ts'
import type { ProblemItem } from '../wire/problem-details.ts'
import { formOf } from '../screens/screen-actions.ts'
import type { ScreenScope } from '../screens/screen-scope.ts'

/** All rows of a request are created in one transaction, so more would delay others. A longer file comes in parts. */
export const IMPORTED_ROWS_MAX = 1000
/** Sent as `refused` beside the rows: refused rows are then left out and reported in the answer. */
export const LEFT_OUT = 'left out'
export const IMPORTED_BYTES_MAX = 8_388_608

/** The answer if refused rows are left out. */
export interface RowsTaken {
  readonly created: number
  /** Each with its `row`. */
  readonly refused: readonly ProblemItem[]
}

export type Creation = Operation & { readonly kind: 'create' }

/** Answer of `GET /_ninefold/screens/<key>/<block>/import`. */
export interface ImportForm {
  readonly form: readonly InputField[]
  readonly rules: readonly FormRule[]
}

/** The standard call that creates records of a list, if the screen offers it to the caller; null: there is none. */
export function importingCall(scope: ScreenScope, screen: Screen, block: Block): Creation | null {
  if (block.kind !== 'list' || block.relation !== null) return null
  const operation = scope.operations.find(
    (each): each is Creation => each.kind === 'create' && each.standard.entity === block.entity,
  )
  if (operation === undefined || !offers(scope, screen, operation)) return null
  const form = formOf(scope, operation)
  const isGivenByFile = form.some(({ file, isNeeded }) => file !== undefined && isNeeded)
  return form.length === 0 || isGivenByFile ? null : operation
}

/** On the screen itself, or on one that it leads to. */
function offers(scope: ScreenScope, screen: Screen, operation: Creation): boolean {
  const isMeant = ({ method, path }: { readonly method: string; readonly path: string }): boolean =>
    findOperation(scope.operations, method, path) === operation
  const actions = [...screen.actions, ...screen.blocks.flatMap((block) => block.actions)]
  if (formsOf(screen).some(isMeant)) return true
  return actions.some((action) => {
    if (action.kind === 'call') return isMeant(action)
    if (action.kind !== 'open') return false
    const target = scope.model.screens.screens.find(({ name }) => name === action.screen)
    return target !== undefined && formsOf(target).some(isMeant)
  })
}

/** Rows cannot contain files. */
export function importForm(scope: ScreenScope, operation: Creation): ImportForm {
  return {
    form: formOf(scope, operation).filter(({ file }) => file === undefined),
    rules: formRules(scope, operation),
  }
}

/** Rows of a file, in parts as large as one request takes. */
export async function* partsOf(
  rows: AsyncIterable<readonly string[]>,
): AsyncGenerator<readonly (readonly string[])[], void> {
  let part: (readonly string[])[] = []
  for await (const row of rows) {
    part.push(row)
    if (part.length < IMPORTED_ROWS_MAX) continue
    yield part
    part = []
  }
  if (part.length > 0) yield part
}
