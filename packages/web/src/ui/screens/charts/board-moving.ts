// A card moved to another column of its board: one write of its state, choice or reference, and of its rank where the board is
// in an order by hand.

import type { KeyboardEvent } from 'react'
import type { AppForm, AppList, AppScreen, RowData } from '@ninefold/core/contract/wire/app.ts'
import type { Choice } from '@ninefold/core/contract/wire/display.ts'
import { bodyOfMove, laneOf, moveTo, type Move } from '../../../client/lists/board-moves.ts'
import { isOnTheWay } from '../../../client/query/optimistic-update.ts'
import { useAct } from '../../calls/action-context.ts'
import type { Formats } from '../../formats.ts'
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

export function useMove({ screen, block, form, columnOf }: BoardProps): MoveCard {
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

/** Arrow keys to the next column on that side that takes the card, at the same height. False: another key, or none takes it. */
export function useMoveAside(props: BoardProps & { readonly row: RowData }): (event: KeyboardEvent) => boolean {
  const move = useMove(props)
  const { block, form, lanes, columnOf, isMoving, row } = props
  return ({ key, currentTarget }) => {
    const isRightToLeft = getComputedStyle(currentTarget).direction === 'rtl'
    const by = (key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0) * (isRightToLeft ? -1 : 1)
    if (by === 0 || !isMoving) return false
    // The browser's own use of the keys would leave the page.
    if (isOnTheWay(row)) return true
    const own = laneOf(row, form.by) ?? ''
    const place = lanes.findIndex(({ value }) => value === own)
    const beyond = by > 0 ? lanes.slice(place + 1) : lanes.slice(0, Math.max(place, 0)).toReversed()
    for (const { value } of beyond) {
      const there = value === '' ? null : moveTo(block, form.field, row, value)
      if (there?.kind !== 'possible') continue
      const next = columnOf(value).cards[columnOf(own).cards.findIndex(({ id }) => id === row.id)]
      move(there, row, value, next === undefined ? null : { row: next.id, isAfter: false })
      return true
    }
    return false
  }
}

export function reasonOf({ because }: Extract<Move, { kind: 'impossible' }>, lane: string): string {
  return because === null ? words.screens.notMovedHere(lane) : words.supplied.reason(because)
}
