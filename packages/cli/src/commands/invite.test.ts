// The first administrator joins by a link: `start` writes it to its log, and `invite` prints it.

import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type {} from '@ninefold/server/testing/servers/postgres-server.ts'
import { createTestDatabase, type TestDatabase } from '@ninefold/server/testing/test-database.ts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Ended, ninefold, startNinefold, stop, workplace, type Workplace } from '../testing/program.ts'
import { visitor } from '../testing/visitor.ts'

vi.setConfig({ testTimeout: 60_000 })

const HELP_DESK = fileURLToPath(new URL('../../../../examples/helpdesk/app.md', import.meta.url))

let place: Workplace
let database: TestDatabase
beforeAll(async () => {
  ;[place, database] = await Promise.all([workplace(), createTestDatabase()])
  const text = await readFile(HELP_DESK, 'utf8')
  const closed = text
    .replace('open, gives Requester', 'closed')
    .replace('from an Admin; the first user who signs up', 'from an Admin')
  expect(closed).not.toContain('the first user who signs up')
  await writeFile(join(place.folder, 'app.md'), closed)
})
afterAll(() => Promise.all([place[Symbol.asyncDispose](), database.drop()]))

function environment(): Record<string, string> {
  return { DATABASE_URL: database.connectionString, NINEFOLD_FILES: join(place.folder, 'files') }
}

function invite(...words: readonly string[]): Promise<Ended> {
  return ninefold(place.folder, ['invite', 'app.md', ...words], environment())
}

const ada = (email: string) => ({ name: 'Ada', email, password: 'long enough indeed' })

it('lets the first administrator in by the link of the first start, and others by those of `invite`', async () => {
  const program = startNinefold(place.folder, ['start', 'app.md', '--host', '127.0.0.1', '--port', '0'], environment())
  try {
    const [, port = '', token] = await program.prints(
      /is served on port (\d+)\.[^]*The role \\?"Admin\\?" has no user yet\.[^]*\/invitation#([\w-]{43})/,
    )
    const guest = visitor(`http://127.0.0.1:${port}`)
    expect((await guest.post('/_ninefold/invited-users', { token, user: ada('ada@example.test') })).status).toBe(201)

    const printed = await invite('Agent', '--with', 'email=bea@example.test', '--address', `http://127.0.0.1:${port}/`)
    expect([printed.code, printed.stderr]).toEqual([
      0,
      'This link creates one user with the role "Agent". It is valid once, within 7 days.\n',
    ])
    const [, second] = new RegExp(`^http://127.0.0.1:${port}/invitation#([\\w-]{43})\\n$`).exec(printed.stdout) ?? []
    expect((await guest.post('/_ninefold/invitation', { token: second })).body).toMatchObject({
      role: 'Agent',
      identifier: 'bea@example.test',
    })
  } finally {
    await stop(program)
  }
  const again = startNinefold(place.folder, ['start', 'app.md', '--host', '127.0.0.1', '--port', '0'], environment())
  await again.prints(/is served on port/)
  expect((await stop(again)).stdout).not.toContain('invitation#')
})

it.each([
  [
    ['Chief', '--address', 'https://help.test'],
    '"Chief" is no role that a person can be given. Roles are: Requester, Agent, Admin.',
  ],
  [['Guest', '--address', 'https://help.test'], '"Guest" is no role that a person can be given.'],
  [['Admin'], 'The address of the application is missing. State it with --address'],
  [['Admin', '--address', 'help.test'], '--address is where the application is reached'],
  [['Admin', '--address', 'https://help.test', '--with', 'email'], '--with takes a field and its value'],
  [['Admin', '--address', 'https://help.test', '--with', 'email=nobody'], 'email: '],
  [['Admin', '--address', 'https://help.test', '--days', '0'], 'It is a whole number from 1 to 365.'],
])('refuses invite %j', async (words, said) => {
  const { code, stdout, stderr } = await invite(...words)
  expect([code === 0, stdout]).toEqual([false, ''])
  expect(stderr).toContain(said)
})

it('takes the second factor of nobody who has none', async () => {
  const ended = await ninefold(place.folder, ['reset-factor', 'app.md', 'ada@example.test'], environment())
  expect([ended.code, ended.stderr]).toEqual([1, 'No user called "ada@example.test" has a second factor.\n'])
})

it('prints everything that is known of a person, and of nobody who is not there', async () => {
  const exportUser = (identifier: string) =>
    ninefold(place.folder, ['export-user', 'app.md', identifier], environment())
  const found = await exportUser('ada@example.test')
  expect([found.code, found.stderr]).toEqual([0, ''])
  expect(JSON.parse(found.stdout)).toMatchObject({ user: { email: 'ada@example.test' }, roles: ['Admin'], records: {} })
  const none = await exportUser('zoe@example.test')
  expect([none.code, none.stdout, none.stderr]).toEqual([1, '', 'No user is called "zoe@example.test".\n'])
})
