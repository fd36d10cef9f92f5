// The place of a bulk action in its list ↔ one text: the id of a row up to which all rows are over, and the ids of those
// behind it that are. Rows run at once, so one may wait while later ones are done.

export interface BulkCursor {
  /** Null: the beginning of the list. */
  readonly after: string | null
  readonly done: readonly string[]
}

/** Ids are UUIDs or numbers, without blanks. */
export function cursorIn(text: string): BulkCursor {
  const [after = '', ...done] = text.split(' ')
  return { after: after === '' ? null : after, done }
}

/** `over`: places in `ids`, which are the rows behind the cursor's place in the order of the list. */
export function cursorAfter({ after }: BulkCursor, ids: readonly string[], over: ReadonlySet<number>): string {
  let first = 0
  while (over.has(first)) first += 1
  const done = ids.filter((_, place) => place > first && over.has(place))
  return [ids[first - 1] ?? after ?? '', ...done].join(' ')
}
