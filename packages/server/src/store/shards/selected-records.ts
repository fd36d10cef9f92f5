// A tenant in its database → temporary tables that name everything that follows it: moved_record with its own records and
// the shared ones that they lead to, moved_user with its members, moved_file with the uploads of these records.

import { inPublic, quoted, quotedText } from '@ninefold/core/plan/schema/ddl.ts'
import { copiedCondition } from '@ninefold/core/plan/schema/shards/engine-rows.ts'
import { belongsTo, sharedLinks, sharedTables, tenantTables } from '@ninefold/core/plan/schema/shards/tenant-tables.ts'
import type { IdMap } from './copied-rows.ts'
import { type Connection, membersOf, type MovedTenant } from './moved-tenant.ts'

/** Runs in the transaction that copies; the tables end with it. */
export async function selectRecords(source: Connection, moved: MovedTenant): Promise<void> {
  await source.query(`
CREATE TEMP TABLE moved_record (entity text, record text, is_own boolean NOT NULL, PRIMARY KEY (entity, record)) ON COMMIT DROP;
CREATE TEMP TABLE moved_user (user_id text PRIMARY KEY) ON COMMIT DROP;
CREATE TEMP TABLE moved_file (id uuid PRIMARY KEY) ON COMMIT DROP;`)
  const { model, schema, tenant } = moved
  const own = tenantTables(model, schema)
  for (const each of own.filter(({ table }) => table.field === null))
    await source.query(`INSERT INTO moved_record SELECT ${quotedText(each.table.entity)}, t."id"::text, true
      FROM ${inPublic(each.table.name)} AS t WHERE ${belongsTo(each, 't', quotedText(tenant))}`)
  for (const each of own) {
    const rows = `${inPublic(each.table.name)} AS t WHERE ${belongsTo(each, 't', quotedText(tenant))}`
    for (const { column, entity } of towardsShared(moved, each.table.name))
      await source.query(
        `${noted(entity, column)} FROM ${rows} AND t.${quoted(column)} IS NOT NULL ON CONFLICT DO NOTHING`,
      )
  }
  const deleted = copiedCondition('deleted_row', model, tenant)
  await source.query(`INSERT INTO moved_record SELECT DISTINCT t.entity, t.record, true FROM ninefold.deleted_row AS t
    WHERE t.entity IS NOT NULL AND t.record IS NOT NULL AND ${deleted} ON CONFLICT DO NOTHING`)
  await selectNamedByDeletions(source, moved)
  await followShared(source, moved)
  await source.query(`INSERT INTO moved_user ${membersOf(moved)}`)
  await source.query(
    `INSERT INTO moved_file SELECT DISTINCT t.file FROM ninefold.file_use AS t WHERE ${copiedCondition('file_use', model, tenant)}`,
  )
}

/**
 * Reference data is loaded in each database, under ids of its own. Its records that the target has are not copied, and
 * their ids are those of the target.
 */
export async function mapReferenceData(
  source: Connection,
  target: Connection,
  { schema }: MovedTenant,
): Promise<IdMap> {
  const { rows } = await source.query<Loaded>(
    `SELECT d.entity, d.key, d.record_id AS record FROM ninefold.loaded_data AS d
     JOIN moved_record AS m ON m.entity = d.entity AND m.record = d.record_id AND NOT m.is_own WHERE d.kind = 'reference'`,
  )
  const ids = new Map<string, string>()
  for (const { name, entity } of schema.tables.filter(({ field }) => field === null)) {
    const loaded = rows.filter((row) => row.entity === entity)
    if (loaded.length === 0) continue
    const { rows: there } = await target.query<Loaded>(
      `SELECT d.entity, d.key, d.record_id AS record FROM ninefold.loaded_data AS d JOIN ${inPublic(name)} AS t ON t."id"::text = d.record_id
       WHERE d.kind = 'reference' AND d.entity = $1 AND d.key = ANY ($2::text[])`,
      [entity, loaded.map(({ key }) => key)],
    )
    const byKey = new Map(there.map(({ key, record }) => [key, record]))
    for (const { key, record } of loaded) ids.set(record, byKey.get(key) ?? record)
  }
  const mapped = new Map([...ids].filter(([from, to]) => from !== to))
  await source.query('DELETE FROM moved_record WHERE NOT is_own AND record = ANY ($1::text[])', [[...mapped.keys()]])
  return mapped
}

interface Loaded {
  readonly entity: string
  readonly key: string
  readonly record: string
}

/** A deleted record that can be restored leads to others by its stored columns. */
async function selectNamedByDeletions(source: Connection, { model, schema, tenant }: MovedTenant): Promise<void> {
  const deleted = copiedCondition('deleted_row', model, tenant)
  for (const { name, entity } of sharedTables(model, schema))
    await source.query(`INSERT INTO moved_record SELECT ${quotedText(entity)}, s."id"::text, false FROM ${inPublic(name)} AS s
      WHERE s."id"::text IN (SELECT (regexp_matches(t.data::text, '${ID_PATTERN}', 'g'))[1] FROM ninefold.deleted_row AS t WHERE ${deleted})
      ON CONFLICT DO NOTHING`)
}

const ID_PATTERN = '([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})'

/** Shared records lead to further ones. */
async function followShared(source: Connection, moved: MovedTenant): Promise<void> {
  const { model, schema } = moved
  const known = `EXISTS (SELECT FROM moved_record AS m WHERE NOT m.is_own AND m.entity =`
  const tables = sharedTables(model, schema).map(({ name }) => ({ name, owner: 'id' }))
  const links = sharedLinks(model, schema).map(({ table, owner }) => ({ name: table.name, owner }))
  let isGrowing = true
  while (isGrowing) {
    isGrowing = false
    for (const { name, owner } of [...tables, ...links]) {
      const entity = schema.tables.find((each) => each.name === name)?.entity ?? ''
      for (const towards of towardsShared(moved, name)) {
        const { rowCount } = await source.query(`${noted(towards.entity, towards.column)} FROM ${inPublic(name)} AS t
          WHERE ${known} ${quotedText(entity)} AND m.record = t.${quoted(owner)}::text) AND t.${quoted(towards.column)} IS NOT NULL ON CONFLICT DO NOTHING`)
        isGrowing ||= (rowCount ?? 0) > 0
      }
    }
  }
}

function noted(entity: string, column: string): string {
  return `INSERT INTO moved_record SELECT DISTINCT ${quotedText(entity)}, t.${quoted(column)}::text, false`
}

function towardsShared(
  { model, schema }: MovedTenant,
  name: string,
): { readonly column: string; readonly entity: string }[] {
  const shared = new Set(sharedTables(model, schema).map((table) => table.name))
  const references = schema.tables.find((each) => each.name === name)?.references ?? []
  return references.flatMap(({ column, target }) =>
    shared.has(target.table) ? [{ column, entity: target.entity }] : [],
  )
}
