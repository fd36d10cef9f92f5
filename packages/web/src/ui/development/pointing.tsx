// Picking an element of the page → its label there, and the address of its row. An overlay catches the click.

import { pathIn } from '../../client/tenant-base.ts'
import { useEffect, useRef, useState } from 'react'
import { words } from './bar-words.ts'
import styles from './authors-bar.module.css'

export interface Pointed {
  readonly label: string
  /** The address of the row's page; null: not in a row, or the row opens nothing. */
  readonly row: string | null
}

interface PointingProps {
  /** Null: no element, or cancelled. */
  readonly pointed: (at: Pointed | null) => void
}

/** Named elements of a screen. */
const NAMED = 'button, a, th, [role="columnheader"], dt, dd, td, h1, h2'

export function Pointing({ pointed }: PointingProps) {
  const pane = useRef<HTMLDivElement>(null)
  const [box, setBox] = useState<DOMRect | null>(null)
  useEffect(() => {
    const give = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') pointed(null)
    }
    document.addEventListener('keydown', give)
    return () => document.removeEventListener('keydown', give)
  }, [pointed])
  const at = (x: number, y: number): HTMLElement | null => named(pane.current, x, y)
  return (
    <div
      ref={pane}
      className={styles.pane}
      role="presentation"
      onPointerMove={({ clientX, clientY }) => setBox(at(clientX, clientY)?.getBoundingClientRect() ?? null)}
      onClick={({ clientX, clientY }) => pointed(pointedAt(at(clientX, clientY)))}
    >
      <p className={styles.hint} role="status">
        {words.pointing}
      </p>
      {box !== null && (
        <span
          className={styles.box}
          style={{ left: box.left, top: box.top, width: box.width, height: box.height }}
          aria-hidden="true"
        />
      )}
    </div>
  )
}

function named(pane: HTMLElement | null, x: number, y: number): HTMLElement | null {
  const below = document.elementsFromPoint(x, y).find((element) => pane?.contains(element) !== true)
  const found = below?.closest<HTMLElement>(NAMED) ?? null
  return found?.closest('main') === null ? null : found
}

function pointedAt(element: HTMLElement | null): Pointed | null {
  if (element === null) return null
  const row = element.closest('tr, [role="row"], article li, li')?.querySelector<HTMLAnchorElement>('a[href^="/"]')
  const leadsTo = row === null || row === undefined ? null : pathIn(new URL(row.href).pathname)
  return { label: labelOf(element), row: leadsTo }
}

/** A value is labelled by its column or property. */
function labelOf(element: HTMLElement): string {
  const cell = element.closest('td')
  if (cell !== null && element.tagName !== 'BUTTON') {
    const heading = cell.closest('table')?.querySelectorAll('th')[cell.cellIndex]
    return wordsIn(heading ?? cell)
  }
  const value = element.closest('dd')
  return wordsIn(value?.parentElement?.querySelector('dt') ?? element)
}

function wordsIn(element: Element): string {
  return (element.textContent ?? '').trim().slice(0, 60)
}
