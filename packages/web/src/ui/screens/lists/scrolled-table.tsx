// A scrolling table of many rows with sticky headings. It draws only the visible rows and the focused one.

import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual'
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { useIsPrinted } from '../../brand/printing.ts'
import { ListTable } from './list-table.tsx'
import { useLooking, type ScrolledProps } from '../use-looking.ts'
import type { Grid } from './use-grid-keys.ts'
import styles from './scrolled.module.css'

const ROW_HEIGHT = 44
const BEYOND_SIGHT = 8

export function ScrolledTable({ look, ...props }: ScrolledProps) {
  const { rows } = props.data
  // A printout contains all rows.
  const isPrinted = useIsPrinted()
  const room = useRef<HTMLDivElement>(null)
  const grid = useRef<Grid | null>(null)
  // oxlint-disable-next-line react/incompatible-library -- What it returns is used here, and nowhere remembered.
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => room.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: BEYOND_SIGHT,
    getItemKey: (index) => rows[index]?.id ?? index,
    rangeExtractor: useCallback((range: Range) => withActive(range, grid.current), []),
    useFlushSync: false,
    measureElement: heightWithHead,
  })
  const drawn = virtual.getVirtualItems()
  const { startIndex = 0, endIndex = -1 } = virtual.range ?? {}
  useLooking(look, startIndex, endIndex)
  const key = props.block.columns.map(({ key: column }) => column).join(' ')
  useSteadyColumns(room, key, drawn.length > 0)
  return (
    <div ref={room} className={styles.room} data-scrolls tabIndex={-1}>
      <ListTable
        {...props}
        {...(isPrinted
          ? {}
          : {
              drawn: {
                rows: drawn,
                height: virtual.getTotalSize(),
                bring: (index) => virtual.scrollToIndex(index, { align: 'auto' }),
                measure: virtual.measureElement,
                grid: (now) => {
                  grid.current = now
                },
              },
            })}
      />
    </div>
  )
}

/** A row is as high as it is with the head of the group that it begins. */
function heightWithHead(row: Element): number {
  const before = row.previousElementSibling
  const head = before instanceof HTMLElement && before.dataset['group'] !== undefined ? before.offsetHeight : 0
  return row.getBoundingClientRect().height + head
}

/** The focused row stays drawn, because a row that is not drawn would lose the focus. */
function withActive(range: Range, grid: Grid | null): number[] {
  const shown = defaultRangeExtractor(range)
  const active = grid?.active.current?.index
  if (active === undefined || active >= range.count || shown.includes(active)) return shown
  return [...shown, active].sort((a, b) => a - b)
}

/** Freezes the widths that the first rows need, so that rows that scroll into view move nothing. */
function useSteadyColumns(room: RefObject<HTMLDivElement | null>, columns: string, isThere: boolean): void {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = room.current
    if (element === null) return undefined
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [room])
  // Web fonts load after the first rows, and may be wider than the fallback.
  const [letters, setLetters] = useState(0)
  useEffect(() => {
    const arrived = (): void => setLetters((before) => before + 1)
    document.fonts.addEventListener('loadingdone', arrived, { once: true })
    return () => document.fonts.removeEventListener('loadingdone', arrived)
  }, [])
  useLayoutEffect(() => {
    const table = room.current?.querySelector('table')
    if (table == null || !isThere) return
    const headings = [...table.querySelectorAll<HTMLTableCellElement>('thead th')]
    table.style.tableLayout = 'auto'
    for (const heading of headings) heading.style.width = ''
    const widths = headings.map((heading) => heading.getBoundingClientRect().width)
    for (const [index, heading] of headings.entries()) heading.style.width = `${widths[index] ?? 0}px`
    table.style.tableLayout = 'fixed'
  }, [room, width, columns, isThere, letters])
}
