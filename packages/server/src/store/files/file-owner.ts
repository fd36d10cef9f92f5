// Two databases that kept their files in one place would each remove what only the other knows: a place is one
// database's. A copy of a database counts as the same one, so that a restored backup finds its files.

import type { Executor } from '../driver/database.ts'
import type { FileStore } from './file-store.ts'

/** False: the files there are another database's. */
export async function claimFiles(executor: Executor, store: FileStore): Promise<boolean> {
  const [row] = await executor.runOwn('identity', 'SELECT id::text AS id FROM ninefold.identity', [])
  const identity = String(row?.['id'])
  return (await store.claim(identity)) === identity
}
