// A change of a row → an undo that the page offers to its author; null if there is none.

import type { QueryClient } from '@tanstack/react-query'
import type { AppScreen, RowData } from '@ninefold/core/contract/wire/app.ts'
import type { AppAction } from '@ninefold/core/contract/wire/actions.ts'
import type { DeletedData } from '@ninefold/core/contract/wire/deletions.ts'
import { type CallingAction, pathOf } from '@ninefold/core/contract/calls/action-address.ts'
import type { Attempts } from '../actions.ts'
import { isRecord } from '../lists/row-ids.ts'
import { expectedOf, stateAfter, type Expected } from './optimistic-update.ts'
import { request } from './request.ts'

export interface Done {
  readonly screen: AppScreen
  readonly action: AppAction
  /** Its former state. */
  readonly row: RowData
  /** A change by a call that can reverse it: its body, and the shown values of the row. */
  readonly changed?: Changed
}

export interface Changed {
  readonly shows: Readonly<Record<string, unknown>>
  /** A body with which the same call restores the former values. */
  readonly back: Readonly<Record<string, unknown>>
}

export interface WayBack {
  /** Null: the undo leaves nothing behind. Otherwise its own label, because sent messages cannot be undone. */
  readonly label: string | null
  readonly expected: Expected | null
  readonly go: () => Promise<unknown>
}

type Place = Readonly<Record<string, string>>

/** Tells whether an undo may be possible after it is done. */
export function mayLeadBack({ action, row, changed }: Done): boolean {
  if (!isRecord(row)) return false
  if (action.kind === 'transition') return stateAfter(action, row) !== null
  return action.kind === 'call' && (changed !== undefined || (action.deletes?.keptAs ?? null) !== null)
}

/** Called when the page shows the result, because the row then has the possible actions. */
export async function wayBack(
  client: QueryClient,
  attempts: Attempts,
  done: Done,
  place: Place,
): Promise<WayBack | null> {
  const { action, row } = done
  if (!isRecord(row)) return null
  if (action.kind === 'transition') return otherTransition(client, attempts, done, place)
  if (action.kind !== 'call') return null
  if (action.deletes !== undefined) return restoring(action.deletes.keptAs, row)
  return changingBack(client, attempts, done, place)
}

function otherTransition(
  client: QueryClient,
  attempts: Attempts,
  { screen, action, row, changed }: Done,
  place: Place,
): WayBack | null {
  if (action.kind !== 'transition') return null
  // With the rank, where a card has come to another column and to a place there.
  const besides = Object.keys(changed?.back ?? {}).map((key) => [key, row.values[key]] as const)
  const { field } = action
  const [before, after] = [row.values[field], stateAfter(action, row)]
  if (after === null || before === after || typeof before !== 'string') return null
  const now = freshRow(client, screen.key, row, action.key)
  // Another user has changed the state meanwhile.
  if (now !== null && now.values[field] !== after) return null
  for (const other of actionsOf(screen)) {
    if (other.kind !== 'transition' || other.field !== field) continue
    const leadsBack = other.leads.some(({ from, to }) => from.includes(after) && (to === before || to === null))
    if (!leadsBack || !isFree(other, row, now)) continue
    return {
      label: action.reachesOut === true || other.reachesOut === true ? other.label : null,
      expected: expectedOf(screen.key, other, now ?? row, { [field]: before, ...Object.fromEntries(besides) }),
      go: sending(attempts, other, now ?? row, changed?.back ?? {}, place),
    }
  }
  return null
}

/** If the row is no longer shown, its former data is used: then only a condition can prevent it. */
function isFree(action: CallingAction, row: RowData, now: RowData | null): boolean {
  if (now !== null) return now.actions[action.key]?.isAvailable === true
  return row.actions[action.key] !== undefined && !(action.kind === 'transition' && action.isGuarded === true)
}

function changingBack(
  client: QueryClient,
  attempts: Attempts,
  { screen, action, row, changed }: Done,
  place: Place,
): WayBack | null {
  if (changed === undefined || action.kind !== 'call') return null
  const now = freshRow(client, screen.key, row, action.key)
  const shown = Object.entries(changed.shows)
  const isAsDone = now !== null && shown.every(([key, value]) => now.values[key] === value)
  if (!isAsDone || now.actions[action.key]?.isAvailable !== true) return null
  const before = Object.fromEntries(shown.map(([key]) => [key, row.values[key]]))
  return {
    label: null,
    expected: expectedOf(screen.key, action, now, before),
    go: sending(attempts, action, now, changed.back, place),
  }
}

function sending(attempts: Attempts, action: CallingAction, row: RowData, body: unknown, place: Place): WayBack['go'] {
  return async () => {
    const path = pathOf(action, row, {}, place)
    if (path === null) throw new Error(`The path of "${action.label}" lacks a value.`)
    const isAsked = action.kind === 'call' && action.sendsVersion === true
    await attempts.send(action, path, body, isAsked ? row.keys['version'] : undefined)
  }
}

/** The list contains only records that this person may restore. */
async function restoring(keptAs: string | null, row: RowData): Promise<WayBack | null> {
  if (keptAs === null) return null
  const address = `/_ninefold/deleted.json?record=${encodeURIComponent(row.id)}`
  const { records } = await request<DeletedData>('GET', address)
  const kept = records.find(({ kind, record }) => kind === keptAs && record === row.id)
  if (kept === undefined) return null
  return {
    label: null,
    expected: null,
    go: () => request('POST', `/_ninefold/deleted/${encodeURIComponent(kept.id)}/restore`),
  }
}

function actionsOf({ actions, blocks }: AppScreen): AppAction[] {
  return [...actions, ...blocks.flatMap((block) => block.actions)]
}

/** The present row on the screen; null: not shown, or not updated yet. */
function freshRow(client: QueryClient, screen: string, { id }: RowData, action: string): RowData | null {
  const kept = client
    .getQueryCache()
    .findAll({ queryKey: ['data', screen], predicate: ({ state }) => !state.isInvalidated })
    .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
  for (const { state } of kept) {
    const { rows, row } = (state.data ?? {}) as { readonly rows?: readonly RowData[]; readonly row?: RowData }
    const all = [...(Array.isArray(rows) ? rows : []), ...(row === undefined ? [] : [row])]
    const found = all.find((each) => each.id === id && each.actions[action] !== undefined)
    if (found !== undefined) return found
  }
  return null
}
