// Effect of an action on a record → a sentence with its new state.

import type { AppAction } from '@ninefold/core/contract/wire/actions.ts'
import type { AppScreen } from '@ninefold/core/contract/wire/app.ts'
import { stateAfter } from '../../client/query/optimistic-update.ts'
import type { Done } from '../../client/query/undo.ts'
import { recordInFront } from '../records/record-in-front.ts'
import { titleOfRow } from '../screens/lists/list-props.ts'
import { words } from '../words/words.ts'

export function sentenceOfDone(action: AppAction, done: Done | undefined): string {
  if (action.kind === 'call' && action.creates !== undefined) return words.calls.created(action.creates)
  if (action.kind === 'call' && action.startsFrom === 'record') return words.calls.changed
  if (done === undefined || action.kind !== 'transition') return words.calls.done(action.label)
  const { screen, row } = done
  const name = nameOf(done)
  const state = wordOf(screen, action.field, stateAfter(action, row))
  return name === '' || state === null || state.value === row.values[action.field]
    ? words.calls.done(action.label)
    : words.records.isNow(name, state.label)
}

/** Its name on its page or list. */
function nameOf({ screen, action, row }: Done): string {
  const front = recordInFront()
  if (front?.row.id === row.id) return front.title
  const list = screen.blocks.find(({ kind, actions }) => kind === 'list' && actions.includes(action))
  return list?.kind === 'list' ? titleOfRow(list, row) : ''
}

function wordOf({ blocks }: AppScreen, field: string, value: string | null) {
  for (const block of blocks) {
    const form = block.kind === 'list' ? block.form : null
    const lane =
      form?.kind === 'board' && form.field === field ? form.lanes.find((each) => each.value === value) : undefined
    if (lane !== undefined) return lane
    const column = 'columns' in block ? block.columns.find(({ key }) => key === field) : undefined
    if (column?.display.kind === 'state') return column.display.values.find((each) => each.value === value) ?? null
  }
  return null
}
