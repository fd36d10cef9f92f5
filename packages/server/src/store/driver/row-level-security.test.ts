// Row-level security in the database: the permissions of the callers' role, its changes with the text, and starts
// without the necessary privileges.

import { compile } from '@ninefold/core/compile.ts'
import { rolesText } from '@ninefold/core/plan/schema/caller-slots.ts'
import { planTables } from '@ninefold/core/plan/schema/tables.ts'
import type { Schema } from '@ninefold/core/plan/schema/schema.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import pg from 'pg'
import { expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { PEOPLE, twoTeams, TWO_TEAMS_TEXT } from '../../testing/two-teams.ts'
import { backUp } from '../backup/backup.ts'
import { callerRoles } from './caller-roles.ts'
import { migrate } from '../migrate/migrate.ts'
import { restoreBackup } from '../backup/restore.ts'

const schemaOf = (text: string): Schema => {
  const { model } = compile(text)
  if (model === null) throw new Error('The specification has errors.')
  return planTables(model)
}

interface Asking {
  readonly me: string
  readonly roles: readonly string[]
}

/** Under the PostgreSQL role of these roles, or under the general one. */
type Under = 'slot' | 'general'
const BOTH: readonly Under[] = ['slot', 'general']

/** Runs a statement as the engine does for a caller, by hand. */
async function asCaller(
  database: TestDatabase,
  { me, roles }: Asking,
  text: string,
  under: Under,
  meanwhile = async (): Promise<void> => {},
): Promise<readonly unknown[]> {
  const client = await database.pool.connect()
  try {
    await client.query('BEGIN')
    await client.query(
      `SELECT set_config('ninefold.me', $1, true), set_config('ninefold.roles', $2, true),
        set_config('role', ninefold.caller_role(${under === 'slot' ? '$2' : ''}), true)`,
      [me, rolesText(roles)],
    )
    await meanwhile()
    return (await client.query<Record<string, unknown>>(text)).rows.map((row) => Object.values(row)[0])
  } finally {
    await client.query('ROLLBACK')
    client.release()
  }
}

it.each(BOTH)('gives the role of callers what each may see, whatever a statement asks (%s)', async (under) => {
  await using database = await twoTeams()
  const userOf = async (email: string): Promise<string> =>
    String((await database.pool.query<{ id: string }>('SELECT id FROM "user" WHERE email = $1', [email])).rows[0]?.id)
  const cleo: Asking = { me: await userOf(PEOPLE.cleo), roles: ['Requester'] }
  const admin: Asking = { me: await userOf(PEOPLE.ada), roles: ['Admin', 'Agent', 'Requester'] }
  const asking = (who: Asking, text: string): Promise<readonly unknown[]> => asCaller(database, who, text, under)
  const role = under === 'slot' ? /^ninefold_caller_[1-8]$/ : /^ninefold_caller$/
  expect(await asking(cleo, 'SELECT current_user::text')).toEqual([expect.stringMatching(role)])
  const numbers = 'SELECT number::int FROM ticket ORDER BY number'
  const all = (await database.pool.query<{ number: number }>(numbers)).rows.map(({ number }) => number)
  expect(await asking(admin, numbers)).toEqual(all)
  const own = await database.pool.query<{ number: number }>(
    'SELECT number::int FROM ticket WHERE requester_id = $1 ORDER BY number',
    [cleo.me],
  )
  expect(own.rowCount).toBeLessThan(all.length)
  expect(await asking(cleo, numbers)).toEqual(own.rows.map(({ number }) => number))
  expect(await asking({ me: '', roles: ['Requester'] }, numbers)).toEqual([])
  expect(await asking({ me: '', roles: [] }, numbers)).toEqual([])
  expect(await asking({ ...cleo, roles: [] }, numbers)).toEqual([])
  expect(await asking(cleo, 'SELECT count(*)::int FROM comment WHERE internal')).toEqual([0])
  // Pairs are visible to people who see their records.
  expect(await asking(cleo, `SELECT count(*)::int FROM team_members WHERE user_id <> '${cleo.me}'`)).toEqual([0])
  for (const text of [
    'SELECT password FROM "user"',
    `UPDATE ticket SET subject = 'x'`,
    'DELETE FROM comment',
    'SELECT token_hash FROM ninefold.session',
    'SELECT data FROM ninefold.deleted_row',
  ])
    await expect(asking(admin, text)).rejects.toThrow(/permission denied/)
})

/** The PostgreSQL role of each set of roles. */
async function slotsOf(pool: TestDatabase['pool'], ...sets: readonly string[][]): Promise<readonly string[]> {
  const { rows } = await pool.query<{ role: string }>(
    'SELECT ninefold.caller_role(roles) AS role FROM unnest($1::text[]) WITH ORDINALITY AS asked (roles, place) ORDER BY place',
    [sets.map(rolesText)],
  )
  return rows.map(({ role }) => role)
}

it('gives those who were told a slot what they may see, while it becomes nobody\u2019s', async () => {
  await using database = await twoTeams()
  const { pool } = database
  const admin = ['Admin', 'Agent', 'Requester']
  const before = await slotsOf(pool, admin, ['Requester'])
  const { rows } = await pool.query<{ id: string }>('SELECT id FROM "user" WHERE email = $1', [PEOPLE.ada])
  const who: Asking = { me: String(rows[0]?.id), roles: admin }
  const numbers = 'SELECT number::int FROM ticket ORDER BY number'
  const seen = await asCaller(database, who, numbers, 'slot')
  expect(seen).not.toEqual([])
  // The administrator is not an agent any more.
  const apart = schemaOf(TWO_TEAMS_TEXT.replace('| Admin | Agent |', '| Admin | |'))
  const whileChanging = await asCaller(database, who, numbers, 'slot', async () => {
    await migrate(pool, apart, { consent: false })
  })
  expect(whileChanging).toEqual(seen)
  const [ofAll, ofRequesters, ofNew] = await slotsOf(pool, admin, ['Requester'], ['Admin', 'Requester'])
  expect([ofAll, ofRequesters]).toEqual(['ninefold_caller', before[1]])
  expect(ofNew).toMatch(/_[1-8]$/)
  expect(before).not.toContain(ofNew)
})

it('follows the text in the change that brings it, and comes to a database that had none', async () => {
  await using database = await twoTeams()
  const policies = async (): Promise<{ policyname: string; tablename: string }[]> =>
    (
      await database.pool.query<{ policyname: string; tablename: string }>(
        'SELECT policyname, tablename, roles::text, qual FROM pg_policies ORDER BY tablename, policyname',
      )
    ).rows
  const now = schemaOf(TWO_TEAMS_TEXT)
  const asItWas = await policies()
  expect(asItWas.filter(({ policyname }) => policyname === 'seen_by_caller')).toHaveLength(now.tables.length + 1)
  expect(asItWas.length).toBeGreaterThan(2 * now.tables.length)
  const wider = schemaOf(
    TWO_TEAMS_TEXT.replace('| Requester | see | Category | `active` |', '| Requester | see | Category | |'),
  )
  await migrate(database.pool, wider, { consent: false })
  const widened = (await policies()).filter((policy) => !asItWas.some((before) => isDeepStrictEqual(before, policy)))
  expect(new Set(widened.map(({ tablename }) => tablename))).toEqual(new Set(['category']))
  expect(widened.length).toBeGreaterThan(1)
  // A column that a right uses is changed, and the right with it.
  const whole = schemaOf(TWO_TEAMS_TEXT.replace('| subject | text |', '| subject | long text |'))
  await migrate(database.pool, whole, { consent: true })
  await migrate(database.pool, now, { consent: true })
  expect(await policies()).toEqual(asItWas)
  // A view is replaced together with its counterpart, and dependent rights of other tables are dropped and restored.
  const users = schemaOf(
    TWO_TEAMS_TEXT.replace('| name | text up to 80 | required | | |', '$&\n| seat | whole number | | 4 | |'),
  )
  expect(users).not.toEqual(now)
  expect((await migrate(database.pool, users, { consent: false })).waiting).toEqual([])
  expect(await policies()).toEqual(asItWas)
  await migrate(database.pool, now, { consent: true })
  // Rights that depend on the caller, before anybody can sign in.
  const unsigned = schemaOf(TWO_TEAMS_TEXT.replace('- **Sign in with:** email and password\n', ''))
  await migrate(database.pool, unsigned, { consent: true })
  await migrate(database.pool, now, { consent: true })
  expect(await policies()).toEqual(asItWas)
  // As left by an earlier version of Ninefold, with one role for all callers.
  const { rows } = await database.pool.query<{ text: string }>(
    `SELECT format('DROP POLICY %I ON %I.%I', policyname, schemaname, tablename) AS text FROM pg_policies WHERE policyname <> 'seen_by_caller'`,
  )
  for (const { text } of rows) await database.pool.query(text)
  const wall = (now.wall ?? []).map(({ tables, view, policy: { table } }) => {
    const drop = `DROP POLICY IF EXISTS seen_by_caller ON ${table}`
    return { tables, view, policy: { create: [], drop } }
  })
  await database.pool.query(`DROP FUNCTION ninefold.caller_role(text)`)
  await database.pool.query('UPDATE ninefold.specification SET schema = schema || $1', [JSON.stringify({ wall })])
  await comesBackBehindWall(database, now)
  await migrate(database.pool, now, { consent: false })
  expect(await policies()).toEqual(asItWas)
  // And by an even earlier one.
  await database.pool.query(`DROP SCHEMA ninefold_all CASCADE;
    DROP FUNCTION ninefold.caller_role(), ninefold.caller_role(text);
    UPDATE ninefold.specification SET schema = schema - 'wall'`)
  await migrate(database.pool, now, { consent: false })
  expect(await policies()).toEqual(asItWas)
})

/** From its backup in a separate database, and at the first start there. */
async function comesBackBehindWall({ connectionString }: TestDatabase, schema: Schema): Promise<void> {
  await using restored = await createTestDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'ninefold-wall-'))
  try {
    const path = join(folder, 'a.zip')
    await backUp(connectionString, path, { program: '1.2.3', revisionOf: () => 'r' })
    await restoreBackup(restored.connectionString, path, {})
    expect((await migrate(restored.pool, schema, { consent: false })).policyProblem).toBeUndefined()
    expect((await slotsOf(restored.pool, ['Requester']))[0]).toMatch(/_[1-8]$/)
    const { rows } = await restored.pool.query(`SELECT FROM pg_policies WHERE policyname = 'seen_by_caller'`)
    expect(rows).toHaveLength(schema.tables.length + 1)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

it('is missed where nobody may make the role, says who can help, and stands at the next start', async () => {
  await using database = await createTestDatabase()
  const { pool, name } = database
  const owner = `owner_${name}`
  await pool.query(`CREATE ROLE ${owner} LOGIN PASSWORD 'x'; GRANT CREATE ON DATABASE ${name} TO ${owner}`)
  await pool.query(`GRANT CREATE, USAGE ON SCHEMA public TO ${owner}`)
  const address = database.connectionString.replace(/\/\/[^@]*@/, `//${owner}:x@`)
  const own = new pg.Pool({ connectionString: address, max: 2 })
  own.on('error', () => {})
  try {
    const schema = schemaOf(TWO_TEAMS_TEXT)
    const { waiting, policyProblem } = await migrate(own, schema, { consent: false })
    expect(waiting).toEqual([])
    expect(policyProblem).toMatch(/may not (make|take) the role ninefold_caller\. .*GRANT ninefold_caller TO/)
    const asked = (): Promise<readonly string[]> => slotsOf(own, ['Requester'], ['Somebody', 'Else'])
    const again = async (): Promise<string | undefined> =>
      (await migrate(own, schema, { consent: false })).policyProblem
    expect(await asked()).toEqual(['none', 'none'])
    // The tests' server already has them, or gets them here.
    await callerRoles(pool)
    await pool.query(`GRANT ninefold_caller TO ${owner}`)
    expect(await again()).toBeUndefined()
    expect(await asked()).toEqual(['ninefold_caller', 'ninefold_caller'])
    // Roles for particular sets are optional.
    await pool.query(`GRANT ninefold_caller_2, ninefold_caller_7 TO ${owner}`)
    expect(await again()).toBeUndefined()
    expect(await asked()).toEqual(['ninefold_caller_2', 'ninefold_caller'])
    await pool.query(`REVOKE ninefold_caller_2 FROM ${owner}`)
    expect(await again()).toBeUndefined()
    expect((await asked())[0]).not.toBe('ninefold_caller_2')
    await pool.query(`REVOKE ninefold_caller FROM ${owner}`)
    expect(await again()).toContain('may not take the role')
    expect(await asked()).toEqual(['none', 'none'])
  } finally {
    await own.end()
    await database.pool.query(`DROP OWNED BY ${owner} CASCADE; DROP ROLE ${owner}`)
  }
})
