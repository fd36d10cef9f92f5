// Keyboard navigation in a table. It acts only while the focus is inside, so that it takes no key from the rest of the
// page or from a screen reader's reading mode. The focus stays with its row when the rows are fetched again.

import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
} from 'react'
import {
  firstPlace,
  focusTarget,
  placeOf,
  rowAt,
  rowOf,
  rowsInSight,
  tidyStops,
  widgetsIn,
  type GridPlace,
} from './grid-cells.ts'
import { placeAfterKey } from './grid-moves.ts'
import { arrowOf } from '../reordering/reordering-keys.ts'

export interface GridKeys {
  /** The number of reachable rows. */
  readonly rows: number
  /** Index of the first one among all rows of the list. */
  readonly from: number
  /** Scrolls a row into view, so that it can take the focus. */
  readonly bring?: (index: number) => void
  /** Returns false if rows cannot be selected here. */
  readonly choose?: ((row: string, isStretch: boolean) => void) | undefined
  /** Returns false if this cell cannot be edited. */
  readonly change?: ((row: string, column: string) => boolean) | undefined
  /** Moves a row up (negative) or down by a number of places. */
  readonly arrange?: ((row: string, by: number) => void) | undefined
}

export interface Grid {
  readonly table: RefObject<HTMLTableElement | null>
  /** The row that has, or last had, the focus. */
  readonly active: RefObject<GridPlace | null>
  readonly onKeyDown: (event: KeyboardEvent<HTMLTableElement>) => void
  readonly onFocus: (event: FocusEvent<HTMLTableElement>) => void
}

export function useGridKeys(keys: GridKeys): Grid {
  const table = useRef<HTMLTableElement>(null)
  const active = useRef<GridPlace | null>(null)
  const awaited = useRef<GridPlace | null>(null)
  const hasFocus = useRef(false)
  useLeaving(table, hasFocus)

  // After each drawing: a refetched row has no tab stop yet, and the focused one may be gone.
  useLayoutEffect(() => {
    const element = table.current
    if (element === null) return
    active.current = stillThere(element, active.current) ?? firstPlace(element)
    tidyStops(element, active.current)
    const wanted = awaited.current === null ? null : rowAt(element, awaited.current.index)
    if (wanted !== null && awaited.current !== null) {
      focusOn(wanted, awaited.current.column)
      awaited.current = null
    } else if (hasFocus.current && document.activeElement === document.body && active.current !== null) {
      const row = rowOf(element, active.current.row)
      if (row !== null) focusOn(row, active.current.column)
    }
  })

  const go = (element: HTMLTableElement, index: number, column: number): void => {
    const row = rowAt(element, index)
    if (row !== null) focusOn(row, column)
    else {
      awaited.current = { row: '', index, column }
      keys.bring?.(index)
    }
  }

  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>): void => {
    const element = event.currentTarget
    const target = event.target as HTMLElement
    // Events of a menu or panel outside the table bubble to here too.
    if (event.defaultPrevented || !element.contains(target) || isTyping(target)) return
    const at = placeOf(target)
    if (at === null) return
    if (arrangeRow(event, at, keys)) return event.preventDefault()
    const size = {
      rows: keys.from + keys.rows,
      columns: rowOf(element, at.row)?.cells.length ?? 1,
      page: rowsInSight(element),
      isRightToLeft: getComputedStyle(element).direction === 'rtl',
    }
    const to = placeAfterKey(event, at, size)
    if (to !== null) {
      event.preventDefault()
      go(element, Math.max(keys.from, to.index), to.column)
      const row = event.shiftKey && to.index !== at.index ? rowAt(element, to.index)?.dataset['row'] : undefined
      if (row !== undefined) keys.choose?.(row, true)
    } else if (doInCell(event, target, at, keys)) event.preventDefault()
  }

  const onFocus = useCallback((event: FocusEvent<HTMLTableElement>) => {
    const element = event.currentTarget
    const place = element.contains(event.target) ? placeOf(event.target) : null
    if (place === null) return
    hasFocus.current = true
    active.current = place
    tidyStops(element, place)
  }, [])

  return { table, active, onKeyDown, onFocus }
}

/** Alt with an arrow moves the row, and the focus with it; at an end it moves nothing. */
function arrangeRow(event: KeyboardEvent, { row }: GridPlace, { arrange }: GridKeys): boolean {
  const by = event.altKey && !event.ctrlKey && !event.metaKey ? arrowOf(event) : 0
  if (by === 0 || arrange === undefined) return false
  arrange(row, by)
  return true
}

/** Performs the action of a key on the focused cell. */
function doInCell(
  { key, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent,
  target: HTMLElement,
  { row, column }: GridPlace,
  { choose, change }: GridKeys,
): boolean {
  const cell = target.closest('td')
  if (cell === null || ctrlKey || metaKey || altKey) return false
  const isCell = target === cell
  switch (key) {
    case ' ':
      if (choose === undefined || target.matches('button, input, summary')) return false
      choose(row, shiftKey)
      return true
    case 'F2':
      return change?.(row, cell.dataset['column'] ?? '') === true
    case 'Enter':
      if (!isCell) return false
      return change?.(row, cell.dataset['column'] ?? '') === true || enter(cell) || openRow(cell, column)
    case 'Escape':
      if (isCell || widgetsIn(cell).length < 2) return false
      cell.focus()
      return true
    default:
      return false
  }
}

/** Enters a cell with several controls; Tab moves among them. */
function enter(cell: HTMLTableCellElement): boolean {
  const widgets = widgetsIn(cell)
  for (const widget of widgets) widget.tabIndex = 0
  widgets[0]?.focus()
  return widgets.length > 0
}

function openRow(cell: HTMLTableCellElement, _column: number): boolean {
  const link = cell.closest('tr')?.querySelector<HTMLElement>('td[data-link] a[href]') ?? null
  link?.click()
  return link !== null
}

function focusOn(row: HTMLTableRowElement, column: number): void {
  const cell = row.cells[Math.min(column, row.cells.length - 1)]
  if (cell === undefined) return
  const target = focusTarget(cell)
  if (target === cell && !cell.hasAttribute('tabindex')) cell.tabIndex = -1
  target.focus({ preventScroll: true })
  cell.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

/** Returns the row that had the focus, or the row that took its place. */
function stillThere(table: HTMLTableElement, place: GridPlace | null): GridPlace | null {
  if (place === null) return null
  const row = rowOf(table, place.row)
  if (row !== null) return { ...place, index: Number(row.dataset['index']) }
  const other = rowAt(table, place.index) ?? rowAt(table, place.index - 1)
  return other === null ? null : { ...place, row: other.dataset['row'] ?? '', index: Number(other.dataset['index']) }
}

function isTyping(target: HTMLElement): boolean {
  if (target.isContentEditable || target.matches('textarea, select')) return true
  return target.matches('input:not([type=checkbox], [type=radio])')
}

/** A focus that has left the table does not come back when the rows are fetched again. */
function useLeaving(table: RefObject<HTMLTableElement | null>, hasFocus: RefObject<boolean>): void {
  useEffect(() => {
    const pressed = ({ target }: PointerEvent): void => {
      if (target instanceof Node && table.current?.contains(target) !== true) hasFocus.current = false
    }
    const arrived = ({ target }: globalThis.FocusEvent): void => {
      if (target instanceof Node && table.current?.contains(target) !== true) hasFocus.current = false
    }
    document.addEventListener('pointerdown', pressed)
    document.addEventListener('focusin', arrived)
    return () => {
      document.removeEventListener('pointerdown', pressed)
      document.removeEventListener('focusin', arrived)
    }
  }, [table, hasFocus])
}
