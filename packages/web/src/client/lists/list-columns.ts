// The shown columns of a list, their order and widths: from the address, else the viewer's own, else the screen's. Only
// columns that the screen states can be chosen.

import type { AppColumn } from '@ninefold/core/contract/wire/display.ts'
import type { LayoutColumn } from '@ninefold/core/contract/screens/views.ts'

export interface ChosenColumn {
  readonly column: AppColumn
  readonly isShown: boolean
  /** Null: as wide as its content. */
  readonly width: number | null
}

export function chosenColumns(
  columns: readonly AppColumn[],
  layout: readonly LayoutColumn[] | null,
  asked: readonly string[] | null,
): readonly ChosenColumn[] {
  const liked = new Map(layout?.map((each) => [each.key, each]))
  const order = [...(asked ?? []), ...liked.keys()]
  const placed = [
    ...order.flatMap((key) => columns.find((column) => column.key === key) ?? []),
    // Columns that were added to the screen later are shown, too.
    ...columns,
  ]
  const chosen = [...new Set(placed)].map((column): ChosenColumn => ({
    column,
    isShown: asked === null ? (liked.get(column.key)?.isShown ?? true) : asked.includes(column.key),
    width: liked.get(column.key)?.width ?? null,
  }))
  return chosen.some(({ isShown }) => isShown) ? chosen : chosen.map((each) => ({ ...each, isShown: true }))
}

export function layoutOf(chosen: readonly ChosenColumn[]): readonly LayoutColumn[] {
  return chosen.map(({ column, isShown, width }) => ({ key: column.key, width, isShown }))
}

export function keysShown(chosen: readonly ChosenColumn[]): readonly string[] {
  return chosen.filter(({ isShown }) => isShown).map(({ column }) => column.key)
}

/** Moves a column to another index, clamped to the ends. */
export function withMoved(chosen: readonly ChosenColumn[], key: string, place: number): readonly ChosenColumn[] {
  const moved = chosen.find(({ column }) => column.key === key)
  if (moved === undefined) return chosen
  const others = chosen.filter((each) => each !== moved)
  const at = Math.min(Math.max(place, 0), others.length)
  return [...others.slice(0, at), moved, ...others.slice(at)]
}

/** The last shown column cannot be hidden. */
export function withToggled(chosen: readonly ChosenColumn[], key: string): readonly ChosenColumn[] {
  const toggled = chosen.map((each) => (each.column.key === key ? { ...each, isShown: !each.isShown } : each))
  return toggled.some(({ isShown }) => isShown) ? toggled : chosen
}

export function withWidths(
  chosen: readonly ChosenColumn[],
  widths: Readonly<Record<string, number>>,
): readonly ChosenColumn[] {
  return chosen.map((each) => ({ ...each, width: widths[each.column.key] ?? each.width }))
}
