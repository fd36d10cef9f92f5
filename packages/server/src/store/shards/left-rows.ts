// Rows that a tenant has left behind → none.

import { inPublic, quoted, quotedText } from '@ninefold/core/plan/schema/ddl.ts'
import { ENGINE_ROWS, leftCondition } from '@ninefold/core/plan/schema/shards/engine-rows.ts'
import { belongsTo, tenantTables } from '@ninefold/core/plan/schema/shards/tenant-tables.ts'
import { columnOfTenant, userColumn } from '@ninefold/core/plan/schema/tenant-keys.ts'
import { tableName } from '@ninefold/core/plan/sql/database-names.ts'
import { type Connection, type MovedTenant, tenancyOf } from './moved-tenant.ts'
import { selectRecords } from './selected-records.ts'
import { unblockWrites } from './blocked-writes.ts'

/** The triggers that protect the rows are dropped after them. */
export async function removeLeftRows(source: Connection, moved: MovedTenant): Promise<void> {
  const { model, schema, tenant } = moved
  const tenancy = tenancyOf(model)
  const [users, membership] = [tenancy.users, tenancy.membership].map((entity) => inPublic(tableName(entity)))
  const column = quoted(columnOfTenant(tenancy))
  await source.query('BEGIN')
  await source.query('SET LOCAL session_replication_role = replica')
  await selectRecords(source, moved)
  for (const name of Object.keys(ENGINE_ROWS))
    await source.query(`DELETE FROM ninefold.${quoted(name)} AS t WHERE ${leftCondition(name, model, tenant)}`)
  await source.query(`UPDATE ${users} AS u SET ${column} = (SELECT m.${column} FROM ${membership} AS m
    WHERE m.${quoted(userColumn(tenancy))} = u."id" AND m.${column} <> ${quotedText(tenant)} ORDER BY m."id" LIMIT 1)
    WHERE u.${column} = ${quotedText(tenant)}`)
  // Tables of links come last in the schema, and are found by their owners.
  for (const each of tenantTables(model, schema).toReversed())
    await source.query(
      `DELETE FROM ${inPublic(each.table.name)} AS t WHERE ${belongsTo(each, 't', quotedText(tenant))}`,
    )
  await source.query('COMMIT')
  await unblockWrites(source, moved)
}
