// A card moved to another column of its board: one write of its state, choice or reference, and of its rank where the board is
// in an order by hand.

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, type KeyboardEvent } from 'react'
import type { AppForm, AppList, AppScreen, RowData } from '@ninefold/core/contract/wire/app.ts'
import type { Choice } from '@ninefold/core/contract/wire/display.ts'
import { bodyOfMove, laneOf, moveTo, type Move } from '../../../client/lists/board-moves.ts'
import { isLocked } from '../../../client/query/optimistic-update.ts'
import { useAct } from '../../calls/action-context.ts'
import type { Formats } from '../../formats.ts'
import { noticeImpossible } from '../../errors.tsx'
import { words } from '../../words/words.ts'
import { useReordering, type Column, type Target } from '../reordering/reordering.ts'

export type BoardForm = Extract<AppForm, { kind: 'board' }>

/** How many cards a lane has; `most` null: it may have any number. */
export interface Holds {
  readonly count: number
  readonly most: number | null
}

export interface LoadedColumn extends Column {
  readonly cards: readonly RowData[]
}

/** Common properties of the parts of a board. */
export interface BoardProps {
  readonly screen: AppScreen
  readonly block: AppList
  readonly form: BoardForm
  readonly lanes: readonly Choice[]
  readonly holds: (lane: string) => Holds
  readonly columnOf: (lane: string) => LoadedColumn
  /** True: some action of the screen moves cards. */
  readonly isMoving: boolean
  readonly dragged: RowData | null
  readonly setDragged: (row: RowData | null) => void
  readonly aside: MovesAside
}

/** Warns before a card moves to a column whose limit is reached. */
export function tooMany({ count, most }: Holds, inWords: Formats['count']): string | null {
  return most === null || count < most ? null : words.screens.wouldHold(inWords(count + 1), inWords(most))
}

/** The write that moves the card takes its rank, too. */
export function takesRank({ byHand }: Pick<AppList, 'byHand'>, move: Move | null): boolean {
  if (byHand === undefined || move?.kind !== 'possible') return false
  return move.action.kind === 'transition' || move.action.key === byHand.action
}

/** `target` null: the end of the column. */
type MoveCard = (move: Move, row: RowData, lane: string, target: Target | null) => void

export function useMove({
  screen,
  block,
  form,
  columnOf,
}: Pick<BoardProps, 'screen' | 'block' | 'form' | 'columnOf'>): MoveCard {
  const { act } = useAct()
  const reordering = useReordering()
  return (move, row, lane, target) => {
    if (move.kind === 'impossible') return
    const { action, body } = move
    const rank = takesRank(block, move) ? reordering?.rankIn(row, target, columnOf(lane)) : null
    const back = action.kind === 'call' ? bodyOfMove(action, form.field, laneOf(row, form.by)) : {}
    act({
      screen,
      action,
      row,
      body: { ...body, ...rank?.shows },
      changed: { shows: { [form.by]: lane, ...rank?.shows }, back: { ...back, ...rank?.back } },
    })
  }
}

interface MoveAside {
  readonly row: string
  /** The column that it goes to, or is in: from another one, the wish is void. */
  readonly lane: string
  /** The columns that are left. */
  readonly by: number
}

/** To the next column on that side that takes the card, at the same height. A notice says why none takes it. */
export type MovesAside = (row: RowData, by: number) => void

export function useMovesAside(
  board: Omit<BoardProps, 'dragged' | 'setDragged' | 'aside'>,
  rows: readonly RowData[],
): MovesAside {
  const { screen, block, form, lanes, columnOf } = board
  const move = useMove(board)
  const client = useQueryClient()
  // A card that is on its way is moved on as soon as it has arrived.
  const waiting = useRef<MoveAside | null>(null)
  const go: MovesAside = (row, by) => {
    const own = laneOf(row, form.by) ?? ''
    if (isLocked(client, screen.key, row)) {
      const before = waiting.current?.row === row.id ? waiting.current : { row: row.id, lane: own, by: 0 }
      waiting.current = { ...before, by: before.by + by }
      return
    }
    const place = lanes.findIndex(({ value }) => value === own)
    const beyond = by > 0 ? lanes.slice(place + 1) : lanes.slice(0, Math.max(place, 0)).toReversed()
    for (const { value } of beyond) {
      const there = value === '' ? null : moveTo(block, form.field, row, value)
      if (there?.kind !== 'possible') continue
      const next = columnOf(value).cards[columnOf(own).cards.findIndex(({ id }) => id === row.id)]
      move(there, row, value, next === undefined ? null : { row: next.id, isAfter: false })
      waiting.current = { row: row.id, lane: value, by: by - Math.sign(by) }
      return
    }
    const [next] = beyond
    const there = next === undefined ? null : moveTo(block, form.field, row, next.value)
    if (next !== undefined && there?.kind === 'impossible') noticeImpossible(reasonOf(there, next.label))
  }
  useEffect(() => {
    const next = waiting.current
    const row = rows.find(({ id }) => id === next?.row)
    if (next === null || (row !== undefined && isLocked(client, screen.key, row))) return
    waiting.current = null
    if (row === undefined || next.by === 0 || (laneOf(row, form.by) ?? '') !== next.lane) return
    go(row, next.by)
  })
  return go
}

/** -1: an arrow key to the columns before; 1: to those after; 0: another key. */
export function asideOf({ key, currentTarget }: KeyboardEvent): number {
  const isRightToLeft = getComputedStyle(currentTarget).direction === 'rtl'
  return (key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0) * (isRightToLeft ? -1 : 1)
}

export function reasonOf({ because }: Extract<Move, { kind: 'impossible' }>, lane: string): string {
  return because === null ? words.screens.notMovedHere(lane) : words.supplied.reason(because)
}
