// The version of a record as the page shows it now. A form may be open for long: after it was refused, the page behind it
// shows the record as it has become, and that is what a person has seen then.

import type { QueryClient } from '@tanstack/react-query'
import type { RowData } from '@ninefold/core/contract/wire/app.ts'
import type { AppCallAction } from '@ninefold/core/contract/wire/actions.ts'

export function shownVersion(
  client: QueryClient,
  {
    action,
    screen,
    row,
  }: { readonly action: Pick<AppCallAction, 'sendsVersion'>; readonly screen: string; readonly row: RowData | null },
): string | undefined {
  if (row === null || action.sendsVersion !== true) return undefined
  const kept = client
    .getQueryCache()
    .findAll({ queryKey: ['data', screen] })
    .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
  for (const { state } of kept) {
    const { rows, row: single } = (state.data ?? {}) as { readonly rows?: readonly RowData[]; readonly row?: RowData }
    const found = [...(rows ?? []), ...(single === undefined ? [] : [single])].find(({ id }) => id === row.id)
    if (found?.keys['version'] !== undefined) return found.keys['version']
  }
  return row.keys['version']
}
