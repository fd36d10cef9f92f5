// Erased fields of records → the engine's own rows about them are gone: history, notifications, events and files.

import type { Executor } from '../driver/database.ts'
import { eraseEvents } from './operation/events.ts'

export interface ErasedFields {
  readonly entity: string
  readonly fields: readonly string[]
  readonly records: readonly string[]
}

/** Notifications and events may hold any field of the record, so all of its own are erased. */
export async function eraseTraces(executor: Executor, { entity, fields, records }: ErasedFields): Promise<void> {
  await executor.runOwn(
    'erase-history',
    'DELETE FROM ninefold.change WHERE entity = $1 AND field = ANY ($2::text[]) AND record = ANY ($3::text[])',
    [entity, fields, records],
  )
  await executor.runOwn(
    'erase-notifications',
    'DELETE FROM ninefold.notification WHERE entity = $1 AND record = ANY ($2::text[])',
    [entity, records],
  )
  await eraseEvents(executor, entity, records)
  await executor.runOwn(
    'erase-files',
    'DELETE FROM ninefold.file_use WHERE entity = $1 AND field = ANY ($2::text[]) AND record = ANY ($3::text[])',
    [entity, fields, records],
  )
}
