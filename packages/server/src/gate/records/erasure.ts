// `personal data erased after 2 years`: erases old values from the record, from its history and from its uploads.

import { planErasures } from '@ninefold/core/plan/write/erasure.ts'
import { eraseDeleted } from '../../store/tables/deletions.ts'
import { eraseEvents } from '../../store/tables/operation/events.ts'
import type { Application } from '../context/application.ts'

export async function erasePersonalData({ database, model }: Application): Promise<void> {
  for (const erasure of planErasures(model)) {
    const { entity, field, statement } = erasure
    await database.write(async (transaction) => {
      const rows = await transaction.run(statement, {})
      // Restorable deleted records must lose the values, too.
      const deleted = await eraseDeleted(transaction, erasure)
      const ids = [...rows.map((row) => String(row['id'])), ...deleted]
      if (ids.length === 0) return
      const values = [entity, field, ids]
      await transaction.runOwn(
        'erase-history',
        'DELETE FROM ninefold.change WHERE entity = $1 AND field = $2 AND record = ANY ($3::text[])',
        values,
      )
      await transaction.runOwn(
        'erase-notifications',
        // Notifications about the record must not outlive the erased data.
        'DELETE FROM ninefold.notification WHERE entity = $1 AND record = ANY ($2::text[])',
        [entity, ids],
      )
      await eraseEvents(transaction, entity, ids)
      await transaction.runOwn(
        'erase-files',
        'DELETE FROM ninefold.file_use WHERE entity = $1 AND field = $2 AND record = ANY ($3::text[])',
        values,
      )
    })
  }
}
