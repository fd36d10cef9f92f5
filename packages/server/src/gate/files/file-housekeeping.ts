// Cleanup of uploads that no record holds any more, or never held: first the rows, then the content. An interruption
// between the two is repaired the next time, because files without rows are removed as well.

import { tableName } from '@ninefold/core/plan/sql/database-names.ts'
import type { FileStore } from '../../store/files/file-store.ts'
import { entitiesWithFiles, forgetUnused, forgetUses, unknownFiles } from '../../store/files/kept-files.ts'
import type { Application } from '../context/application.ts'

/** Time that a user has from choosing a file to sending the form. */
export const UNUSED_LIFE_MS = 24 * 3_600_000
/** Longer than any upload takes from its last byte to its row. */
const UNKNOWN_LIFE_MS = 2 * 3_600_000
const PART_MAX = 1000

export async function tidyFiles({ database, model }: Application, store: FileStore, now: number): Promise<void> {
  for (const name of await entitiesWithFiles(database)) {
    const entity = model.entities.entities.find((candidate) => candidate.name === name)
    const fields = entity?.fields.filter(({ type }) => type.kind === 'file').map((field) => field.name) ?? []
    await forgetUses(database, name, entity === undefined ? null : tableName(name), fields)
  }
  const unused = await database.write((transaction) => forgetUnused(transaction, UNUSED_LIFE_MS))
  for (const id of unused) await store.remove(id)
  for await (const old of inParts(store.keptBefore(now - UNKNOWN_LIFE_MS)))
    for (const id of await unknownFiles(database, old)) await store.remove(id)
}

/** Batches, so that memory stays bounded. */
async function* inParts(ids: AsyncIterable<string>): AsyncGenerator<readonly string[]> {
  let part = new Set<string>()
  for await (const id of ids) {
    part.add(id)
    if (part.size < PART_MAX) continue
    yield [...part]
    part = new Set()
  }
  yield [...part]
}
