// Asks again for the data of screens after a change, and for the description of an application whose records describe
// fields: a change of such a record may add, rename or remove one.

import type { QueryClient } from '@tanstack/react-query'
import type { App } from '@ninefold/core/contract/wire/app.ts'
import { appQuery } from './queries.ts'

export async function askForDataAgain(client: QueryClient, { hasOwnFields }: Pick<App, 'hasOwnFields'>): Promise<void> {
  const data = client.invalidateQueries({ queryKey: ['data'] })
  if (hasOwnFields === true) await client.invalidateQueries({ queryKey: appQuery.queryKey })
  await data
}
