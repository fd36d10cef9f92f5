// Ties a file store to one database: two databases that share a store would each remove the other's files. A copy of a
// database counts as the same one, so that a restored backup finds its files.

import type { Executor } from '../driver/database.ts'
import type { FileStore } from './file-store.ts'

/** False: the files belong to another database. */
export async function claimFiles(executor: Executor, store: FileStore): Promise<boolean> {
  const [row] = await executor.runOwn('identity', 'SELECT id::text AS id FROM ninefold.identity', [])
  const identity = String(row?.['id'])
  return (await store.claim(identity)) === identity
}
