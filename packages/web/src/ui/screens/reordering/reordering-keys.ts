// Arrow keys that move a row, and the focus that stays with it.

import type { KeyboardEvent } from 'react'

/** -1: up; 1: down; 0: another key. */
export function arrowOf({ key }: Pick<KeyboardEvent, 'key'>): number {
  return key === 'ArrowUp' ? -1 : key === 'ArrowDown' ? 1 : 0
}

/** A row that is put at another place is taken out of the page for a moment, and the focus with it. */
export function keepFocusOf(element: HTMLElement): void {
  requestAnimationFrame(() => element.focus({ preventScroll: true }))
}

/** The focused part of a row; null: the focus is elsewhere. */
export function focusIn(row: string): HTMLElement | null {
  const { activeElement } = document
  const own = activeElement?.closest<HTMLElement>('[data-reordered]')
  return activeElement instanceof HTMLElement && own?.dataset['reordered'] === row ? activeElement : null
}

/** The same for a card that comes into another column, where it is drawn as another element. */
export function keepFocusInRow(row: string, { tagName }: HTMLElement): void {
  const find = (): HTMLElement | null =>
    document.querySelector<HTMLElement>(`[data-reordered="${CSS.escape(row)}"] ${tagName.toLowerCase()}`)
  requestAnimationFrame(() => requestAnimationFrame(() => find()?.focus({ preventScroll: true })))
}
