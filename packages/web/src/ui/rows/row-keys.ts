// The keyboard in the rows of a form: Enter goes down and begins a row below the last one, Tab behind the last input does
// the same, Alt with an arrow moves the row.

import type { KeyboardEvent } from 'react'

interface RowKeys {
  readonly isLast: boolean
  /** The keyboard is in the last input of its row. */
  readonly isAtEnd: boolean
  readonly canAdd: () => boolean
  readonly add: () => void
  readonly goDown: () => void
}

/** After the control: keys that it has used mean nothing else. */
export function keyInRow(event: KeyboardEvent<HTMLElement>, row: RowKeys): void {
  const { target } = event
  if (event.defaultPrevented || event.nativeEvent.isComposing || !(target instanceof HTMLElement)) return
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || !target.matches('input, select')) return
  take(event, deedOf(event.key, row))
}

/** Before the control: an input for numbers counts with the arrows. */
export function moveByKey(event: KeyboardEvent<HTMLElement>, move: (by: -1 | 1) => void): void {
  const { key, target, currentTarget } = event
  if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || !(target instanceof Element)) return
  // Of rows in a row the innermost moves.
  if (target.closest('[data-row]') !== currentTarget) return
  take(event, key === 'ArrowUp' ? () => move(-1) : key === 'ArrowDown' ? () => move(1) : null)
}

function take(event: KeyboardEvent<HTMLElement>, deed: (() => void) | null): void {
  if (deed === null) return
  event.preventDefault()
  event.stopPropagation()
  deed()
}

function deedOf(key: string, row: RowKeys): (() => void) | null {
  if (key === 'Tab') return row.isLast && row.isAtEnd && row.canAdd() ? row.add : null
  if (key !== 'Enter') return null
  if (!row.isLast) return row.goDown
  // In an empty last row it sends no half of a form, either.
  return row.canAdd() ? row.add : () => undefined
}
