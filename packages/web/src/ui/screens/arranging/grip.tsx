// The handle of a row in an order by hand: dragged by mouse, pen or finger, or moved by arrow keys while it has the focus.

import { IconGripVertical } from '@tabler/icons-react'
import { useRef, type KeyboardEvent, type PointerEvent } from 'react'
import type { RowData } from '@ninefold/core/contract/wire/app.ts'
import { words } from '../../words/words.ts'
import { useArranging, type Target } from './arranging.ts'
import { arrowOf, keepFocusOf } from './arrow-keys.ts'
import styles from './arranging.module.css'

interface GripProps {
  readonly row: RowData
  readonly name: string
  /** In a table, whose keys move rows: the grip is for the pointer alone. */
  readonly isAside?: boolean
}

const ITEMS = '[data-arranged]'

export function Grip({ row, name, isAside = false }: GripProps) {
  const arranging = useArranging()
  const drag = useRef<Drag | null>(null)
  if (arranging === null || !arranging.mayMove(row)) return null
  const press = (event: KeyboardEvent<HTMLButtonElement>): void => {
    const by = arrowOf(event)
    if (by === 0) return
    event.preventDefault()
    event.stopPropagation()
    arranging.step(row.id, by)
    keepFocusOf(event.currentTarget)
  }
  const begin = (event: PointerEvent<HTMLButtonElement>): void => {
    if (event.button !== 0) return
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = new Drag(event.currentTarget)
  }
  const end = (isDone: boolean): void => {
    const target = drag.current?.end() ?? null
    drag.current = null
    if (isDone && target !== null) arranging.put(row.id, target)
  }
  return (
    <button
      type="button"
      className={styles.grip}
      aria-label={words.screens.moveCard(name)}
      {...(isAside
        ? { 'data-aside': '', tabIndex: -1, 'aria-hidden': true }
        : { 'aria-keyshortcuts': 'ArrowUp ArrowDown' })}
      onKeyDown={press}
      onPointerDown={begin}
      onPointerMove={({ clientX, clientY }) => drag.current?.over(clientX, clientY)}
      onPointerUp={() => end(true)}
      onPointerCancel={() => end(false)}
    >
      <IconGripVertical size={14} aria-hidden="true" />
    </button>
  )
}

/** Marks the place below the pointer on the rows themselves, so that nothing is drawn anew while it moves. */
class Drag {
  private target: HTMLElement | null = null
  private readonly item: HTMLElement | null

  constructor(grip: HTMLElement) {
    this.item = grip.closest<HTMLElement>(ITEMS)
    this.item?.setAttribute('data-dragged', '')
  }

  over(x: number, y: number): void {
    const found = document.elementFromPoint(x, y)?.closest<HTMLElement>(ITEMS) ?? null
    // Between two rows the last one stays marked.
    if (found === null || found.parentElement !== this.item?.parentElement) return
    this.target?.removeAttribute('data-drop')
    this.target = found === this.item ? null : found
    if (this.target === null) return
    markPlace(this.target, x, y)
    // Rows beyond the edge come into sight.
    this.target.scrollIntoView({ block: 'nearest' })
    const beyond = this.target.dataset['drop'] === 'after' ? found.nextElementSibling : found.previousElementSibling
    beyond?.scrollIntoView({ block: 'nearest' })
  }

  end(): Target | null {
    this.item?.removeAttribute('data-dragged')
    return placeMarked(this.target)
  }
}

/** Before or after the row, by the half in which the pointer is. */
export function markPlace(item: HTMLElement, x: number, y: number): void {
  const { top, left, height, width } = item.getBoundingClientRect()
  // Cards that stand side by side come one after another along the line.
  const isBeside = width < (item.parentElement?.clientWidth ?? 0) * 0.7
  const isRightToLeft = getComputedStyle(item).direction === 'rtl'
  const isAfter = isBeside ? x > left + width / 2 !== isRightToLeft : y > top + height / 2
  item.setAttribute('data-drop', isAfter ? 'after' : 'before')
}

export function placeMarked(item: HTMLElement | null): Target | null {
  const row = item?.dataset['arranged']
  const isAfter = item?.dataset['drop'] === 'after'
  item?.removeAttribute('data-drop')
  return row === undefined ? null : { row, isAfter }
}
