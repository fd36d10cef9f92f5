// Which columns of a list are shown, in which order and how wide: as the address says, else as whoever looks likes them,
// else as the screen states them. Nothing can be chosen that the screen does not state for them.

import type { AppColumn } from '@ninefold/core/contract/wire/display.ts'
import type { LayoutColumn } from '@ninefold/core/contract/screens/views.ts'

export interface ChosenColumn {
  readonly column: AppColumn
  readonly isShown: boolean
  /** Null: as wide as what is in it. */
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
    // A column that the screen has got since is shown, too.
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

/** To another place among all of them; beyond the ends it stays at the end. */
export function withMoved(chosen: readonly ChosenColumn[], key: string, place: number): readonly ChosenColumn[] {
  const moved = chosen.find(({ column }) => column.key === key)
  if (moved === undefined) return chosen
  const others = chosen.filter((each) => each !== moved)
  const at = Math.min(Math.max(place, 0), others.length)
  return [...others.slice(0, at), moved, ...others.slice(at)]
}

/** The last one that is shown stays. */
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
