// A list in an order by hand: its rows while a move is on its way, and the move itself, which changes the rank of one row.

import { useQueryClient } from '@tanstack/react-query'
import { createContext, useContext, useEffect, useMemo, useRef } from 'react'
import type { ListData, RowData } from '@ninefold/core/contract/wire/app.ts'
import { inOrder, isByHand, rankAt, rankOf } from '../../../client/lists/by-hand.ts'
import { isLocked } from '../../../client/query/optimistic-update.ts'
import { useAct } from '../../calls/action-context.ts'
import { pageStart, type RowsProps } from '../lists/list-props.ts'

/** The rows of one column of a board; `isEnd`: all of them are loaded. */
export interface Column {
  readonly has: (row: RowData) => boolean
  readonly isEnd: boolean
}

export interface Reordering {
  readonly mayMove: (row: RowData) => boolean
  /** The rank of a row that comes into a column at this place; null: it keeps its own. `target` null: the end. */
  readonly rankIn: (row: RowData, target: Target | null, column: Column) => Ranked | null
  /** Before or after another row. */
  readonly put: (row: string, target: Target, column?: Column) => void
  /** Up (negative) or down by a number of places, as far as there are. */
  readonly step: (row: string, by: number, column?: Column) => void
}

/** The value that the move writes, and the present one, by the key of the rank. */
export interface Ranked {
  readonly shows: Readonly<Record<string, string>>
  readonly back: Readonly<Record<string, string | null>>
  /** The key of the call that changes it. */
  readonly action: string
}

export interface Target {
  readonly row: string
  readonly isAfter: boolean
}

export const ReorderingContext = createContext<Reordering | null>(null)

/** Null: the rows are in no order by hand, or this reader may not change it. */
export function useReordering(): Reordering | null {
  return useContext(ReorderingContext)
}

interface Step {
  readonly row: string
  readonly by: number
  readonly column: Column | undefined
}

/** `data`: with the rows in the order that a move on its way makes. */
export function useReordered(props: RowsProps): { readonly data: ListData; readonly reordering: Reordering | null } {
  const { data } = props
  const isReordered = isByHand(props.block, props.address)
  const key = props.block.byHand?.key ?? ''
  const rows = useMemo(() => (isReordered ? inOrder(data.rows, key) : data.rows), [data, isReordered, key])
  const ordered = useMemo(() => (rows === data.rows ? data : { ...data, rows }), [data, rows])
  const reordering = useMoves(props, rows, isReordered)
  return { data: ordered, reordering }
}

function useMoves({ screen, block, data, address }: RowsProps, rows: readonly RowData[], isReordered: boolean) {
  const { act } = useAct()
  const client = useQueryClient()
  // A row that is on its way is moved on as soon as it has arrived.
  const waiting = useRef<Step | null>(null)
  const reordering = useMemo((): Reordering | null => {
    const { byHand } = block
    const action = block.actions.find((each) => each.key === byHand?.action)
    if (byHand === undefined || action === undefined || !isReordered) return null
    const { key } = byHand
    const isWhole = address.isWhole === true || block.pageSize === null
    const from = isWhole ? 0 : pageStart(block, address)
    const isEnd = from + data.rows.length >= data.total
    const mayMove = (row: RowData): boolean =>
      row.changes?.[key] === true && row.actions[action.key]?.isAvailable === true
    const among = (column: Column | undefined): readonly RowData[] =>
      column === undefined ? rows : rows.filter(column.has)
    const ranked = (row: RowData, place: number, column: Column | undefined): Ranked | null => {
      if (!mayMove(row) || isLocked(client, screen.key, row)) return null
      const ends = { key, isStart: from === 0, isEnd: column?.isEnd ?? isEnd }
      const rank = rankAt(among(column), row, place, ends)
      return rank === null ? null : { shows: { [key]: rank }, back: { [key]: rankOf(row, key) }, action: action.key }
    }
    const move = (row: RowData, place: number, column: Column | undefined): void => {
      const changed = ranked(row, place, column)
      if (changed !== null) act({ screen, action, row, body: changed.shows, changed, isSeen: true })
    }
    const placeOf = (row: string, target: Target | null, column: Column | undefined): number => {
      const others = among(column).filter(({ id }) => id !== row)
      if (target === null) return others.length
      const place = others.findIndex(({ id }) => id === target.row)
      return place < 0 || !target.isAfter ? place : place + 1
    }
    return {
      mayMove,
      rankIn: (row, target, column) => ranked(row, placeOf(row.id, target, column), column),
      put: (id, target, column) => {
        const row = rows.find((each) => each.id === id)
        if (row !== undefined) move(row, placeOf(id, target, column), column)
      },
      step: (id, by, column) => {
        const all = among(column)
        const place = all.findIndex((each) => each.id === id)
        const row = all[place]
        if (row === undefined) return
        const before = waiting.current?.row === id ? waiting.current.by : 0
        if (isLocked(client, screen.key, row)) waiting.current = { row: id, by: before + by, column }
        else move(row, Math.max(0, Math.min(all.length - 1, place + by)), column)
      },
    }
  }, [screen, block, data, rows, address, isReordered, act, client])
  useEffect(() => {
    const next = waiting.current
    const row = rows.find(({ id }) => id === next?.row)
    if (next === null || (row !== undefined && isLocked(client, screen.key, row))) return
    waiting.current = null
    reordering?.step(next.row, next.by, next.column)
  }, [rows, reordering, client, screen.key])
  return reordering
}
