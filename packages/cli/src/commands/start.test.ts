import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type {} from '@ninefold/server/testing/servers/postgres-server.ts'
import { createTestDatabase, type TestDatabase } from '@ninefold/server/testing/test-database.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { withoutSampleRecords } from '../testing/sample-records.ts'
import { ninefold, type Running, startNinefold, stop, workplace, type Workplace } from '../testing/program.ts'
import { visitor } from '../testing/visitor.ts'

vi.setConfig({ testTimeout: 90_000 })

const HELP_DESK = fileURLToPath(new URL('../../../../examples/helpdesk/app.md', import.meta.url))
const WORDS = ['start', 'app.md', '--host', '127.0.0.1', '--port', '0']
const ONE_ENTITY = `# Notes

## 3. Entities and their fields

### Entity: Note

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| title | text | | | |
`

let place: Workplace
let database: TestDatabase
const programs: Running[] = []
beforeEach(async () => {
  ;[place, database] = await Promise.all([workplace(), createTestDatabase()])
  await writeFile(join(place.folder, 'app.md'), withoutSampleRecords(await readFile(HELP_DESK, 'utf8')))
})
afterEach(async () => {
  await Promise.all(programs.splice(0).map(stop))
  await Promise.all([place[Symbol.asyncDispose](), database.drop()])
})

function environment(): Record<string, string> {
  return { DATABASE_URL: database.connectionString, NINEFOLD_FILES: join(place.folder, 'files') }
}

async function started(...more: readonly string[]): Promise<Running & { readonly address: string }> {
  const program = startNinefold(place.folder, [...WORDS, ...more], environment())
  programs.push(program)
  const [, port] = await program.prints(/is served on port (\d+)\./)
  return { ...program, address: `http://127.0.0.1:${port}` }
}

function refused(...more: readonly string[]) {
  return ninefold(place.folder, [...WORDS, ...more], environment())
}

it('serves for users: reference data and no sample data, no development, health, and logs as JSON', async () => {
  const program = await started()
  const guest = visitor(program.address)
  expect((await guest.get('/_ninefold/app')).body).toMatchObject({
    name: 'Helpdesk',
    mode: 'production',
    questions: [],
    sampleUsers: [],
  })
  expect((await guest.get('/_ninefold/health')).status).toBe(200)
  expect((await guest.get('/_ninefold/ready')).status).toBe(200)
  expect((await guest.get('/_ninefold/specification')).status).not.toBe(200)
  expect((await guest.post('/_ninefold/consent')).status).not.toBe(204)
  const { rows } = await database.pool.query(
    'SELECT (SELECT count(*)::int FROM "user") AS users, (SELECT name FROM category) AS category',
  )
  expect(rows).toEqual([{ users: 0, category: 'General' }])
  const { code, stdout, stderr } = await stop(program)
  expect([code, stderr]).toEqual([0, ''])
  expect(
    stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      .map(({ level }) => level),
  ).toEqual(expect.arrayContaining([30]))
})

it('runs as several processes on one database, which begin at the same time', async () => {
  const three = await Promise.all([started(), started(), started()])
  for (const { address } of three) expect((await visitor(address).get('/_ninefold/ready')).status).toBe(200)
  const { rows } = await database.pool.query('SELECT count(*)::int AS count FROM category')
  expect(rows).toEqual([{ count: 1 }])
})

it('finishes the requests that run before it stops', async () => {
  const program = await started()
  const { address } = program
  const signUp = (number: number) =>
    fetch(`${address}/_ninefold/users`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Dora', email: `dora${number}@example.test`, password: 'correct-horse-4' }),
    }).then(({ status }) => status)
  // The first answer shows that requests arrive; argon2 keeps the others busy until the signal.
  const answers = Array.from({ length: 12 }, (_, number) => signUp(number))
  await answers[0]
  const ended = stop(program)
  const statuses = await Promise.all(answers.map((answer) => answer.catch(() => 'cut')))
  expect((await ended).code).toBe(0)
  const { rows } = await database.pool.query('SELECT count(*)::int AS count FROM "user"')
  // Each acknowledged change exists, and no request was aborted.
  expect(statuses.filter((status) => status === 201)).toHaveLength(rows[0].count)
})

it('refuses what nobody stated, naming it, until it is told to serve it by name', async () => {
  await writeFile(join(place.folder, 'app.md'), ONE_ENTITY)
  const { code, stderr, stdout } = await refused()
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toContain('"Roles and permissions" is answered provisionally.')
  expect(stderr).toMatch(/The screen "Notes" is provisional\./)
  expect(stderr).toMatch(/The calls of Note under \/api\/notes are provisional\./)
  expect(stderr).toContain('--allow-provisional')
  // Even then, unstated rights are not granted.
  const { address } = await started('--allow-provisional')
  expect((await visitor(address).post('/api/notes', { title: 'Mine' })).status).toBe(401)
  expect((await database.pool.query('SELECT * FROM note')).rows).toEqual([])
})

it('refuses a specification with errors, showing them', async () => {
  await writeFile(
    join(place.folder, 'app.md'),
    (await readFile(HELP_DESK, 'utf8')).replace('`category.active`', '`category.actve`'),
  )
  expect(await refused()).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/error N051[^]*app\.md has 1 error and can't be served\.\n$/),
  })
})

it('loses no data without being told to, and says which it would be', async () => {
  const text = withoutSampleRecords(await readFile(HELP_DESK, 'utf8'))
  await stop(await started())
  const narrower = text
    .replace(/\| rating \| whole.*\n/, '')
    .replace(/\| Rating comes.*\n/, '')
    .replace(/\| RATING_TOO_EARLY.*\n/, '')
    .replace(/\| rating \| `rating` \|\n/, '')
    .replace(/\| Owner \| change \| Ticket.*\n/, '')
    .replace(', late, rating', ', late')
    .replace('; clear rating', '')
    .replace(/- \*\*Can:\*\* Rate.*\n/, '')
  await writeFile(join(place.folder, 'app.md'), narrower)
  await database.pool.query(
    `INSERT INTO "user" (name, email, password, created_at, updated_at) VALUES ('Dora', 'dora@example.test', 'x', now(), now())`,
  )
  await database.pool.query(`
    INSERT INTO ticket (subject, body, requester_id, category_id, team_id, due_at, rating, status, priority, created_at, updated_at)
    SELECT 'Printer', 'Fire', u.id, c.id, c.team_id, now(), 5, 'new', 'normal', now(), now() FROM "user" u, category c`)
  expect(await refused()).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/Ticket\.rating .*\(1 row\)\nAgree with --consent-to-data-loss/),
  })
  expect((await database.pool.query('SELECT rating FROM ticket')).rows).toEqual([{ rating: '5' }])
  await started('--consent-to-data-loss')
  await expect(database.pool.query('SELECT rating FROM ticket')).rejects.toThrow('does not exist')
})

it('needs to be told which database, and only one', async () => {
  expect(await ninefold(place.folder, WORDS)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('DATABASE_URL is not set.'),
  })
  expect((await refused('--embedded-database')).code).toBe(2)
  expect(await ninefold(place.folder, ['start', 'absent.md'])).toMatchObject({
    code: 2,
    stderr: "absent.md can't be read: there is no such file.\n",
  })
  const program = startNinefold(place.folder, [...WORDS, '--embedded-database'])
  programs.push(program)
  const [, port] = await program.prints(/is served on port (\d+)\./)
  expect((await visitor(`http://127.0.0.1:${port}`).get('/_ninefold/ready')).status).toBe(200)
  expect((await stop(program)).code).toBe(0)
})

it('names the secrets that are missing, and the address that links need, before anything begins', async () => {
  const helpDesk = await readFile(HELP_DESK, 'utf8')
  const start = (text: string, more: Record<string, string> = {}) =>
    writeFile(join(place.folder, 'app.md'), text).then(() =>
      ninefold(place.folder, WORDS, { ...environment(), ...more }),
    )
  const secret = helpDesk.replace('| Language | en |', '| Language | en |\n| Secrets | MAIL_KEY, payKey, otherKey |')
  expect(await start(secret, { payKey: 'x', MAIL_KEY: '' })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('secrets that are not in the environment: MAIL_KEY, otherKey. Set them'),
  })
  const links = helpDesk.replace(
    '- **Wrong password:**',
    '- **Forgotten password:** link by email, valid 1 hour\n- **Wrong password:**',
  )
  expect(await start(links)).toMatchObject({ code: 1, stderr: expect.stringContaining('"Public address" in point 9') })
  expect((await database.pool.query(`SELECT to_regclass('ticket') AS ticket`)).rows).toEqual([{ ticket: null }])
})

it('needs a key for secret texts, and every key that values there were encrypted with', async () => {
  const helpDesk = await readFile(HELP_DESK, 'utf8')
  const text = helpDesk.replace('| subject | text', '| key | secret text | | | |\n| subject | text')
  await writeFile(join(place.folder, 'app.md'), text)
  const start = (keys: string) => ninefold(place.folder, WORDS, { ...environment(), NINEFOLD_SECRET_KEYS: keys })
  expect(await start('')).toMatchObject({ code: 1, stderr: expect.stringContaining('no key to encrypt them with') })
  expect(await start('short')).toMatchObject({ code: 1, stderr: expect.stringContaining('a line that is not a key') })
  expect((await database.pool.query(`SELECT to_regclass('ticket') AS ticket`)).rows).toEqual([{ ticket: null }])
})

it('needs to be told where uploads are kept, before anything begins', async () => {
  const { NINEFOLD_FILES: _, ...without } = environment()
  expect(await ninefold(place.folder, WORDS, without)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('NINEFOLD_FILES is not set'),
  })
  expect((await database.pool.query(`SELECT to_regclass('ticket') AS ticket`)).rows).toEqual([{ ticket: null }])
})

it('says which port is taken', async () => {
  const { address } = await started()
  const port = new URL(address).port
  const second = await ninefold(place.folder, ['start', 'app.md', '--host', '127.0.0.1', '--port', port], {
    ...environment(),
  })
  expect(second).toMatchObject({ code: 2, stderr: `Port ${port} is taken. Give another one with --port.\n` })
})

it('does not start without the logo that the text names, and shows it when it is there', async () => {
  await writeFile(
    join(place.folder, 'app.md'),
    `${ONE_ENTITY}\n## 9. Business constants and limits\n\n| Setting | Value |\n| --- | --- |\n| Logo | face.svg |\n`,
  )
  expect(await refused('--allow-provisional')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('app.md: There is no file "face.svg" beside this text. Put an SVG'),
  })
  const said = await ninefold(place.folder, ['check', 'app.md'])
  expect([said.code, said.stdout]).toEqual([1, expect.stringContaining('error N910: There is no file "face.svg"')])
  await writeFile(join(place.folder, 'face.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  const guest = visitor((await started('--allow-provisional')).address)
  const { brand } = (await guest.get('/_ninefold/app')).body as { brand: { logo: { light: string } } }
  expect((await guest.get(brand.logo.light)).status).toBe(200)
})
