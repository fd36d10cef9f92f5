// A CSV file becomes records with a person's rights. A run after a kill continues where it stopped, and refused rows
// are in a file that can be corrected and imported.

import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type {} from '@ninefold/server/testing/servers/postgres-server.ts'
import { createTestDatabase, type TestDatabase } from '@ninefold/server/testing/test-database.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Ended, ninefold, startNinefold, stop, workplace, type Workplace } from '../testing/program.ts'

vi.setConfig({ testTimeout: 60_000 })

const TASKS = fileURLToPath(new URL('../../../../bench/tasks/tasks.md', import.meta.url))
const ANN = '00000000-0000-4000-8000-000000000000'

let place: Workplace
let database: TestDatabase
let client: pg.Client
beforeAll(async () => {
  ;[place, database] = await Promise.all([workplace(), createTestDatabase()])
  const text = (await readFile(TASKS, 'utf8')).replace(
    '| Member | see | Person | | name |',
    '| Member | see | Person | | id, name |',
  )
  await writeFile(join(place.folder, 'app.md'), text)
  const program = startNinefold(
    place.folder,
    ['start', 'app.md', '--host', '127.0.0.1', '--port', '0', '--allow-provisional'],
    environment(),
  )
  await program.prints(/is served on port \d+/)
  await stop(program)
  client = new pg.Client({ connectionString: database.connectionString })
  await client.connect()
  await client.query(
    `INSERT INTO person (id, name, email, password, created_at)
     VALUES ('${ANN}', 'Ann', 'ann@example.test', 'none', now()), (gen_random_uuid(), 'Bob', 'bob@example.test', 'none', now()),
       (gen_random_uuid(), 'Twin', 'one@example.test', 'none', now()), (gen_random_uuid(), 'Twin', 'two@example.test', 'none', now())`,
  )
  await client.query(`INSERT INTO ninefold.user_role VALUES ('${ANN}', 'Member')`)
})
afterAll(async () => {
  await client.end()
  await Promise.all([place[Symbol.asyncDispose](), database.drop()])
})

function environment(): Record<string, string> {
  return { DATABASE_URL: database.connectionString, NINEFOLD_FILES: join(place.folder, 'files') }
}

function importing(...words: readonly string[]): Promise<Ended> {
  return ninefold(place.folder, ['import', 'app.md', ...words], environment())
}

function write(name: string, text: string): Promise<void> {
  return writeFile(join(place.folder, name), text)
}

async function countOf(like: string): Promise<number> {
  const { rows } = await client.query<{ count: number }>(`SELECT count(*)::int AS count FROM task WHERE code LIKE $1`, [
    like,
  ])
  return rows[0]?.count ?? 0
}

it('makes a record of each row with the rights of a person, and puts refused rows into a file to mend', async () => {
  await write(
    'few.csv',
    'code;Title;weight;assignee\nA1;First;5;Bob\nA2;"Second; with a sign";;\nA2;Again;;\nA3;Third;500;\nA4;Fourth;1;Twin\nA5;Fifth;1;Nobody\n',
  )
  const first = await importing('Task', 'few.csv', '--as', 'ann@example.test')
  expect([first.code, first.stdout]).toEqual([1, '6 rows: 2 records made.\n'])
  expect(first.stderr).toContain('4 rows refused, each with its reason in few.csv.refused.csv.')
  const refused = await readFile(join(place.folder, 'few.csv.refused.csv'), 'utf8')
  expect(refused.split('\r\n').map((line) => line.split(';').slice(0, 2).join())).toEqual([
    '\uFEFFcode,Title',
    'A2,Again',
    'A3,Third',
    'A4,Fourth',
    'A5,Fifth',
    '',
  ])
  const { rows } = await client.query(
    `SELECT t.code, t.title, t.weight, t.priority, t.owner_id AS owner, a.name AS assignee, l.caller, l.call
     FROM task t LEFT JOIN person a ON a.id = t.assignee_id JOIN ninefold.audit l ON l.record = t.id::text ORDER BY code`,
  )
  expect(rows).toEqual([
    {
      code: 'A1',
      title: 'First',
      weight: '5',
      priority: 'normal',
      owner: ANN,
      assignee: 'Bob',
      caller: ANN,
      call: 'ninefold import',
    },
    {
      code: 'A2',
      title: 'Second; with a sign',
      weight: null,
      priority: 'normal',
      owner: ANN,
      assignee: null,
      caller: ANN,
      call: 'ninefold import',
    },
  ])
  const mended = refused
    .replaceAll('A2', 'A6')
    .replaceAll('500', '50')
    .replaceAll('Twin', 'Bob')
    .replaceAll('Nobody', '')
  await write('mended.csv', mended)
  const second = await importing('Task', 'mended.csv', '--as', 'ann@example.test')
  expect([second.code, second.stdout]).toEqual([0, '4 rows: 4 records made.\n'])
})

it('goes on where it was killed, with every row once', async () => {
  const lines = Array.from({ length: 6000 }, (_, index) => `K${index},Task ${index}`)
  await write('killed.csv', ['code,title', ...lines].join('\n'))
  const words = ['import', 'app.md', 'task', 'killed.csv', '--as', 'ann@example.test']
  await client.query(
    `CREATE FUNCTION told() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NOTIFY made; RETURN NULL; END $$`,
  )
  await client.query('CREATE TRIGGER told AFTER INSERT ON task FOR EACH STATEMENT EXECUTE FUNCTION told()')
  await client.query('LISTEN made')
  const killed = startNinefold(place.folder, words, environment())
  await once(client, 'notification')
  killed.kill('SIGKILL')
  await killed.ended
  const before = await countOf('K%')
  expect(before).toBeLessThan(6000)
  const again = await ninefold(place.folder, words, environment())
  expect(again.stdout).toMatch(/^6000 rows: 6000 records made\. \d000 rows had been taken in before\.\n$/)
  expect(await countOf('K%')).toBe(6000)
  const third = await ninefold(place.folder, words, environment())
  expect(third.stdout).toBe('6000 rows: 6000 records made. 6000 rows had been taken in before.\n')
  // Lists of the new records are planned by figures about them.
  const { rows: figures } = await client.query(
    `SELECT reltuples::int AS rows FROM pg_class WHERE oid = 'task'::regclass`,
  )
  expect(figures).toEqual([{ rows: await countOf('%') }])
  expect(await countOf('K%')).toBe(6000)
})

it('stops at a row that cannot be read, and goes on there once the file is corrected', async () => {
  const lines = Array.from({ length: 3400 }, (_, index) => `W${index},Task ${index}`)
  const importFile = () => importing('task', 'long.csv', '--as', 'ann@example.test')
  const wide = lines.with(2500, 'W2500,Call Miller, Ann')
  await write('long.csv', ['code,title', ...wide].join('\n'))
  const first = await importFile()
  expect([first.code, first.stderr]).toEqual([
    1,
    expect.stringContaining(
      'Row 2501 has more cells than there are headings. A text with a separator needs quotation marks. The first 2000 rows were taken in. Correct the file behind them, and run the same command again: it continues there.',
    ),
  ])
  expect(await countOf('W%')).toBe(2000)
  const unclosed = lines.with(3300, 'W3300,"Never closed')
  await write('long.csv', ['code,title', ...unclosed].join('\n'))
  const second = await importFile()
  expect(second.stderr).toContain('A quotation mark in row 3301 is never closed. The first 3000 rows were taken in.')
  expect(await countOf('W%')).toBe(3000)
  await write('long.csv', ['code,title', ...lines].join('\n'))
  const third = await importFile()
  expect(third.stdout).toBe('3400 rows: 3400 records made. 3000 rows had been taken in before.\n')
  expect(await countOf('W%')).toBe(3400)
})

it('says what is in the way before anything is made', async () => {
  await write('other.csv', 'code,title,colour\nX1,Other,red\n')
  await write('less.csv', 'title\nOther\n')
  await write('wide.csv', 'code,title\nX1,Other\nX2,Call Miller, Ann\n')
  await write('unclosed.csv', 'code,title\nX1,Other\nX2,"Call\nX3,Other\n')
  await writeFile(join(place.folder, 'latin.csv'), Buffer.from('code,title\nX1,\u00e4\n', 'latin1'))
  for (const [words, said] of [
    [['Task', 'other.csv', '--as', 'ann@example.test'], '"colour": no field that this person may give.'],
    [['Task', 'less.csv', '--as', 'ann@example.test'], 'The file has no column for code'],
    [['Task', 'other.csv', '--as', 'nobody@example.test'], 'No user is called "nobody@example.test".'],
    [['Thing', 'other.csv', '--as', 'ann@example.test'], 'There is no entity "Thing".'],
    [['Task', 'none.csv', '--as', 'ann@example.test'], 'There is no file none.csv.'],
    [
      ['Task', 'wide.csv', '--as', 'ann@example.test'],
      'Row 2 has more cells than there are headings. A text with a separator needs quotation marks. Nothing',
    ],
    [
      ['Task', 'unclosed.csv', '--as', 'ann@example.test'],
      'A quotation mark in row 2 is never closed. Nothing was imported.',
    ],
    [['Task', 'latin.csv', '--as', 'ann@example.test'], 'is not a text in UTF-8'],
  ] as const) {
    const { code, stderr } = await importing(...words)
    expect([code === 0, stderr]).toEqual([false, expect.stringContaining(said)])
  }
  expect(await countOf('X%')).toBe(0)
})
