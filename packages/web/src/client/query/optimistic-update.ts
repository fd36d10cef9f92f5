// Optimistic update: the effect of an action is shown until the server has answered and the page has the new data. It
// is an overlay over cached answers, so an older answer cannot undo it; a refusal removes it.

import { useMutationState, type Mutation, type MutationKey, type QueryClient } from '@tanstack/react-query'
import type { RowData } from '@ninefold/core/contract/wire/app.ts'
import type { AppAction } from '@ninefold/core/contract/wire/actions.ts'
import { isRecord } from '../lists/row-ids.ts'

export interface Expected {
  /** The key of the screen. */
  readonly screen: string
  /** Ids of two entities may be equal; an action belongs to one. */
  readonly action: string
  readonly row: string
  /** Null: the row disappears. */
  readonly values: Readonly<Record<string, unknown>> | null
}

/** A row with values that the server has not confirmed: it is locked until it has. */
export interface ShownRow extends RowData {
  readonly isOnTheWay?: true
}

export function isOnTheWay(row: ShownRow | null): boolean {
  return row?.isOnTheWay === true
}

/** Null: only the server knows the effect. `shows`: the effect as far as the caller knows it. */
export function expectedOf(
  screen: string,
  action: AppAction,
  row: RowData | null,
  shows?: Readonly<Record<string, unknown>>,
): Expected | null {
  if (row === null || !isRecord(row)) return null
  const values = shows ?? valuesAfter(action, row)
  return values === undefined ? null : { screen, action: action.key, row: row.id, values }
}

/** Undefined: unknown. */
function valuesAfter(action: AppAction, row: RowData): Expected['values'] | undefined {
  if (action.kind === 'call') return action.deletes === undefined ? undefined : null
  const to = action.kind === 'transition' ? stateAfter(action, row) : null
  return action.kind === 'transition' && to !== null ? { [action.field]: to } : undefined
}

type Transition = Extract<AppAction, { kind: 'transition' }>

/** Null: the row's state is hidden, or the target is the previous state, which is unknown. */
export function stateAfter({ field, leads }: Pick<Transition, 'field' | 'leads'>, row: RowData): string | null {
  const state = row.values[field]
  return leads.find(({ from }) => from.some((each) => each === state))?.to ?? null
}

/** Of the updates of a screen. */
function keyOf(screen: string): MutationKey {
  return ['expected', screen]
}

/** Applies until the answer arrives, however long it takes; it is never repeated. */
export function expecting<Answer>(
  client: QueryClient,
  expected: Expected | null,
  answer: Promise<Answer>,
): Promise<Answer> {
  if (expected === null) return answer
  // The returned promise reports a refusal.
  answer.catch(() => {})
  const mutation = client.getMutationCache().build<Answer, Error, Expected, unknown>(client, {
    mutationKey: keyOf(expected.screen),
    mutationFn: () => answer,
    // The request has already been sent.
    networkMode: 'always',
    gcTime: 0,
  })
  return mutation.execute(expected)
}

/** Updates of the screen, in order. */
export function useExpected(screen: string): readonly Expected[] {
  return useMutationState({
    filters: { mutationKey: keyOf(screen), status: 'pending' },
    select: ({ state }) => state.variables as Expected,
  })
}

/**
 * The row is locked, or it will be in the next frame: its update has been sent and is not drawn yet. A second key or click
 * may come in between.
 */
export function isLocked(client: QueryClient, screen: string, row: RowData): boolean {
  const ofRow = ({ state }: Mutation): boolean => isOf(state.variables as Expected, row)
  return isOnTheWay(row) || client.isMutating({ mutationKey: keyOf(screen), predicate: ofRow }) > 0
}

/** Applies updates to rows; the same array if there are none. */
export function withExpected(rows: readonly RowData[], expected: readonly Expected[]): readonly RowData[] {
  if (expected.length === 0) return rows
  return rows.flatMap((row) => {
    const own = expected.filter((each) => isOf(each, row))
    if (own.some(({ values }) => values === null)) return []
    return own.length === 0 ? [row] : [shownRow(row, own)]
  })
}

function isOf({ row: id, action }: Expected, row: RowData): boolean {
  return id === row.id && row.actions[action] !== undefined
}

function shownRow(row: RowData, own: readonly Expected[]): ShownRow {
  const values = own.reduce((all, each) => ({ ...all, ...each.values }), row.values)
  return { ...row, values, isOnTheWay: true }
}
