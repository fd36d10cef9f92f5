// A click on free hours → the screen's form for a new entry, with these hours. Null if there is none.

import { useContext } from 'react'
import type { AppList, AppScreen } from '@ninefold/core/contract/wire/app.ts'
import { nameOf } from '../../client/input/form-values.ts'
import { useAct } from '../calls/action-context.ts'
import { offeredActions } from '@ninefold/core/contract/calls/offered-actions.ts'
import { RowOfPage } from '../screens/lists/row-of-page.ts'

export function useSlot(
  screen: AppScreen,
  block: AppList,
  by: string,
): ((slot: readonly [from: string, until: string]) => void) | null {
  const { act } = useAct()
  const page = useContext(RowOfPage)
  for (const action of [...block.offers, ...screen.actions]) {
    if (action.kind !== 'call' || action.startsFrom !== 'nothing') continue
    if (action.parameters.some(({ from }) => from === 'row')) continue
    if (offeredActions([action], null, page)[0]?.availability.isAvailable !== true) continue
    const input = action.form.find(
      ({ path, kind, periodOf }) =>
        path.at(-1) === by && (kind === 'date and time' || (kind === 'period' && periodOf === 'date and time')),
    )
    if (input === undefined) continue
    return (slot) =>
      act({ screen, action, row: null, page, begins: { [nameOf(input)]: input.kind === 'period' ? slot : slot[0] } })
  }
  return null
}
