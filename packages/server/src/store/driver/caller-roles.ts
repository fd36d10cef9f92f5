// The PostgreSQL roles for callers (plan/schema/caller-slots.ts) → which exist, and which this database's user may
// take. Roles belong to the whole server, so missing ones are created as far as the user may, possibly while another
// database does the same.

import { CALLER_ROLE, CALLER_SLOTS } from '@ninefold/core/plan/schema/caller-slots.ts'
import type { PoolClient } from 'pg'

type Connection = Pick<PoolClient, 'query'>

export interface CallerRoles {
  /** Null: the roles can be used; otherwise a sentence with the reason. */
  readonly problem: string | null
  /** Existing roles, for which policies are possible. */
  readonly present: readonly string[]
  /** Slots that the user may take. */
  readonly slots: readonly string[]
}

interface RoleFacts {
  readonly role: string
  readonly isThere: boolean
  readonly mayMake: boolean
  readonly mayTake: boolean
  readonly mayGrant: boolean
  readonly isHarmless: boolean
  readonly user: string
}

/** A fixed order of creation, so that concurrent processes cannot deadlock. */
const ALL = [CALLER_ROLE, ...CALLER_SLOTS]

export async function callerRoles(client: Connection): Promise<CallerRoles> {
  let facts = await roleFacts(client)
  const missing = facts.filter(({ isThere, mayMake }) => !isThere && mayMake)
  if (missing.length > 0) {
    await doQuietly(
      client,
      missing.map(({ role }) => `CREATE ROLE ${role} NOLOGIN NOINHERIT`),
    )
    facts = await roleFacts(client)
  }
  const given = facts.filter(({ isThere, mayTake, mayGrant }) => isThere && !mayTake && mayGrant)
  if (given.length > 0) {
    await doQuietly(
      client,
      given.map(({ role }) => `GRANT ${role} TO CURRENT_USER`),
    )
    facts = await roleFacts(client)
  }
  return {
    problem: problemOf(facts),
    present: facts.filter(({ isThere }) => isThere).map(({ role }) => role),
    slots: facts
      .filter(({ role, isThere, mayTake, isHarmless }) => role !== CALLER_ROLE && isThere && mayTake && isHarmless)
      .map(({ role }) => role),
  }
}

/** Ignores errors of work that another database has done meanwhile. */
async function doQuietly(client: Connection, statements: readonly string[]): Promise<void> {
  const each = statements.map(
    (text) => `BEGIN ${text}; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END;`,
  )
  await client.query(`DO $$ BEGIN ${each.join(' ')} END $$`)
}

function problemOf(facts: readonly RoleFacts[]): string | null {
  const own = facts.find(({ role }) => role === CALLER_ROLE)
  if (own === undefined) throw new Error('PostgreSQL says nothing about its roles.')
  const { isThere, isHarmless, mayTake, user } = own
  if (isThere && !isHarmless)
    return `The role ${CALLER_ROLE} may pass by row-level security, or is a member of another role; it must not. Whoever administers the server can say: ALTER ROLE ${CALLER_ROLE} NOSUPERUSER NOBYPASSRLS; and REVOKE what it is a member of.`
  if (isThere && mayTake) return null
  return `${user} may not ${isThere ? 'take' : 'make'} the role ${CALLER_ROLE}. Whoever administers the server can say: ${
    isThere ? '' : `CREATE ROLE ${CALLER_ROLE} NOLOGIN; `
  }GRANT ${CALLER_ROLE} TO ${user};`
}

/** Includes inherited roles, because their policies apply too. */
async function roleFacts(client: Connection): Promise<readonly RoleFacts[]> {
  const { rows } = await client.query<RoleFacts>(
    `SELECT asked.role, r.oid IS NOT NULL AS "isThere",
      own.rolsuper OR own.rolcreaterole AS "mayMake",
      coalesce(pg_has_role(r.oid, CASE WHEN current_setting('server_version_num')::int >= 160000 THEN 'SET' ELSE 'MEMBER' END), FALSE) AS "mayTake",
      own.rolsuper OR EXISTS (SELECT FROM pg_auth_members AS m WHERE m.roleid = r.oid AND m.member = own.oid AND m.admin_option)
        OR (own.rolcreaterole AND current_setting('server_version_num')::int < 160000) AS "mayGrant",
      coalesce(NOT r.rolsuper AND NOT r.rolbypassrls, TRUE)
        AND NOT EXISTS (SELECT FROM pg_auth_members AS m WHERE m.member = r.oid) AS "isHarmless",
      quote_ident(own.rolname) AS "user"
    FROM unnest($1::text[]) WITH ORDINALITY AS asked (role, place)
      LEFT JOIN pg_roles AS r ON r.rolname = asked.role
      JOIN pg_roles AS own ON own.rolname = current_user
    ORDER BY asked.place`,
    [ALL],
  )
  return rows
}
