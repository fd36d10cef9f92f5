// The wall of a schema (plan/wall.ts) → policies and views in its database. What has changed is taken away before tables
// change and stands again afterwards, in the same transaction. Policies are for a role that has to be there; where this
// database's user may not make it, they are not, and every statement runs as before: as the owner of the tables.

import { CALLER_ROLE, WALL_POLICY } from '@ninefold/core/plan/wall.ts'
import { ENGINE_SCHEMA } from '@ninefold/core/plan/engine-tables.ts'
import { changedWall, type Disturbed } from '@ninefold/core/plan/rule-migration.ts'
import type { Schema, WallPart } from '@ninefold/core/plan/schema.ts'
import { EVERYTHING_SCHEMA } from '@ninefold/core/plan/sql-context.ts'
import type { PoolClient } from 'pg'

type Connection = Pick<PoolClient, 'query'>

/** Before the tables change. */
export async function takeWallDown(
  client: Connection,
  from: Schema | null,
  to: Schema,
  disturbed: Disturbed,
): Promise<void> {
  await takeDown(client, changedWall(from, to, disturbed).gone)
}

async function takeDown(client: Connection, parts: readonly WallPart[]): Promise<void> {
  for (const { policy } of parts) await client.query(policy.drop)
  for (const { view } of parts) if (view !== null) await client.query(view.drop)
}

/**
 * When the tables are as `to` has them. Null: the wall stands; otherwise a sentence that says why callers' statements run
 * as the owner of the tables.
 */
export async function putWallUp(
  client: Connection,
  from: Schema | null,
  to: Schema,
  disturbed: Disturbed,
): Promise<string | null> {
  const asked = await askedAs(client)
  if (asked === null) {
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${EVERYTHING_SCHEMA}`)
    await askAs(client, 'none')
  }
  const made = asked === null ? (to.wall ?? []) : changedWall(from, to, disturbed).made
  await takeDown(client, made)
  for (const { view } of made) if (view !== null) await client.query(view.create)
  if (asked === CALLER_ROLE) await putPolicies(client, made)
  return keepRole(client, to)
}

/** The same where nothing has changed: an administrator may have made the role by now, or taken it away. */
export async function keepWallUp(client: Connection, to: Schema): Promise<string | null> {
  return (await askedAs(client)) === null ? putWallUp(client, null, to, new Set()) : keepRole(client, to)
}

/** All of it, whatever it was made from: what PostgreSQL would not let change is free of it. It has to be put up again. */
export async function tearWallDown(client: Connection): Promise<void> {
  const { rows } = await client.query<{ text: string }>(
    `SELECT format('DROP POLICY %I ON %I.%I', policyname, schemaname, tablename) AS text FROM pg_policies WHERE policyname = '${WALL_POLICY}'`,
  )
  for (const { text } of rows) await client.query(text)
  await client.query(`DROP SCHEMA IF EXISTS ${EVERYTHING_SCHEMA} CASCADE`)
  await client.query(`DROP FUNCTION IF EXISTS ${ENGINE_SCHEMA}.caller_role()`)
}

async function keepRole(client: Connection, to: Schema): Promise<string | null> {
  const problem = await roleProblem(client)
  const isUp = (await askedAs(client)) === CALLER_ROLE
  if (problem === null && !isUp) {
    for (const { policy } of to.wall ?? []) await client.query(policy.drop)
    await putPolicies(client, to.wall ?? [])
    await askAs(client, CALLER_ROLE)
  }
  // Whoever could take the role once may have lost it.
  if (problem !== null && isUp) await askAs(client, 'none')
  return problem
}

async function putPolicies(client: Connection, parts: readonly WallPart[]): Promise<void> {
  await client.query(`GRANT USAGE ON SCHEMA public, ${ENGINE_SCHEMA}, ${EVERYTHING_SCHEMA} TO ${CALLER_ROLE}`)
  for (const { policy } of parts) for (const create of policy.create) await client.query(create)
}

/** What statements for callers run as; null: nobody has said so yet. */
async function askedAs(client: Connection): Promise<string | null> {
  const { rows } = await client.query<{ isThere: boolean }>(
    `SELECT to_regprocedure('${ENGINE_SCHEMA}.caller_role()') IS NOT NULL AS "isThere"`,
  )
  if (rows[0]?.isThere !== true) return null
  const asked = await client.query<{ role: string }>(`SELECT ${ENGINE_SCHEMA}.caller_role() AS role`)
  return asked.rows[0]?.role ?? null
}

/** One place for all processes, and part of the transaction that changes the wall. */
async function askAs(client: Connection, role: string): Promise<void> {
  await client.query(
    `CREATE OR REPLACE FUNCTION ${ENGINE_SCHEMA}.caller_role() RETURNS text LANGUAGE sql STABLE AS 'SELECT ''${role}''::text'`,
  )
}

interface RoleFacts {
  readonly isThere: boolean
  readonly mayMake: boolean
  readonly mayTake: boolean
  readonly mayGrant: boolean
  readonly isHarmless: boolean
  readonly user: string
}

/** Null: there is the role, and this user may take it. */
async function roleProblem(client: Connection): Promise<string | null> {
  let facts = await roleFacts(client)
  if (!facts.isThere && facts.mayMake) {
    // Another database of this server may make it at the same moment.
    await client.query(
      `DO $$ BEGIN CREATE ROLE ${CALLER_ROLE} NOLOGIN NOINHERIT; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$`,
    )
    facts = await roleFacts(client)
  }
  if (facts.isThere && !facts.mayTake && facts.mayGrant) {
    await client.query(`GRANT ${CALLER_ROLE} TO CURRENT_USER`)
    facts = await roleFacts(client)
  }
  if (facts.isThere && !facts.isHarmless)
    return `The role ${CALLER_ROLE} may pass by row-level security; it must not. Whoever administers the server can say: ALTER ROLE ${CALLER_ROLE} NOSUPERUSER NOBYPASSRLS;`
  if (facts.isThere && facts.mayTake) return null
  return `${facts.user} may not ${facts.isThere ? 'take' : 'make'} the role ${CALLER_ROLE}. Whoever administers the server can say: ${
    facts.isThere ? '' : `CREATE ROLE ${CALLER_ROLE} NOLOGIN; `
  }GRANT ${CALLER_ROLE} TO ${facts.user};`
}

async function roleFacts(client: Connection): Promise<RoleFacts> {
  const { rows } = await client.query<RoleFacts>(`
    SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = '${CALLER_ROLE}') AS "isThere",
      own.rolsuper OR own.rolcreaterole AS "mayMake",
      coalesce((SELECT pg_has_role(r.oid, CASE WHEN current_setting('server_version_num')::int >= 160000 THEN 'SET' ELSE 'MEMBER' END)
        FROM pg_roles AS r WHERE r.rolname = '${CALLER_ROLE}'), FALSE) AS "mayTake",
      own.rolsuper OR EXISTS (SELECT FROM pg_auth_members AS m JOIN pg_roles AS r ON r.oid = m.roleid
        WHERE r.rolname = '${CALLER_ROLE}' AND m.member = own.oid AND m.admin_option)
        OR (own.rolcreaterole AND current_setting('server_version_num')::int < 160000) AS "mayGrant",
      coalesce((SELECT NOT r.rolsuper AND NOT r.rolbypassrls FROM pg_roles AS r WHERE r.rolname = '${CALLER_ROLE}'), TRUE) AS "isHarmless",
      quote_ident(own.rolname) AS "user"
    FROM pg_roles AS own WHERE own.rolname = current_user`)
  const [facts] = rows
  if (facts === undefined) throw new Error('PostgreSQL says nothing about its roles.')
  return facts
}
