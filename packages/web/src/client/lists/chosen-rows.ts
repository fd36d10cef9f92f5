// Rows that a person has chosen, one by one or a stretch of them at once.

export type Chosen = ReadonlySet<string>

/** `from`: where the stretch begins, with Shift; null: only this one. Choosing a chosen one again gives it up. */
export function chooseRow(before: Chosen, order: readonly string[], id: string, from: string | null): Chosen {
  const isChosen = !before.has(id)
  const [start, end] = [from === null ? -1 : order.indexOf(from), order.indexOf(id)]
  const stretch = start < 0 || end < 0 ? [id] : order.slice(Math.min(start, end), Math.max(start, end) + 1)
  return isChosen ? new Set([...before, ...stretch]) : new Set([...before].filter((each) => !stretch.includes(each)))
}

/** Those that are still there. */
export function stillThere(chosen: Chosen, order: readonly string[]): Chosen {
  const kept = order.filter((id) => chosen.has(id))
  return kept.length === chosen.size ? chosen : new Set(kept)
}
