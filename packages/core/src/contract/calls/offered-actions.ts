// Actions of a screen, and what the rows say of them → those that a person is offered, possible now or not.

import type { Availability, RowData } from '../wire/app.ts'
import type { AppAction } from '../wire/actions.ts'

export interface OfferedAction {
  readonly action: AppAction
  readonly availability: Availability
}

const AVAILABLE: Availability = { isAvailable: true }

/**
 * `row`: the one that the actions are done to; null: none. `page`: the record that the page is about, as far as it is
 * there. An action that the row does not mention is never allowed to the caller: it is left out.
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
