// A list in an order by hand: its rows while a move is on its way, and the move itself, which changes the rank of one row.

import { createContext, useContext, useEffect, useMemo, useRef } from 'react'
import type { ListData, RowData } from '@ninefold/core/contract/wire/app.ts'
import { inOrder, isByHand, rankAt, rankOf } from '../../../client/lists/by-hand.ts'
import { isOnTheWay } from '../../../client/query/optimistic-update.ts'
import { useAct } from '../../calls/action-context.ts'
import { pageStart, type RowsProps } from '../lists/list-props.ts'

/** The rows of one column of a board; `isEnd`: all of them are loaded. */
export interface Column {
  readonly has: (row: RowData) => boolean
  readonly isEnd: boolean
}

export interface Arranging {
  readonly mayMove: (row: RowData) => boolean
  /** Before or after another row. */
  readonly put: (row: string, target: Target, column?: Column) => void
  /** Up (negative) or down by a number of places, as far as there are. */
  readonly step: (row: string, by: number, column?: Column) => void
}

export interface Target {
  readonly row: string
  readonly isAfter: boolean
}

export const ArrangingContext = createContext<Arranging | null>(null)

/** Null: the rows are in no order by hand, or this reader may not change it. */
export function useArranging(): Arranging | null {
  return useContext(ArrangingContext)
}

interface Step {
  readonly row: string
  readonly by: number
  readonly column: Column | undefined
}

/** `data`: with the rows in the order that a move on its way makes. */
export function useArranged(props: RowsProps): { readonly data: ListData; readonly arranging: Arranging | null } {
  const { data } = props
  const isArranged = isByHand(props.block, props.address)
  const key = props.block.byHand?.key ?? ''
  const rows = useMemo(() => (isArranged ? inOrder(data.rows, key) : data.rows), [data, isArranged, key])
  const ordered = useMemo(() => (rows === data.rows ? data : { ...data, rows }), [data, rows])
  const arranging = useMoves(props, rows, isArranged)
  return { data: ordered, arranging }
}

function useMoves({ screen, block, data, address }: RowsProps, rows: readonly RowData[], isArranged: boolean) {
  const { act } = useAct()
  // A row that is on its way is moved on as soon as it has arrived.
  const waiting = useRef<Step | null>(null)
  const arranging = useMemo((): Arranging | null => {
    const { byHand } = block
    const action = block.actions.find((each) => each.key === byHand?.action)
    if (byHand === undefined || action === undefined || !isArranged) return null
    const { key } = byHand
    const isWhole = address.isWhole === true || block.pageSize === null
    const from = isWhole ? 0 : pageStart(block, address)
    const isEnd = from + data.rows.length >= data.total
    const mayMove = (row: RowData): boolean =>
      row.changes?.[key] === true && row.actions[action.key]?.isAvailable === true
    const among = (column: Column | undefined): readonly RowData[] =>
      column === undefined ? rows : rows.filter(column.has)
    const move = (row: RowData, place: number, column: Column | undefined): void => {
      if (!mayMove(row) || isOnTheWay(row)) return
      const ends = { key, isStart: from === 0, isEnd: column?.isEnd ?? isEnd }
      const rank = rankAt(among(column), row, place, ends)
      if (rank === null) return
      const changed = { shows: { [key]: rank }, back: { [key]: rankOf(row, key) } }
      act({ screen, action, row, body: { [key]: rank }, changed, isSeen: true })
    }
    return {
      mayMove,
      put: (id, target, column) => {
        const row = rows.find((each) => each.id === id)
        const others = among(column).filter((each) => each.id !== id)
        const place = others.findIndex((each) => each.id === target.row)
        if (row !== undefined && place >= 0) move(row, target.isAfter ? place + 1 : place, column)
      },
      step: (id, by, column) => {
        const all = among(column)
        const place = all.findIndex((each) => each.id === id)
        const row = all[place]
        if (row === undefined) return
        const before = waiting.current?.row === id ? waiting.current.by : 0
        if (isOnTheWay(row)) waiting.current = { row: id, by: before + by, column }
        else move(row, Math.max(0, Math.min(all.length - 1, place + by)), column)
      },
    }
  }, [screen, block, data, rows, address, isArranged, act])
  useEffect(() => {
    const next = waiting.current
    const row = rows.find(({ id }) => id === next?.row)
    if (next === null || (row !== undefined && isOnTheWay(row))) return
    waiting.current = null
    arranging?.step(next.row, next.by, next.column)
  }, [rows, arranging])
  return arranging
}
