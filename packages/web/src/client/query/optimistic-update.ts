// Optimistic update: effect of an action → shown state until the server has answered and the page shows the answer. It
// lies over the answers that are kept, so that one which was already on its way can't take it back; a refusal takes it
// away.

import { useMutationState, type QueryClient } from '@tanstack/react-query'
import type { RowData } from '@ninefold/core/contract/wire/app.ts'
import type { AppAction } from '@ninefold/core/contract/wire/actions.ts'

export interface Expected {
  /** The key of the screen. */
  readonly screen: string
  /** Ids of two entities may be equal; an action's key is of one. */
  readonly action: string
  readonly row: string
  /** Null: the row is there no more. */
  readonly values: Readonly<Record<string, unknown>> | null
}

/** A row that shows something which the server has not said yet: nothing more is done to it until it has. */
export interface ShownRow extends RowData {
  readonly isOnTheWay?: true
}

export function isOnTheWay(row: ShownRow | null): boolean {
  return row?.isOnTheWay === true
}

/** Rows of answers of calls are no records. */
export function isRecord({ id }: Pick<RowData, 'id'>): boolean {
  return id !== '' && !id.startsWith('#')
}

/** Null: what becomes of the row only the server knows. `shows`: what whoever started it knows of that. */
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

/** Undefined: not known. */
function valuesAfter(action: AppAction, row: RowData): Expected['values'] | undefined {
  if (action.kind === 'call') return action.deletes === undefined ? undefined : null
  const to = action.kind === 'transition' ? stateAfter(action, row) : null
  return action.kind === 'transition' && to !== null ? { [action.field]: to } : undefined
}

type Transition = Extract<AppAction, { kind: 'transition' }>

/** Null: the row does not tell its state, or it leads to the one before, which is not known. */
export function stateAfter({ field, leads }: Pick<Transition, 'field' | 'leads'>, row: RowData): string | null {
  const state = row.values[field]
  return leads.find(({ from }) => from.some((each) => each === state))?.to ?? null
}

const KEY = ['expected']

/** Until the answer is there, however long it takes: this is not told to be done again. */
export function expecting<Answer>(
  client: QueryClient,
  expected: Expected | null,
  answer: Promise<Answer>,
): Promise<Answer> {
  if (expected === null) return answer
  // The returned promise tells its caller of a refusal.
  answer.catch(() => {})
  const mutation = client.getMutationCache().build<Answer, Error, Expected, unknown>(client, {
    mutationKey: KEY,
    mutationFn: () => answer,
    // It is on its way already.
    networkMode: 'always',
    gcTime: 0,
  })
  return mutation.execute(expected)
}

/** Of the screen, in the order in which it was done. */
export function useExpected(screen: string): readonly Expected[] {
  return useMutationState({
    filters: {
      mutationKey: KEY,
      status: 'pending',
      predicate: ({ state }) => (state.variables as Expected | undefined)?.screen === screen,
    },
    select: ({ state }) => state.variables as Expected,
  })
}

/** Rows with what is expected of them; the same ones where nothing is. */
export function withExpected(rows: readonly RowData[], expected: readonly Expected[]): readonly RowData[] {
  if (expected.length === 0) return rows
  return rows.flatMap((row) => {
    const own = expected.filter((each) => each.row === row.id && row.actions[each.action] !== undefined)
    if (own.some(({ values }) => values === null)) return []
    return own.length === 0 ? [row] : [shownRow(row, own)]
  })
}

function shownRow(row: RowData, own: readonly Expected[]): ShownRow {
  const values = own.reduce((all, each) => ({ ...all, ...each.values }), row.values)
  return { ...row, values, isOnTheWay: true }
}
