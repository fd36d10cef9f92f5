// The order that a list is shown in: the one asked for in the address, else the stated one.

import type { AppList } from '@ninefold/core/contract/app.ts'
import type { Direction } from '@ninefold/core/model/field-types.ts'

export function shownSort(
  block: AppList,
  asked: string | null,
): { readonly column: string; readonly direction: Direction } | null {
  if (asked === null) return block.sortedBy[0] ?? null
  return { column: asked.replace(/^-/, ''), direction: asked.startsWith('-') ? 'descending' : 'ascending' }
}

/** Asking once more turns the order round. */
export function sortToAsk(column: string, direction: Direction | null): string {
  return direction === 'ascending' ? `-${column}` : column
}
