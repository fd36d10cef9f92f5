// Any PostgreSQL from version 15 on → one on which every statement has the same meaning, or a refusal with the reason.
// Statements use the names that newer servers have for two collations. On an older server, these collations are created
// in the schema `public`, which is searched after PostgreSQL's own names.

import pg, { type PoolClient } from 'pg'
import { unknownToWorkers } from './citus-workers.ts'
import { dropAllPolicies } from './row-level-security.ts'

/** A deficiency that only the server's owner can correct. */
export class ServerUnsuitable extends Error {
  override name = 'ServerUnsuitable'
}

const VERSION_MIN = 15

/** By code points: built into PostgreSQL 17. Equality, order and indexes are the same as in "C". */
const CODE_POINTS = { name: 'pg_c_utf8', as: 'FROM pg_catalog."C"' }
/** Upper and lower case by Unicode: built into PostgreSQL 18; before, ICU provides it. */
const LETTERS = { name: 'pg_unicode_fast', as: `(provider = icu, locale = 'und')` }

type Connection = Pick<PoolClient, 'query'>

interface Facts {
  readonly version: number
  readonly encoding: string
  readonly hasUnicode: boolean
  readonly onlyReads: boolean
  readonly isNew: boolean
  readonly mayMakeSchemas: boolean
  readonly mayMakeTables: boolean
}

/** Runs in the transaction that creates the engine's tables. */
export async function suitServer(client: Connection): Promise<void> {
  refuseUnsuitable(await factsOf(client))
  const unknown = await unknownToWorkers(client)
  if (unknown !== null) throw new ServerUnsuitable(unknown)
  for (const { name, as } of [CODE_POINTS, LETTERS]) {
    const { rows } = await client.query<{ isBuiltIn: boolean; isOurs: boolean }>(
      `SELECT to_regcollation('pg_catalog.' || $1) IS NOT NULL AS "isBuiltIn", to_regcollation('public.' || $1) IS NOT NULL AS "isOurs"`,
      [name],
    )
    const [found] = rows
    if (found?.isBuiltIn === false && !found.isOurs) await client.query(`CREATE COLLATION public.${name} ${as}`)
    if (found?.isBuiltIn === true && found.isOurs) await sortAsBuiltIn(client, name)
  }
}

async function factsOf(client: Connection): Promise<Facts> {
  const { rows } = await client.query<Facts>(`
    SELECT current_setting('server_version_num')::int / 10000 AS version,
      current_setting('server_encoding') AS encoding,
      EXISTS (SELECT FROM pg_collation WHERE collname = 'und-x-icu') AS "hasUnicode",
      current_setting('transaction_read_only') = 'on' AS "onlyReads",
      NOT EXISTS (SELECT FROM pg_namespace WHERE nspname = 'ninefold') AS "isNew",
      has_database_privilege(current_database(), 'CREATE') AS "mayMakeSchemas",
      has_schema_privilege('public', 'CREATE') AS "mayMakeTables"`)
  const [facts] = rows
  if (facts === undefined) throw new Error('PostgreSQL says nothing about itself.')
  return facts
}

function refuseUnsuitable(facts: Facts): void {
  const { version, encoding, hasUnicode, onlyReads, isNew, mayMakeSchemas, mayMakeTables } = facts
  if (version < VERSION_MIN)
    throw new ServerUnsuitable(`This is PostgreSQL ${version}. Ninefold needs PostgreSQL ${VERSION_MIN} or newer.`)
  if (encoding !== 'UTF8')
    throw new ServerUnsuitable(
      `This database keeps texts in ${encoding}, which has no room for every character. Make one with ENCODING 'UTF8'.`,
    )
  if (!hasUnicode)
    throw new ServerUnsuitable(
      'This PostgreSQL was built without ICU, or this database was made before it had it: it has no collation "und-x-icu". ' +
        'Use one that was built with ICU, as nearly all are.',
    )
  if (onlyReads)
    throw new ServerUnsuitable(
      'This database takes nothing that is written: it is a replica, or is set to be read only. Name the one that is written to in DATABASE_URL; a replica may answer reads by DATABASE_REPLICA_URL.',
    )
  if (isNew && !mayMakeSchemas)
    throw new ServerUnsuitable(
      'This user may not make schemas in this database. Its owner can say: GRANT CREATE ON DATABASE … TO …',
    )
  if (!mayMakeTables)
    throw new ServerUnsuitable(
      'This user may not make tables in this database. Its owner can say: GRANT CREATE ON SCHEMA public TO …',
    )
}

/**
 * A database that was upgraded from an older server keeps the collation of its columns. Objects that are compared with
 * those of the newer version must use the same one. Triggers that name a column, and the policies, have to be dropped
 * meanwhile; the policies are created again with the tables.
 */
async function sortAsBuiltIn(client: Connection, name: string): Promise<void> {
  const { rows } = await client.query<{ table: string; columns: string[] }>(
    `SELECT attrelid::regclass::text AS "table", array_agg(attname::text ORDER BY attnum) AS columns
    FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
    WHERE attcollation = to_regcollation('public.' || $1) AND relkind IN ('r', 'p') AND NOT attisdropped
    GROUP BY attrelid`,
    [name],
  )
  if (rows.length > 0) await dropAllPolicies(client)
  for (const { table, columns } of rows) {
    const triggers = await client.query<{ name: string; definition: string }>(
      `SELECT tgname AS name, pg_get_triggerdef(oid) AS definition FROM pg_trigger WHERE tgrelid = $1::regclass AND NOT tgisinternal`,
      [table],
    )
    for (const trigger of triggers.rows)
      await client.query(`DROP TRIGGER ${pg.escapeIdentifier(trigger.name)} ON ${table}`)
    const changes = columns.map(
      (column) => `ALTER COLUMN ${pg.escapeIdentifier(column)} TYPE text COLLATE pg_catalog.${name}`,
    )
    await client.query(`ALTER TABLE ${table} ${changes.join(', ')}`)
    for (const { definition } of triggers.rows) await client.query(definition)
  }
}
