// A screen for a role on a record → the records for which its caller may open it, as an expression over `this`.

import { anyOf, TRUE } from '../../expression/conditions.ts'
import type { Expression } from '../../expression/expression.ts'
import type { RecordBlock, Screen } from '../../model/screens.ts'
import { performerCondition } from '../../rights/roles.ts'
import type { ScreenScope } from './screen-scope.ts'

/** The record in the screen's address; null: there is none. */
export function recordOfScreen({ blocks }: Screen): RecordBlock | null {
  return blocks.find((block) => block.kind === 'record') ?? null
}

/** TRUE if the screen is about no record of this entity. A role in "Who" refers to the screen's own record. */
export function openedForRecord(
  { model, caller }: Pick<ScreenScope, 'model' | 'caller'>,
  screen: Screen,
  entity: string,
): Expression {
  if (screen.who === null || recordOfScreen(screen)?.entity !== entity) return TRUE
  return anyOf(screen.who.map((performer) => performerCondition(model, caller, performer, entity)))
}
