// Rows in an order by hand → the rank that a row gets at another place, and the rows as they are meanwhile.

import type { AppList, RowData } from '@ninefold/core/contract/wire/app.ts'
import { rankBetween } from '@ninefold/core/model/lists/ranks.ts'
import { isOnTheWay } from '../query/optimistic-update.ts'
import type { ListAddress } from './list-address.ts'

/** A reader's own order or groups have no places to put a row at. */
export function isByHand({ byHand }: Pick<AppList, 'byHand'>, { sort, group }: ListAddress): boolean {
  return byHand !== undefined && sort === null && group === null
}

export function rankOf(row: RowData | undefined, key: string): string | null {
  const rank = row?.values[key]
  return typeof rank === 'string' ? rank : null
}

/** The rank of a row that is moved to `place` among the other ones. Null: it cannot be put there, or is there already. */
export function rankAt(
  rows: readonly RowData[],
  moved: RowData,
  place: number,
  { key, isStart, isEnd }: { readonly key: string; readonly isStart: boolean; readonly isEnd: boolean },
): string | null {
  const others = rows.filter(({ id }) => id !== moved.id)
  if (place < 0 || place > others.length || rows[place]?.id === moved.id) return null
  // Beyond the loaded rows are others, whose ranks are not known here.
  if ((place === 0 && !isStart) || (place === others.length && !isEnd)) return null
  const before = rankOf(others[place - 1], key)
  // Two people may have moved two rows to one place at once: nothing is between those.
  const next = others.slice(place).find((row) => (rankOf(row, key) ?? '') > (before ?? ''))
  return rankBetween(before, rankOf(next, key))
}

/** While a move is on its way, the rows are in the order that it makes. */
export function inOrder(rows: readonly RowData[], key: string): readonly RowData[] {
  if (!rows.some(isOnTheWay)) return rows
  return rows.toSorted((one, other) => {
    const [a, b] = [rankOf(one, key) ?? '', rankOf(other, key) ?? '']
    return a < b ? -1 : a > b ? 1 : 0
  })
}
