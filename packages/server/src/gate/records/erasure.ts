// `personal data erased after 2 years`: erases old values from the record, from its history and from its uploads.

import { planErasures } from '@ninefold/core/plan/write/erasure.ts'
import { eraseDeleted } from '../../store/tables/deletions.ts'
import { eraseTraces } from '../../store/tables/erased-traces.ts'
import type { Application } from '../context/application.ts'

export async function erasePersonalData({ database, model }: Application): Promise<void> {
  for (const erasure of planErasures(model)) {
    const { entity, field, statement } = erasure
    await database.write(async (transaction) => {
      const rows = await transaction.run(statement, {})
      // Restorable deleted records must lose the values, too.
      const deleted = await eraseDeleted(transaction, erasure)
      const ids = [...rows.map((row) => String(row['id'])), ...deleted]
      if (ids.length > 0) await eraseTraces(transaction, { entity, fields: [field], records: ids })
    })
  }
}
