// The version of a record that the page shows now. A form may be open for long: after a refusal, the page behind it
// shows the changed record, and that is what the person has seen.

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
