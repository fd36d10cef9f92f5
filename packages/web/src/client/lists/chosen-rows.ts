// Selection of rows, one by one or by range.

export type Chosen = ReadonlySet<string>

/** `from`: the start of a range, with Shift; null: only this row. Selecting a selected row again deselects it. */
export function chooseRow(before: Chosen, order: readonly string[], id: string, from: string | null): Chosen {
  const isChosen = !before.has(id)
  const [start, end] = [from === null ? -1 : order.indexOf(from), order.indexOf(id)]
  const stretch = start < 0 || end < 0 ? [id] : order.slice(Math.min(start, end), Math.max(start, end) + 1)
  return isChosen ? new Set([...before, ...stretch]) : new Set([...before].filter((each) => !stretch.includes(each)))
}

/** Selected rows that still exist. */
export function stillThere(chosen: Chosen, order: readonly string[]): Chosen {
  const kept = order.filter((id) => chosen.has(id))
  return kept.length === chosen.size ? chosen : new Set(kept)
}
