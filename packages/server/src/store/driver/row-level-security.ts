// The row-level security of a schema (plan/schema/row-level-security.ts) → policies and views in its database. Changed
// policies are dropped before the tables change and created again afterwards, in the same transaction. Policies need
// roles; where this database's user may not create them, there are no policies, and every statement runs as the owner
// of the tables.

import { CALLER_ROLE } from '@ninefold/core/plan/schema/caller-slots.ts'
import { slotPolicy, WALL_POLICY } from '@ninefold/core/plan/schema/row-level-security.ts'
import { quotedText } from '@ninefold/core/plan/schema/ddl.ts'
import { ENGINE_SCHEMA } from '@ninefold/core/plan/schema/engine/engine-tables.ts'
import { changedPolicies, type Disturbed } from '@ninefold/core/plan/migration/rule-migration.ts'
import type { Schema, WallPart } from '@ninefold/core/plan/schema/schema.ts'
import { EVERYTHING_SCHEMA } from '@ninefold/core/plan/sql/sql-context.ts'
import type { PoolClient } from 'pg'
import { type CallerRoles, callerRoles } from './caller-roles.ts'

type Connection = Pick<PoolClient, 'query'>

/** Runs before the tables change. */
export async function dropChangedPolicies(
  client: Connection,
  from: Schema | null,
  to: Schema,
  disturbed: Disturbed,
): Promise<void> {
  await takeDown(client, changedPolicies(from, to, disturbed).gone)
}

async function takeDown(client: Connection, parts: readonly WallPart[]): Promise<void> {
  for (const { policy } of parts) await client.query(policy.drop)
  for (const { view } of parts) if (view !== null) await client.query(view.drop)
}

/**
 * Runs when the tables match `to`. Null: row-level security is active; otherwise the reason why callers' statements run
 * as the owner of the tables.
 */
export async function createPolicies(
  client: Connection,
  from: Schema | null,
  to: Schema,
  disturbed: Disturbed,
): Promise<string | null> {
  const asked = await askedAs(client, [...usualIn(from), ...usualIn(to)])
  if (asked === null) await client.query(`CREATE SCHEMA IF NOT EXISTS ${EVERYTHING_SCHEMA}`)
  const made = asked === null ? (to.wall ?? []) : changedPolicies(from, to, disturbed).made
  await takeDown(client, made)
  for (const { view } of made) if (view !== null) await client.query(view.create)
  return settle(client, to, asked, made)
}

/** The same for an unchanged schema: an administrator may have created or removed the roles meanwhile. */
export async function keepPolicies(client: Connection, to: Schema): Promise<string | null> {
  const asked = await askedAs(client, usualIn(to))
  return asked === null ? createPolicies(client, null, to, new Set()) : settle(client, to, asked, [])
}

/** A backup of an earlier version may lack information about row-level security; then the next start creates it. */
export async function createRestoredPolicies(client: Connection, to: Schema): Promise<void> {
  if ((to.wall ?? []).every(({ policy }) => 'table' in policy)) await createPolicies(client, null, to, new Set())
}

/**
 * Removes all policies and views, whatever their schema, because PostgreSQL does not change columns that they use. They
 * have to be created again afterwards.
 */
export async function dropAllPolicies(client: Connection): Promise<void> {
  const { rows } = await client.query<{ text: string }>(
    `SELECT format('DROP POLICY %I ON %I.%I', policyname, schemaname, tablename) AS text FROM pg_policies WHERE starts_with(policyname, '${WALL_POLICY}')`,
  )
  for (const { text } of rows) await client.query(text)
  await client.query(`DROP SCHEMA IF EXISTS ${EVERYTHING_SCHEMA} CASCADE`)
  await client.query(`DROP FUNCTION IF EXISTS ${FUNCTION}(text), ${FUNCTION}()`)
}

/** PostgreSQL roles under which callers' statements run. */
interface AskedAs {
  /** The role for callers without a slot. */
  readonly role: string
  /** Slots by the set of roles that they stand for. */
  readonly slots: ReadonlyMap<string, string>
}

const FUNCTION = `${ENGINE_SCHEMA}.caller_role`
const NOBODY: AskedAs = { role: 'none', slots: new Map() }

async function settle(
  client: Connection,
  to: Schema,
  before: AskedAs | null,
  made: readonly WallPart[],
): Promise<string | null> {
  const roles = await callerRoles(client)
  const after: AskedAs =
    roles.problem === null ? { role: CALLER_ROLE, slots: slotsFor(usualIn(to), before, roles.slots) } : NOBODY
  const isSame = before !== null && isSameAsked(before, after)
  if (after.role === CALLER_ROLE) {
    const parts = isSame ? made : (to.wall ?? [])
    for (const { policy } of isSame ? [] : parts) await client.query(policy.drop)
    await putPolicies(client, parts, after, roles)
  }
  // The user may have lost the membership in the role.
  if (!isSame) await askAs(client, after)
  return roles.problem
}

/**
 * A statement may already have chosen its slot and wait for a table lock. So a slot keeps its meaning, or stays unused
 * for a while with policies that check roles.
 */
function slotsFor(usual: readonly string[], before: AskedAs | null, slots: readonly string[]): Map<string, string> {
  const kept = new Map(
    usual.flatMap((roles): [string, string][] => {
      const slot = before?.slots.get(roles)
      return slot === undefined || !slots.includes(slot) ? [] : [[roles, slot]]
    }),
  )
  const taken = new Set(before?.slots.values() ?? [])
  const free = slots.filter((slot) => !taken.has(slot))
  const added = usual.filter((roles) => !kept.has(roles)).slice(0, free.length)
  return new Map([...kept, ...added.map((roles, place): [string, string] => [roles, free[place] ?? ''])])
}

function isSameAsked(one: AskedAs, other: AskedAs): boolean {
  return (
    one.role === other.role &&
    one.slots.size === other.slots.size &&
    [...one.slots].every(([roles, slot]) => other.slots.get(roles) === slot)
  )
}

/** The usual sets of roles in a schema. */
function usualIn(schema: Schema | null): readonly string[] {
  return [...new Set((schema?.wall ?? []).flatMap(({ policy }) => (policy.usual ?? []).map(({ roles }) => roles)))]
}

async function putPolicies(
  client: Connection,
  parts: readonly WallPart[],
  { slots }: AskedAs,
  { present }: CallerRoles,
): Promise<void> {
  const everybody = present.join(', ')
  await client.query(`GRANT USAGE ON SCHEMA public, ${ENGINE_SCHEMA}, ${EVERYTHING_SCHEMA} TO ${everybody}`)
  const used = new Set(slots.values())
  const unknown = present.filter((role) => !used.has(role)).join(', ')
  for (const { policy } of parts) {
    const { table, condition, usual, grants } = policy
    const create = (name: string, role: string, using: string): string =>
      `CREATE POLICY ${name} ON ${table} FOR SELECT TO ${role} USING (${using})`
    const ofSlots = usual.flatMap((each) => {
      const slot = slots.get(each.roles)
      return slot === undefined ? [] : [create(slotPolicy(slot), slot, each.condition)]
    })
    const statements = [
      `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`,
      create(WALL_POLICY, unknown, condition),
      ...ofSlots,
      `REVOKE SELECT ON ${table} FROM ${everybody}`,
      ...grants.map((grant) => `GRANT ${grant} TO ${everybody}`),
    ]
    await client.query(statements.join('; '))
  }
}

/** Null: nothing is recorded yet. */
async function askedAs(client: Connection, usual: readonly string[]): Promise<AskedAs | null> {
  const { rows } = await client.query<{ isThere: boolean }>(
    `SELECT to_regprocedure('${FUNCTION}(text)') IS NOT NULL AS "isThere"`,
  )
  if (rows[0]?.isThere !== true) return null
  const asked = await client.query<{ roles: string; role: string }>(
    `SELECT roles, ${FUNCTION}(roles) AS role FROM unnest($1::text[]) AS roles`,
    [['', ...usual]],
  )
  const role = asked.rows.find(({ roles }) => roles === '')?.role ?? 'none'
  const slots = asked.rows.filter((each) => each.role !== role)
  return { role, slots: new Map(slots.map((each) => [each.roles, each.role])) }
}

/**
 * Recorded for all processes, in the transaction that changes the policies. Processes of an earlier version of Ninefold
 * do not set the caller.
 */
async function askAs(client: Connection, { role, slots }: AskedAs): Promise<void> {
  const cases = [...slots].map(([roles, slot]) => `WHEN ${quotedText(roles)} THEN '${slot}'`)
  const found = cases.length === 0 ? `'${role}'` : `CASE roles ${cases.join(' ')} ELSE '${role}' END`
  const define = (parameters: string, value: string): string =>
    `CREATE OR REPLACE FUNCTION ${FUNCTION}(${parameters}) RETURNS text LANGUAGE sql STABLE AS ${quotedText(`SELECT ${value}::text`)}`
  await client.query(`${define('', `'${role}'`)}; ${define('roles text', `(${found})`)}`)
}
