// The actions to offer with each row of a list.

import type { AppList } from '@ninefold/core/contract/wire/app.ts'
import type { AppAction } from '@ninefold/core/contract/wire/actions.ts'

/** Leaves out "open" if the whole row already opens the record. */
export function rowActionsOf(block: AppList): readonly AppAction[] {
  return block.actions.filter((action) => !(action.kind === 'open' && action.address === block.opens))
}
