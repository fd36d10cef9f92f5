// Keyboard in the rows of a form: Enter moves down and adds a row after the last one, Tab after the last input does the
// same, Alt with an arrow key moves the row, and Alt with Delete removes it.

import type { KeyboardEvent } from 'react'

interface RowKeys {
  readonly isLast: boolean
  /** The focus is in the last input of its row. */
  readonly isAtEnd: boolean
  readonly canAdd: () => boolean
  readonly add: () => void
  readonly goDown: () => void
}

/** Runs after the control: keys that it has handled are ignored. */
export function keyInRow(event: KeyboardEvent<HTMLElement>, row: RowKeys): void {
  const { target } = event
  if (event.defaultPrevented || event.nativeEvent.isComposing || !(target instanceof HTMLElement)) return
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || !target.matches('input, select')) return
  take(event, deedOf(event.key, row))
}

/** Runs before the control, because arrow keys change a number. In nested rows the innermost one moves or goes. */
export function moveOrRemoveByKey(
  event: KeyboardEvent<HTMLElement>,
  move: (by: -1 | 1) => void,
  remove: () => void,
): void {
  const { key, target, currentTarget } = event
  if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || !(target instanceof Element)) return
  if (target.closest('[data-row]') !== currentTarget) return
  const deeds = { ArrowUp: () => move(-1), ArrowDown: () => move(1), Delete: remove }
  take(event, deeds[key as keyof typeof deeds] ?? null)
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
  // In an empty last row it does not send an incomplete form.
  return row.canAdd() ? row.add : () => undefined
}
