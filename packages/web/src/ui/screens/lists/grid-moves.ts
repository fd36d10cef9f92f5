// A key → the cell that it leads to. In right-to-left scripts, left and right are swapped.

import { letterKeysAreOn } from '../../../client/input/letter-keys.ts'

export interface GridSize {
  readonly rows: number
  readonly columns: number
  /** The number of visible rows. */
  readonly page: number
  readonly isRightToLeft: boolean
}

export interface GridKey {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
}

interface Move {
  readonly rows?: number
  readonly columns?: number
}

const ALL = Number.POSITIVE_INFINITY

/** Null: the key does not move the focus. */
export function placeAfterKey(
  event: GridKey,
  at: { readonly index: number; readonly column: number },
  size: GridSize,
): { readonly index: number; readonly column: number } | null {
  const move = moveOf(event, size)
  if (move === null) return null
  return {
    index: within(at.index + (move.rows ?? 0), size.rows),
    column: within(at.column + (move.columns ?? 0), size.columns),
  }
}

function moveOf({ key, ctrlKey, metaKey, altKey }: GridKey, { page, isRightToLeft }: GridSize): Move | null {
  if (altKey) return null
  const isFar = ctrlKey || metaKey
  const onwards = isRightToLeft ? -1 : 1
  switch (key) {
    case 'ArrowDown':
      return isFar ? { rows: ALL } : { rows: 1 }
    case 'ArrowUp':
      return isFar ? { rows: -ALL } : { rows: -1 }
    case 'ArrowRight':
      return { columns: isFar ? onwards * ALL : onwards }
    case 'ArrowLeft':
      return { columns: isFar ? -onwards * ALL : -onwards }
    case 'PageDown':
      return { rows: page }
    case 'PageUp':
      return { rows: -page }
    case 'Home':
      return isFar ? { rows: -ALL, columns: -ALL } : { columns: -ALL }
    case 'End':
      return isFar ? { rows: ALL, columns: ALL } : { columns: ALL }
    case 'j':
    case 'k':
      return isFar || !letterKeysAreOn() ? null : { rows: key === 'j' ? 1 : -1 }
    default:
      return null
  }
}

function within(place: number, count: number): number {
  return Math.max(0, Math.min(count - 1, place))
}
