// Drag and drop within a column: the place below the pointer, marked on the rows themselves, so that nothing is drawn anew
// while it moves.

import type { Target } from './reordering.ts'

/** Marks the place among the rows of a column, between two rows too. The dragged row itself is left out. */
export function markDrop(column: HTMLElement, dragged: string, y: number): void {
  const rows = [...column.querySelectorAll<HTMLElement>('[data-reordered]')].filter(
    (row) => row.dataset['reordered'] !== dragged,
  )
  const below = rows.find((row) => y < middleOf(row))
  const target = below ?? rows.at(-1)
  for (const row of rows) if (row !== target) row.removeAttribute('data-drop')
  target?.setAttribute('data-drop', below === undefined ? 'after' : 'before')
}

function middleOf(row: HTMLElement): number {
  const { top, height } = row.getBoundingClientRect()
  return top + height / 2
}

/** Takes the mark away. Null: the column has no rows. */
export function takeDrop(column: HTMLElement): Target | null {
  return placeMarked(column.querySelector<HTMLElement>('[data-drop]'))
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
  const row = item?.dataset['reordered']
  const isAfter = item?.dataset['drop'] === 'after'
  item?.removeAttribute('data-drop')
  return row === undefined ? null : { row, isAfter }
}
