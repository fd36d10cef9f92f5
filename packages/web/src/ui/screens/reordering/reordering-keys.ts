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
