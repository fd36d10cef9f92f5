// What the engine answers of a block of a screen → what somebody sees of it and is offered, as the reference interpreter
// says it. Keys that lead to actions are the browser's matter.

import { offeredActions } from '@ninefold/core/contract/calls/offered-actions.ts'
import type { AppAction, App, RowData } from '@ninefold/core/contract/wire/app.ts'
import { addressPart } from '@ninefold/core/model/words.ts'
import type { Json } from './made-up-requests.ts'

export function screenPath(screen: string, place: number, key: string): string {
  return `/_ninefold/screens/${addressPart(screen)}/${place}${key === '' ? '' : `?code=${encodeURIComponent(key)}`}`
}

/** `app`: what the same person is told of the application. */
export function shownOf(answer: Json, app: Json, screen: string, place: number): Json {
  const { screens } = app as unknown as Pick<App, 'screens'>
  const blocks = screens.find(({ key }) => key === addressPart(screen))?.blocks ?? []
  const block = blocks[place]
  const actions = block !== undefined && 'actions' in block ? block.actions : []
  const { rows, row, total, count } = answer as unknown as {
    readonly rows?: readonly RowData[]
    readonly row?: RowData
    readonly total?: number
    readonly count?: number
  }
  if (count !== undefined) return { count }
  if (row !== undefined) return shownRow(row, actions)
  return { ordered: (rows ?? []).map((each) => shownRow(each, actions)), total: total ?? null }
}

function shownRow(row: RowData, actions: readonly AppAction[]): Json {
  const can = offeredActions(actions, row, row).flatMap(({ action, availability }) =>
    availability.isAvailable ? [action.label] : [],
  )
  return { values: row.values as Readonly<Record<string, Json>>, can }
}
