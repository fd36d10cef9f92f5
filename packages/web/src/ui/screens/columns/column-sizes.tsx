// Column widths: by dragging the end of a heading, by the arrow keys there, and from the menu of columns.

import { useLayoutEffect, useRef, type KeyboardEvent, type PointerEvent } from 'react'
import type { AppColumn } from '@ninefold/core/contract/wire/display.ts'
import { COLUMN_WIDTH_MAX, COLUMN_WIDTH_MIN } from '@ninefold/core/contract/screens/views.ts'
import { withWidths } from '../../../client/lists/list-columns.ts'
import { words } from '../../words/words.ts'
import { useColumns, type ListColumns } from './use-list-columns.ts'
import styles from './columns.module.css'

/** The list's own columns: the selection boxes, and the actions on a row. */
const CHOOSING_WIDTH = 44
/** Width until the column has been measured. */
const ACTIONS_WIDTH = 96

const ACTIONS_PADDING = 26

const STEP = 16
const LARGE_STEP = 64

interface SizesProps {
  readonly columns: readonly AppColumn[]
  readonly hasChoosing: boolean
  readonly hasActions: boolean
}

/** The first child of the table. Without stated widths, columns are as wide as their content. */
export function ColumnSizes({ columns, hasChoosing, hasActions }: SizesProps) {
  const own = useColumns()
  const group = useRef<HTMLTableColElement>(null)
  const widths = new Map(own?.chosen.map(({ column, width }) => [column.key, width]))
  const isSized = columns.some(({ key }) => (widths.get(key) ?? null) !== null)
  const sum = columns.reduce((all, { key }) => all + (widths.get(key) ?? COLUMN_WIDTH_MIN * 3), 0)
  const total = sum + (hasChoosing ? CHOOSING_WIDTH : 0)
  useLayoutEffect(() => {
    const table = group.current?.closest('table') ?? null
    own?.drawnAs(table)
    if (table === null) return
    table.toggleAttribute('data-sized', isSized)
    if (isSized) table.style.setProperty('--columns-width', `${total + (hasActions ? actionsWidth(table) : 0)}px`)
    else table.style.removeProperty('--columns-width')
  })
  const drawnAs = own?.drawnAs
  useLayoutEffect(() => () => drawnAs?.(null), [drawnAs])
  return (
    <colgroup ref={group}>
      {isSized && hasChoosing && <col style={{ width: CHOOSING_WIDTH }} />}
      {isSized &&
        columns.map(({ key }) => (
          <col key={key} data-column={key} style={{ width: widths.get(key) ?? COLUMN_WIDTH_MIN * 3 }} />
        ))}
    </colgroup>
  )
}

const ROWS_LOOKED_AT = 30

/** Row actions are never cut off. */
function actionsWidth(table: HTMLTableElement): number {
  const cells = [...table.querySelectorAll<HTMLElement>('tbody tr[data-row] > td:last-child')].slice(0, ROWS_LOOKED_AT)
  const widths = cells.map((cell) => {
    const places = [...cell.querySelectorAll('button, a')].map((each) => each.getBoundingClientRect())
    const [left, right] = [Math.min(...places.map((each) => each.left)), Math.max(...places.map((each) => each.right))]
    return places.length === 0 ? 0 : right - left + ACTIONS_PADDING
  })
  return Math.ceil(Math.max(ACTIONS_WIDTH, ...widths))
}

/** Returns the width of every drawn heading, by column. */
function measuredWidths(table: HTMLTableElement | null): Record<string, number> {
  const headings = [...(table?.querySelectorAll<HTMLElement>('th[data-column]') ?? [])]
  // One extra pixel, because a text that needs a fraction of a pixel more would be cut off.
  const spare = table?.hasAttribute('data-sized') === true ? 0 : 1
  return Object.fromEntries(
    headings.map((heading) => [
      heading.dataset['column'] ?? '',
      bounded(heading.getBoundingClientRect().width + spare),
    ]),
  )
}

export function bounded(width: number): number {
  return Math.round(Math.min(Math.max(width, COLUMN_WIDTH_MIN), COLUMN_WIDTH_MAX))
}

/** The other columns keep their widths. */
export function widen(own: ListColumns, key: string, widthAfter: (width: number) => number): number {
  const measured = measuredWidths(own.table())
  const width = bounded(widthAfter(measured[key] ?? COLUMN_WIDTH_MIN * 3))
  own.set(withWidths(own.chosen, { ...measured, [key]: width }))
  return width
}

export function ResizeHandle({ column }: { readonly column: AppColumn }) {
  const own = useColumns()
  const begun = useRef<{ readonly x: number; readonly widths: Record<string, number>; readonly sign: number } | null>(
    null,
  )
  if (own === null) return null
  const width = own.chosen.find((each) => each.column === column)?.width ?? null
  const begin = (event: PointerEvent<HTMLElement>): void => {
    if (event.button !== 0) return
    event.preventDefault()
    const handle = event.currentTarget
    handle.setPointerCapture(event.pointerId)
    handle.focus({ preventScroll: true })
    const widths = measuredWidths(own.table())
    begun.current = { x: event.clientX, widths, sign: getComputedStyle(handle).direction === 'rtl' ? -1 : 1 }
    if (width === null) own.set(withWidths(own.chosen, widths))
  }
  const widthAt = ({ clientX }: PointerEvent): number => {
    const { x, widths, sign } = begun.current ?? { x: clientX, widths: {} as Record<string, number>, sign: 1 }
    return bounded((widths[column.key] ?? COLUMN_WIDTH_MIN) + (clientX - x) * sign)
  }
  const move = (event: PointerEvent<HTMLElement>): void => {
    // Resizes the columns directly, because redrawing all rows for every move of the pointer would be slow.
    if (begun.current !== null) stretch(own.table(), column.key, widthAt(event), begun.current.widths)
  }
  const end = (event: PointerEvent<HTMLElement>): void => {
    if (begun.current === null) return
    const { widths } = begun.current
    const now = widthAt(event)
    begun.current = null
    own.set(withWidths(own.chosen, { ...widths, [column.key]: now }))
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const sign = getComputedStyle(event.currentTarget).direction === 'rtl' ? -1 : 1
    const step = (event.shiftKey ? LARGE_STEP : STEP) * sign
    const by = event.key === 'ArrowRight' ? step : event.key === 'ArrowLeft' ? -step : 0
    if (by === 0) return
    event.preventDefault()
    event.stopPropagation()
    widen(own, column.key, (before) => before + by)
  }
  return (
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={words.tables.lists.widthOf(column.label)}
      aria-valuemin={COLUMN_WIDTH_MIN}
      aria-valuemax={COLUMN_WIDTH_MAX}
      aria-valuenow={width ?? COLUMN_WIDTH_MIN}
      {...(width === null ? {} : { 'aria-valuetext': String(width) })}
      // Reached by pointer. Tab reaches it only in a table that has been widened; otherwise each heading would be two
      // tab stops.
      tabIndex={-1}
      className={styles.handle}
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      onKeyDown={onKeyDown}
    />
  )
}

function stretch(table: HTMLTableElement | null, key: string, width: number, before: Record<string, number>): void {
  const col = table?.querySelector<HTMLElement>(`col[data-column="${CSS.escape(key)}"]`)
  if (table === null || col === null || col === undefined) return
  const others = Object.entries(before).reduce((sum, [each, own]) => sum + (each === key ? 0 : own), 0)
  const beside = Number.parseFloat(table.style.getPropertyValue('--columns-width')) - sumOf(before)
  table.style.setProperty('--columns-width', `${others + width + Math.max(0, beside)}px`)
  col.style.width = `${width}px`
}

function sumOf(widths: Record<string, number>): number {
  return Object.values(widths).reduce((sum, width) => sum + width, 0)
}
