// A board of records: each of its lanes shows its first cards, and more of them when somebody scrolls there.

import type { AppForm, AppList, BoardData, RowData } from '@ninefold/core/contract/wire/app.ts'
import { laneOf } from './board-moves.ts'

/** It is had lane by lane; that of a call comes as the call answers. */
export function hasLanes({ form, answer }: Pick<AppList, 'form' | 'answer'>): boolean {
  return form.kind === 'board' && answer === null
}

/** How many cards are wanted, by lane. */
export type WantedCards = Readonly<Record<string, number>>

/** Nothing is wanted beyond the first ones. */
const FIRST: WantedCards = {}

/** Parameters of the request for a board; none for another list. */
export function cardsAsked(block: Pick<AppList, 'form' | 'answer'>, wanted = FIRST): Readonly<Record<string, string>> {
  return hasLanes(block) ? { cards: JSON.stringify(wanted) } : {}
}

/** How many cards a lane should have at most; null: any number. Records without a value are in no lane of the text. */
export function limitOfLane({ limits = [] }: Extract<AppForm, { kind: 'board' }>, lane: string): number | null {
  if (lane === '') return null
  const own = limits.find(({ column }) => column === lane) ?? limits.find(({ column }) => column === null)
  return own?.most ?? null
}

/** Cards loaded at a time, and the maximum that the server returns for one lane. */
export const CARDS_MORE = 50
export const CARDS_MAX = 1_000

/** How many records each lane has, when some of the answered rows are shown elsewhere, or not at all. */
export function countedLanes(
  lanes: BoardData['lanes'],
  by: string,
  answered: readonly RowData[],
  shown: readonly RowData[],
): BoardData['lanes'] {
  if (answered === shown) return lanes
  const cardsIn = (rows: readonly RowData[], lane: unknown): number =>
    rows.filter((row) => laneOf(row, by) === lane).length
  return lanes.map(({ value, count }) => ({ value, count: count + cardsIn(shown, value) - cardsIn(answered, value) }))
}
