// A scrolled list → its parts, each between two cursors. The cursors stay fixed while the list is shown, whatever is
// inserted and deleted.

import type { ListPartData, RowData } from '@ninefold/core/contract/wire/app.ts'
import { partAddress } from '../addresses.ts'
import type { Parameters } from '../query/queries.ts'
import { withRowIds } from './row-ids.ts'
import { shownQuery } from '../query/shown-query.ts'

export interface Part {
  /** Empty: the start of the list. */
  readonly after: string
  /** Null: open-ended, for the last known part. */
  readonly until: string | null
  readonly rows: readonly RowData[]
  /** The cursor of the next part; null: there is none. */
  readonly next: string | null
}

export type PartPlace = Pick<Part, 'after' | 'until'>

export const FIRST_PART: PartPlace = { after: '', until: null }

export function partQuery(screen: string, index: number, asked: Parameters, place: PartPlace) {
  return shownQuery<ListPartData>(
    ['data', screen, index, asked, 'part', place.after, place.until],
    partAddress(screen, index, asked, place),
    (body) => withRowIds(body, `${place.after} `),
  )
}

/** Appends the next part, which fixes the end of the previous one. */
export function withNextPart(parts: readonly Part[], after: string, data: Pick<ListPartData, 'rows' | 'next'>): Part[] {
  const last = parts.at(-1)
  // Another request has already added it.
  if (last === undefined || last.next !== after) return [...parts]
  const ended = { ...last, until: after }
  return [...parts.slice(0, -1), ended, { after, until: null, rows: data.rows, next: data.next }]
}

/** Replaces a part by its present content. */
export function withRefreshed(
  parts: readonly Part[],
  asked: PartPlace,
  data: Pick<ListPartData, 'rows' | 'next'>,
): readonly Part[] {
  const at = parts.findIndex(({ after, until }) => after === asked.after && until === asked.until)
  const found = parts[at]
  if (found === undefined || found.rows === data.rows) return parts
  const next = found.until === null ? data.next : found.next
  return parts.with(at, { ...found, rows: data.rows, next })
}

/** Rows of all parts; a row that has moved between parts is included once. */
export function rowsOfParts(parts: readonly Part[]): readonly RowData[] {
  const [only] = parts
  if (parts.length === 1 && only !== undefined) return only.rows
  const seen = new Set<string>()
  const rows: RowData[] = []
  for (const part of parts)
    for (const row of part.rows) {
      if (seen.has(row.id)) continue
      seen.add(row.id)
      rows.push(row)
    }
  return rows
}

/** The parts that contain some of these rows. */
export function partsAt(parts: readonly Part[], first: number, last: number): readonly Part[] {
  let from = 0
  return parts.filter(({ rows }) => {
    const begin = from
    from += rows.length
    return begin <= last && from > first
  })
}
