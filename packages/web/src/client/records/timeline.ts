// Comments and changes of a record → one order by time.

import type { AppList, RowData } from '@ninefold/core/contract/wire/app.ts'
import type { HistoryData } from '@ninefold/core/contract/screens/record-history.ts'
import { isReadingList } from '../lists/reading-list.ts'

export type Change = HistoryData['changes'][number]

export type Happening =
  | { readonly kind: 'entry'; readonly row: RowData }
  /** Changes by one person at one moment. */
  | { readonly kind: 'changes'; readonly changes: readonly Change[] }

export interface TimelineOrder {
  /** The column with the time of an entry. */
  readonly by: string
  readonly isNewestFirst: boolean
}

/** Null: its entries are not ordered by time, or not all loaded, so nothing can be interleaved. */
export function timelineOrder(block: AppList): TimelineOrder | null {
  const { columns, sortedBy, form, tab, pageSize } = block
  const [first] = sortedBy
  const column = columns.find(({ key }) => key === first?.column)
  if (first === undefined || column?.display.kind !== 'date and time') return null
  if (form.kind !== 'table' || tab !== null || pageSize !== null || !isReadingList(block)) return null
  return { by: first.column, isNewestFirst: first.direction === 'descending' }
}

/** `changes`: newest first, as from the server. At equal times, changes come before comments. */
export function interleaved(
  rows: readonly RowData[],
  changes: readonly Change[],
  { by, isNewestFirst }: TimelineOrder,
): Happening[] {
  const told = [
    ...together(changes.toReversed()).map((each) => ({ at: momentOf(each[0]?.at), happening: changesOf(each) })),
    ...(isNewestFirst ? rows.toReversed() : rows).map((row) => ({
      at: momentOf(row.values[by]),
      happening: { kind: 'entry', row } as const,
    })),
  ]
  const sorted = told.toSorted((a, b) => a.at - b.at).map(({ happening }) => happening)
  return isNewestFirst ? sorted.toReversed() : sorted
}

function changesOf(changes: readonly Change[]): Happening {
  return { kind: 'changes', changes }
}

/** `now` in a step is the moment at which it began. */
const STEP_MS = 5_000

/** The field contains the time of its own change, which every change shows anyway. */
export function isMomentOfChange(after: unknown, at: string): boolean {
  return typeof after === 'string' && Math.abs(Date.parse(after) - Date.parse(at)) < STEP_MS
}

/** Changes of one step have the same time. */
function together(changes: readonly Change[]): Change[][] {
  const groups: Change[][] = []
  for (const change of changes) {
    const last = groups.at(-1)
    const before = last?.[0]
    if (last !== undefined && before !== undefined && isOfOneStep(before, change)) last.push(change)
    else groups.push([change])
  }
  return groups
}

function isOfOneStep(one: Change, other: Change): boolean {
  return one.at === other.at && one.by === other.by && one.isByProduct === other.isByProduct
}

function momentOf(value: unknown): number {
  const moment = Date.parse(String(value))
  return Number.isNaN(moment) ? 0 : moment
}
