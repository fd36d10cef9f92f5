// Unusable databases, each a real one, under every command that opens a database: an error message with code, place and
// remedy, exit code 2, and no stack trace.

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type {} from '@ninefold/server/testing/servers/postgres-server.ts'
import { createTestDatabase, type TestDatabase } from '@ninefold/server/testing/test-database.ts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { ninefold, workplaceWithDatabase, type Workplace } from '../testing/program.ts'

vi.setConfig({ testTimeout: 120_000 })

const TEXT = `# Notes

## 3. Entities and their fields

### Entity: Note

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| title | text up to 80 | required | | |
`

let place: Workplace
let database: TestDatabase
let role: string
beforeAll(async () => {
  ;[place, database] = await Promise.all([workplaceWithDatabase(), createTestDatabase()])
  await writeFile(join(place.folder, 'app.md'), TEXT)
  role = `${database.name}_role`
  const made = await ninefold(place.folder, ['apply', 'app.md'], {})
  expect(made.code).toBe(0)
  expect((await ninefold(place.folder, ['backup', 'app.md', 'a.zip'], {})).code).toBe(0)
})
afterAll(async () => {
  await database.pool.query(`DROP OWNED BY ${role}`).catch(() => {})
  await database.pool.query(`DROP ROLE IF EXISTS ${role}`)
  await Promise.all([place[Symbol.asyncDispose](), database.drop()])
})

const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  start: ['start', 'app.md', '--host', '127.0.0.1', '--port', '0', '--allow-provisional'],
  plan: ['plan', 'app.md'],
  apply: ['apply', 'app.md'],
  backup: ['backup', 'app.md', 'b.zip'],
  restore: ['restore', 'a.zip', 'again.md'],
  audit: ['audit', 'app.md'],
  indexes: ['indexes', 'app.md'],
  archived: ['archived', 'app.md'],
}

async function expectTold(address: string, expected: RegExp, commands = Object.keys(COMMANDS)): Promise<void> {
  for (const command of commands) {
    const { code, stderr } = await ninefold(place.folder, COMMANDS[command] ?? [], { DATABASE_URL: address })
    const own = stderr.replaceAll(/^\{.*\}\n/gm, '').trimEnd()
    expect([command, code, own]).toEqual([command, 2, expect.stringMatching(expected)])
    // The message and its remedy fit in one line, without a password.
    expect(own.split('\n')).toHaveLength(1)
    expect(own).not.toContain('s3cret')
  }
}

it('tells that nothing answers', () =>
  expectTold(
    'postgres://ann:s3cret@127.0.0.1:1/shop',
    /Nothing answers for the database "shop" at 127\.0\.0\.1:1 \(ECONNREFUSED\)\. Start PostgreSQL there/,
  ))

it('tells of a host that nobody knows', () =>
  expectTold(
    'postgres://ann:s3cret@nowhere.invalid/shop',
    /The host nowhere\.invalid of the database "shop" at nowhere\.invalid:5432 is not known \((ENOTFOUND|EAI_AGAIN)\)\. Correct/,
    ['start', 'backup'],
  ))

it('tells of an address that is none', () =>
  expectTold('shop', /is not the address of a database \(ERR_INVALID_URL\)\. Write it as postgres:/))

it('tells of a database that is not there', () =>
  expectTold(
    database.connectionString.replaceAll(database.name, 'no_such_one'),
    /There is no such database as the database "no_such_one" at .* \(3D000\)\. Create it \(createdb no_such_one\)/,
    ['start', 'backup', 'restore'],
  ))

it('tells of a wrong password', () =>
  expectTold(
    database.connectionString.replace(/\/\/([^:]+):[^@]+@/, '//$1:s3cret@'),
    /does not let the user "\w+" in \(28P01\)\. Correct user and password/,
    ['start', 'backup', 'restore'],
  ))

it('tells of a user who may not do what is needed, and of one who may not connect often enough', async () => {
  await database.pool.query(`CREATE ROLE ${role} LOGIN PASSWORD 'Own-s3cret'`)
  const own = database.connectionString.replace(/\/\/[^@]+@/, `//${role}:Own-s3cret@`)
  await expectTold(own, /The database ".*" at .* can't be used\. This user may not make schemas .*GRANT CREATE/, [
    'start',
  ])
  await database.pool.query(
    `GRANT CREATE ON DATABASE ${database.name} TO ${role}; GRANT CREATE ON SCHEMA public TO ${role}`,
  )
  const applied = await ninefold(place.folder, ['apply', 'app.md'], { DATABASE_URL: database.connectionString })
  expect(applied.code).toBe(0)
  const expected = `The user "${role}" may not do what is needed in .* \\(42501\\)\\. The server says: permission denied .*OWNER TO`
  await expectTold(own, new RegExp(expected), ['start', 'plan', 'apply', 'backup', 'audit', 'archived'])
  await database.pool.query(`ALTER ROLE ${role} CONNECTION LIMIT 0`)
  await expectTold(own, /takes no more connections \(53300\)\. End unused connections/, ['start', 'backup'])
})

it('tells of a full disk', async () => {
  await using database = await createTestDatabase()
  // Raises the server's own error for a file that cannot grow.
  await database.pool.query(`
    CREATE FUNCTION full_disk() RETURNS event_trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION USING ERRCODE = 'disk_full', MESSAGE = 'could not extend file'; END $$;
    CREATE EVENT TRIGGER full_disk ON ddl_command_start EXECUTE FUNCTION full_disk();
    ALTER EVENT TRIGGER full_disk ENABLE ALWAYS;`)
  await expectTold(
    database.connectionString,
    /^(Nothing was restored\. )?The disk of the database .* is full, .* \(53100\)\. Make room/,
    ['start', 'apply', 'restore'],
  )
})

it('tells of files that cannot be written', async () => {
  const missing = await ninefold(place.folder, ['backup', 'app.md', 'no-such-folder/a.zip'], {})
  expect([missing.code, missing.stderr]).toEqual([
    2,
    expect.stringMatching(/no-such-folder.*: There is no such file or folder \(ENOENT\)\. Correct the name/),
  ])
  await writeFile(join(place.folder, 'file'), '')
  const inFile = await ninefold(
    place.folder,
    ['start', 'app.md', '--allow-provisional', '--embedded-database', '--data', 'file/data'],
    {},
  )
  expect([inFile.code, inFile.stderr]).toEqual([
    2,
    expect.stringMatching(/: A part of this path is not a folder \(ENOTDIR\)\. Correct the name\.\n$/),
  ])
})
