// Actions of a record and its page, each with its shortcut, and the next step among them.

import type { AppRecord, AppScreen, RowData } from '@ninefold/core/contract/wire/app.ts'
import type { OfferedAction } from '@ninefold/core/contract/calls/offered-actions.ts'
import { lettersOf, nextStep, NEXT_STEP_LETTER, promisesAnother } from '../../client/records/record-actions.ts'
import type { Asked, StartedAction } from '../calls/action-context.ts'
import { offeredInWords } from '../calls/calls.tsx'
import { words } from '../words/words.ts'
import { withoutComposed } from './record-page.ts'

export interface OfferedOnPage extends OfferedAction {
  /** Null: the screen's own. */
  readonly row: RowData | null
  readonly letter: string | undefined
  readonly isNext: boolean
  /** Its label here, which may differ from the text's. */
  readonly label: string
  /** A missing value that this person may give. */
  readonly asks?: Asked | undefined
}

/** All actions of the record and its page, available or not, in the order of the text. */
export function offeredOnPage(screen: AppScreen, block: AppRecord, row: RowData): readonly OfferedOnPage[] {
  const ofRecord = withoutComposed(block.actions, screen)
  const ofScreen = withoutComposed(screen.actions, screen)
  const all = [
    ...offeredInWords(ofRecord, row, row).map((each) => ({ ...asking(each, block, row), row })),
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

/** Only if it differs, because the text's label may change while its form is open. */
export function calledHere({ action, label, asks }: OfferedOnPage): Pick<StartedAction, 'action' | 'label' | 'asks'> {
  return { action, ...(label === action.label ? {} : { label }), ...(asks === undefined ? {} : { asks }) }
}

/**
 * The action is unavailable only because of empty fields that this person may fill in: then it is available, and asks
 * for them.
 */
function asking(
  offered: OfferedAction,
  { changes }: AppRecord,
  row: RowData,
): OfferedAction & { readonly asks?: Asked } {
  const { action, availability } = offered
  if (availability.isAvailable || availability.asks === undefined || action.kind !== 'transition') return offered
  const names = Object.keys(availability.asks)
  const inputs = changes?.action.form.filter(({ path }) => names.includes(path.join('.'))) ?? []
  const mayGiveAll = names.every((name) => row.changes?.[name] === true)
  if (changes === undefined || inputs.length < names.length || !mayGiveAll) return offered
  return { action, availability: { isAvailable: true }, asks: { changes, inputs } }
}
