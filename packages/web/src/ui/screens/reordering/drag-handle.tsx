// The handle of a row in an order by hand: dragged by mouse, pen or finger, or moved by arrow keys while it has the focus.

import { IconGripVertical } from '@tabler/icons-react'
import { useRef, type KeyboardEvent, type PointerEvent } from 'react'
import type { RowData } from '@ninefold/core/contract/wire/app.ts'
import { words } from '../../words/words.ts'
import { markPlace, placeMarked } from './drop-target.ts'
import { useReordering, type Target } from './reordering.ts'
import { arrowOf, keepFocusOf } from './reordering-keys.ts'
import styles from './reordering.module.css'

interface DragHandleProps {
  readonly row: RowData
  readonly name: string
  /** In a table, whose keys move rows: the grip is for the pointer alone. */
  readonly isAside?: boolean
}

const ITEMS = '[data-reordered]'

export function DragHandle({ row, name, isAside = false }: DragHandleProps) {
  const reordering = useReordering()
  const drag = useRef<Drag | null>(null)
  if (reordering === null || !reordering.mayMove(row)) return null
  const press = (event: KeyboardEvent<HTMLButtonElement>): void => {
    const by = arrowOf(event)
    if (by === 0) return
    event.preventDefault()
    event.stopPropagation()
    reordering.step(row.id, by)
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
    if (isDone && target !== null) reordering.put(row.id, target)
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
