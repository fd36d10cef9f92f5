// Actions of a screen and the data of rows → the actions that a person is offered, available now or not.

import type { Availability, RowData } from '../wire/app.ts'
import type { AppAction } from '../wire/actions.ts'

export interface OfferedAction {
  readonly action: AppAction
  readonly availability: Availability
}

const AVAILABLE: Availability = { isAvailable: true }

/**
 * `row`: the row of the actions; null: none. `page`: the page's record, as far as it is loaded. An action that the row
 * does not mention is never allowed to the caller, and is left out.
 */
export function offeredActions(
  actions: readonly AppAction[],
  row: RowData | null,
  page: RowData | null,
): OfferedAction[] {
  return actions.flatMap((action) => {
    const asksPage = row === null && action.kind === 'call' && action.asksPage === true
    if (row === null && !asksPage) return [{ action, availability: AVAILABLE }]
    const isAsked =
      ['call', 'transition', 'document'].includes(action.kind) || (action.kind === 'open' && action.isAsked === true)
    if (!isAsked) return [{ action, availability: AVAILABLE }]
    const availability = (row ?? page)?.actions[action.key]
    return availability === undefined ? [] : [{ action, availability }]
  })
}
