// The table of tenants → a trigger by which a name in addresses stays one tenant's in all databases: the home shard alone
// gives names, and gives none that a moved tenant has.

import { entityNamed, fieldNamed } from '@ninefold/core/model/find.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import { inPublic, quoted, quotedText } from '@ninefold/core/plan/schema/ddl.ts'
import type { Schema } from '@ninefold/core/plan/schema/schema.ts'
import { columnName, tableName } from '@ninefold/core/plan/sql/database-names.ts'
import type { Connection } from './moved-tenant.ts'

/** It comes after the triggers that make slugs: PostgreSQL fires triggers in the order of their names. */
const NAME = '~names of tenants'

/** Nothing is done where all tenants are in one database, or have no names in addresses. */
export async function keepNames(client: Connection, model: Model, { tables }: Schema): Promise<void> {
  const { tenancy } = model.entities
  if (tenancy?.address == null) return
  const { tenant, address } = tenancy
  const { rows } = await client.query<{ shard: string | null }>('SELECT shard FROM ninefold.identity')
  if (rows[0]?.shard == null) return
  const column = columnName(address.field, fieldNamed(entityNamed(model, tenant), address.field).type)
  const table = tables.find(({ name }) => name === tableName(tenant))
  const unique = table?.indexes.find((index) => index.unique !== null && index.columns.includes(column))
  const given = [column, unique?.name ?? ''].map(quotedText).join(', ')
  await client.query(
    `CREATE OR REPLACE TRIGGER ${quoted(NAME)} BEFORE INSERT OR UPDATE ON ${inPublic(tableName(tenant))}
     FOR EACH ROW EXECUTE FUNCTION ninefold.keep_names_of_tenants(${given})`,
  )
}
