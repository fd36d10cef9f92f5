// Row-level security, as a database has it: what the role of callers gets, that it follows the text, and that nobody is
// kept from starting by it.

import { compile } from '@ninefold/core/compile.ts'
import { planTables } from '@ninefold/core/plan/tables.ts'
import type { Schema } from '@ninefold/core/plan/schema.ts'
import { isDeepStrictEqual } from 'node:util'
import pg from 'pg'
import { expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { idOf, PEOPLE, twoTeams, TWO_TEAMS_TEXT } from '../testing/two-teams.ts'
import { migrate } from './migrate.ts'

const schemaOf = (text: string): Schema => {
  const { model } = compile(text)
  if (model === null) throw new Error('The specification has errors.')
  return planTables(model)
}

interface Asking {
  readonly me: string
  readonly roles: readonly string[]
}

/** As a statement for a caller is asked, by hand. */
async function asCaller(database: TestDatabase, { me, roles }: Asking, text: string): Promise<readonly unknown[]> {
  const client = await database.pool.connect()
  try {
    await client.query('BEGIN')
    await client.query(
      `SELECT set_config('ninefold.me', $1, true), set_config('ninefold.roles', $2, true), set_config('role', ninefold.caller_role(), true)`,
      [me, JSON.stringify(roles)],
    )
    return (await client.query<Record<string, unknown>>(text)).rows.map((row) => Object.values(row)[0])
  } finally {
    await client.query('ROLLBACK')
    client.release()
  }
}

it('gives the role of callers what each may see, whatever a statement asks', async () => {
  await using database = await twoTeams()
  const userOf = async (email: string): Promise<string> =>
    String((await database.pool.query<{ id: string }>('SELECT id FROM "user" WHERE email = $1', [email])).rows[0]?.id)
  const cleo: Asking = { me: await userOf(PEOPLE.cleo), roles: ['Requester'] }
  const admin: Asking = { me: await userOf(PEOPLE.ada), roles: ['Admin', 'Agent', 'Requester'] }
  const numbers = 'SELECT number::int FROM ticket ORDER BY number'
  const all = (await database.pool.query<{ number: number }>(numbers)).rows.map(({ number }) => number)
  expect(await asCaller(database, admin, numbers)).toEqual(all)
  const own = await database.pool.query<{ number: number }>(
    'SELECT number::int FROM ticket WHERE requester_id = $1 ORDER BY number',
    [cleo.me],
  )
  expect(own.rowCount).toBeLessThan(all.length)
  expect(await asCaller(database, cleo, numbers)).toEqual(own.rows.map(({ number }) => number))
  expect(await asCaller(database, { me: '', roles: [] }, numbers)).toEqual([])
  expect(await asCaller(database, { ...cleo, roles: [] }, numbers)).toEqual([])
  expect(await asCaller(database, cleo, 'SELECT count(*)::int FROM comment WHERE internal')).toEqual([0])
  // Who is paired with whom is told of those that are seen.
  expect(
    await asCaller(database, cleo, `SELECT count(*)::int FROM team_members WHERE user_id <> '${cleo.me}'`),
  ).toEqual([0])
})

it('lets the role of callers neither write nor read passwords', async () => {
  await using database = await twoTeams()
  const admin: Asking = { me: idOf(1), roles: ['Admin', 'Agent', 'Requester'] }
  for (const text of [
    'SELECT password FROM "user"',
    `UPDATE ticket SET subject = 'x'`,
    'DELETE FROM comment',
    'SELECT token_hash FROM ninefold.session',
    'SELECT data FROM ninefold.deleted_row',
  ])
    await expect(asCaller(database, admin, text)).rejects.toThrow(/permission denied/)
})

it('follows the text in the change that brings it, and comes to a database that had none', async () => {
  await using database = await twoTeams()
  const policies = async (): Promise<unknown[]> =>
    (
      await database.pool.query(
        `SELECT tablename, qual FROM pg_policies WHERE policyname = 'seen_by_caller' ORDER BY tablename`,
      )
    ).rows
  const now = schemaOf(TWO_TEAMS_TEXT)
  const asItWas = await policies()
  expect(asItWas).toHaveLength(now.tables.length + 1)
  const wider = schemaOf(
    TWO_TEAMS_TEXT.replace('| Requester | see | Category | `active` |', '| Requester | see | Category | |'),
  )
  await migrate(database.pool, wider, { consent: false })
  const widened = (await policies()).filter((policy) => !asItWas.some((before) => isDeepStrictEqual(before, policy)))
  expect(widened).toMatchObject([{ tablename: 'category' }])
  // A column that a right is about becomes another one, and the right with it.
  const whole = schemaOf(TWO_TEAMS_TEXT.replace('| subject | text |', '| subject | long text |'))
  await migrate(database.pool, whole, { consent: true })
  await migrate(database.pool, now, { consent: true })
  expect(await policies()).toEqual(asItWas)
  // A view goes for what it is paired with, and the rights of other tables that read it go along and come back.
  const users = schemaOf(
    TWO_TEAMS_TEXT.replace('| name | text up to 80 | required | | |', '$&\n| seat | whole number | | 4 | |'),
  )
  expect(users).not.toEqual(now)
  expect((await migrate(database.pool, users, { consent: false })).waiting).toEqual([])
  expect(await policies()).toEqual(asItWas)
  await migrate(database.pool, now, { consent: true })
  // Rights that speak of whoever asks, where nobody can be anybody yet.
  const unsigned = schemaOf(TWO_TEAMS_TEXT.replace('- **Sign in with:** email and password\n', ''))
  await migrate(database.pool, unsigned, { consent: true })
  await migrate(database.pool, now, { consent: true })
  expect(await policies()).toEqual(asItWas)
  // As an earlier version of Ninefold left it.
  await database.pool.query(`DROP SCHEMA ninefold_all CASCADE; DROP FUNCTION ninefold.caller_role();
    UPDATE ninefold.specification SET schema = schema - 'wall'`)
  await migrate(database.pool, now, { consent: false })
  expect(await policies()).toEqual(asItWas)
})

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
    const { waiting, wallProblem } = await migrate(own, schema, { consent: false })
    expect(waiting).toEqual([])
    expect(wallProblem).toMatch(/may not (make|take) the role ninefold_caller\. .*GRANT ninefold_caller TO/)
    const asked = async (): Promise<unknown> => (await own.query('SELECT ninefold.caller_role() AS role')).rows[0]
    expect(await asked()).toEqual({ role: 'none' })
    // The tests' own server has it by now, or gets it here.
    await pool.query(
      `DO $$ BEGIN CREATE ROLE ninefold_caller NOLOGIN; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$`,
    )
    await pool.query(`GRANT ninefold_caller TO ${owner}`)
    expect((await migrate(own, schema, { consent: false })).wallProblem).toBeUndefined()
    expect(await asked()).toEqual({ role: 'ninefold_caller' })
    await pool.query(`REVOKE ninefold_caller FROM ${owner}`)
    expect((await migrate(own, schema, { consent: false })).wallProblem).toContain('may not take the role')
    expect(await asked()).toEqual({ role: 'none' })
  } finally {
    await own.end()
    await database.pool.query(`DROP OWNED BY ${owner} CASCADE; DROP ROLE ${owner}`)
  }
})
