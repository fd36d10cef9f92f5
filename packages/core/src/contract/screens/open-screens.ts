// Screens of point 2 → those that a caller's roles may open, and the blocks that they see there.

import { isFalse } from '../../expression/conditions.ts'
import { type DrawnBlock, drawnBlocks } from '../../model/lists/drawn-blocks.ts'
import type { Screen } from '../../model/screens.ts'
import { isReached, performerCondition } from '../../rights/roles.ts'
import { findOperation } from '../calls/calls.ts'
import { mayEverCall } from './screen-actions.ts'
import { isFieldEverVisible } from './screen-columns.ts'
import type { ScreenScope } from './screen-scope.ts'

/** Roles of the caller are known; roles on a record depend on the record. */
export function mayOpen(scope: ScreenScope, screen: Screen): boolean {
  const { model, caller } = scope
  const first = blocksFor(scope, screen)[0]
  return (
    isOneOf(scope, screen.who) &&
    (first === undefined ||
      first.kind === 'answer' ||
      first.kind === 'form' ||
      first.kind === 'text' ||
      isReached(model, caller, first.entity, 'see'))
  )
}

/** Null: it is for everybody. */
export function isOneOf({ model, caller }: Pick<ScreenScope, 'model' | 'caller'>, who: Screen['who']): boolean {
  return (
    who === null ||
    who.some(
      (performer) =>
        !isFalse(performerCondition(model, caller, performer, performer.kind === 'role' ? '' : performer.entity)),
    )
  )
}

/** The blocks that the caller's roles see. Addresses of data contain their index in this list. */
export function blocksFor(scope: ScreenScope, screen: Screen): readonly DrawnBlock[] {
  return drawnBlocks(screen).filter((block) => isOneOf(scope, block.forRoles) && mayAsk(scope, block))
}

/**
 * The answer of a call, and its form, are for callers who may use the call; a list or figure of the screen's record,
 * for those who may see that field.
 */
function mayAsk(scope: ScreenScope, block: DrawnBlock): boolean {
  if (block.kind === 'record' || block.kind === 'text') return true
  if (block.kind === 'list' || block.kind === 'count')
    return block.relation === null || isFieldEverVisible(scope, block.relation.entity, block.relation.field)
  const operation = findOperation(scope.operations, block.method, block.path)
  if (operation === null || block.kind === 'form') return operation !== null && mayEverCall(scope, operation)
  return operation.kind !== 'stated' || operation.call.who.some((role) => scope.caller.roles.has(role))
}
