// Erasure: values of `personal data erased after 2 years`, from the record, its history and its uploads; and everything
// of a deleted tenant, data outside its rows that no foreign key reaches included.

import type { Entity } from '@ninefold/core/model/entities.ts'
import { columnOfTenant } from '@ninefold/core/plan/schema/tenant-keys.ts'
import { planErasures } from '@ninefold/core/plan/write/erasure.ts'
import { besideKeptValues } from '../../store/driver/kept-values.ts'
import { eraseDeleted } from '../../store/tables/deletions.ts'
import { eraseTraces } from '../../store/tables/erased-traces.ts'
import type { Application } from '../context/application.ts'
import type { Work } from '../context/work.ts'

export async function erasePersonalData({ database, model }: Application): Promise<void> {
  for (const erasure of planErasures(model)) {
    const { entity, field, statement } = erasure
    await database.write(async (transaction) => {
      const rows = await besideKeptValues(transaction, () => transaction.run(statement, {}))
      // Restorable deleted records must lose the values, too.
      const deleted = await eraseDeleted(transaction, erasure)
      const ids = [...rows.map((row) => String(row['id'])), ...deleted]
      if (ids.length > 0) await eraseTraces(transaction, { entity, fields: [field], records: ids })
    })
  }
}

/** For a tenant without soft delete: stored deleted records, sequence counters, views that were shared in it, and invitations into it. */
export async function eraseOfTenant({ application, transaction }: Work, entity: Entity, id: string): Promise<void> {
  const { tenancy } = application.model.entities
  if (tenancy === null || tenancy.tenant !== entity.name || entity.keptDeleted !== null) return
  const counters = application.schema.tables.flatMap((table) =>
    tenancy.belonging.includes(table.entity)
      ? table.columns.flatMap(({ counter }) => (counter === undefined ? [] : [counter.name]))
      : [],
  )
  await transaction.runOwn(
    'erase-deletions-of-tenant',
    `DELETE FROM ninefold.deletion AS d WHERE EXISTS (
       SELECT FROM ninefold.deleted_row AS r WHERE r.deletion = d.id AND r.entity = ANY (ARRAY(SELECT jsonb_array_elements_text($2::jsonb))) AND r.data ->> $3 = $1)`,
    [id, JSON.stringify(tenancy.belonging), columnOfTenant(tenancy)],
  )
  await transaction.runOwn(
    'erase-counts-of-tenant',
    `DELETE FROM ninefold.counter WHERE name = ANY (ARRAY(SELECT jsonb_array_elements_text($2::jsonb))) AND scope LIKE '[%' AND scope::jsonb ->> 0 = $1`,
    [id, JSON.stringify(counters)],
  )
  await transaction.runOwn('erase-views-of-tenant', 'DELETE FROM ninefold.view WHERE shared_in = $1', [id])
  await transaction.runOwn('erase-invitations-into-tenant', 'DELETE FROM ninefold.invitation WHERE tenant = $1', [id])
}
