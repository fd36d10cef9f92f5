// What is offered for a record and on its page, each with its letter, and which of it is the next step.

import type { AppRecord, AppScreen, RowData } from '@ninefold/core/contract/app.ts'
import type { OfferedAction } from '@ninefold/core/contract/offered-actions.ts'
import { lettersOf, nextStep, NEXT_STEP_LETTER, promisesAnother } from '../../client/record-actions.ts'
import type { StartedAction } from '../calls/action-context.ts'
import { offeredInWords } from '../calls/calls.tsx'
import { words } from '../words.ts'
import { withoutComposed } from './record-page.ts'

export interface OfferedOnPage extends OfferedAction {
  /** Null: the screen's own. */
  readonly row: RowData | null
  readonly letter: string | undefined
  readonly isNext: boolean
  /** What it does here, which is not always what the text calls it. */
  readonly label: string
}

/** All that is offered for the record and on its page, possible now or not, in the order of the text. */
export function offeredOnPage(screen: AppScreen, block: AppRecord, row: RowData): readonly OfferedOnPage[] {
  const ofRecord = withoutComposed(block.actions, screen)
  const ofScreen = withoutComposed(screen.actions, screen)
  const all = [
    ...offeredInWords(ofRecord, row, row).map((each) => ({ ...each, row })),
    ...offeredInWords(ofScreen, null, row).map((each) => ({ ...each, row: null })),
  ]
  const possible = all.filter(({ availability }) => availability.isAvailable)
  const next = nextStep(
    possible.filter((each) => each.row !== null).map(({ action }) => action),
    row,
  )
  const letters = lettersOf([...block.actions, ...screen.actions])
  return all.map((each) => ({
    ...each,
    label: promisesAnother(each.action, block, row) ? words.records.changeOne(block.title) : each.action.label,
    isNext: each.action === next,
    letter: each.action === next ? NEXT_STEP_LETTER : letters.get(each.action.key),
  }))
}

/** Only where it is another name: what the text calls it may change while its form is open. */
export function calledHere({ action, label }: OfferedOnPage): Pick<StartedAction, 'action' | 'label'> {
  return label === action.label ? { action } : { action, label }
}
