// `personal data erased after 2 years`: what has been there so long goes, from its record, from the history of the
// record, and from what was uploaded there.

import { planErasures } from '@ninefold/core/plan/write/erasure.ts'
import { eraseDeleted } from '../../store/tables/deletions.ts'
import { eraseEvents } from '../../store/tables/operation/events.ts'
import type { Application } from '../context/application.ts'

export async function erasePersonalData({ database, model }: Application): Promise<void> {
  for (const erasure of planErasures(model)) {
    const { entity, field, statement } = erasure
    await database.write(async (transaction) => {
      const rows = await transaction.run(statement, {})
      // Deleted records that could be brought back must forget it, too.
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
        // Its reader knows it; but here it is not kept any longer than the record that it speaks of.
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
