// Open streams when their process is killed or stands still: others learn who has left, and its places are free.

import { readFile, writeFile } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type EventReader, readEvents } from '@ninefold/server/testing/event-reader.ts'
import type {} from '@ninefold/server/testing/servers/postgres-server.ts'
import { createTestDatabase, type TestDatabase } from '@ninefold/server/testing/test-database.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Running, startNinefold, stop, workplace, type Workplace } from '../testing/program.ts'

vi.setConfig({ testTimeout: 90_000 })

const TEXT = fileURLToPath(new URL('../../../server/src/testing/texts/presence.md', import.meta.url))
const WORDS = ['start', 'app.md', '--host', '127.0.0.1', '--port', '0', '--allow-provisional']
/** The lease, the next renewal of another process, and some time for a busy machine. */
const TOLD_WITHIN_MS = 10_000 + 3_000 + 2_000

let place: Workplace
let database: TestDatabase
const programs: Running[] = []
const readers: EventReader[] = []

beforeEach(async () => {
  ;[place, database] = await Promise.all([workplace(), createTestDatabase()])
  await writeFile(
    join(place.folder, 'app.md'),
    (await readFile(TEXT, 'utf8')).replace('| path | 12 | CROWDED |', '| path | 2 | CROWDED |'),
  )
})

afterEach(async () => {
  await Promise.all(readers.splice(0).map((reader) => reader[Symbol.asyncDispose]()))
  await Promise.all(programs.splice(0).map(stop))
  await Promise.all([place[Symbol.asyncDispose](), database.drop()])
})

type Served = Running & { readonly address: string }

async function started(): Promise<Served> {
  const program = startNinefold(place.folder, WORDS, { DATABASE_URL: database.connectionString })
  programs.push(program)
  const [, port] = await program.prints(/is served on port (\d+)\./)
  return { ...program, address: `http://127.0.0.1:${port}` }
}

async function send(address: string, body: unknown, cookie = ''): Promise<Response> {
  return fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify(body),
  })
}

/** Signs somebody up and returns their cookie. */
async function somebody({ address }: Served, name: string): Promise<string> {
  const body = { email: `${name}@example.test`, password: 'long enough indeed', name, team: 'red', streams: 40 }
  const response = await send(`${address}/_ninefold/users`, body)
  expect(response.status).toBe(201)
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

async function open({ address }: Served, path: string, cookie: string): Promise<EventReader> {
  const reader = await readEvents(address + path, { cookie })
  readers.push(reader)
  return reader
}

/** A stream whose server may be killed. `over` resolves however it ends. */
async function hold(
  { address }: Served,
  path: string,
  cookie: string,
): Promise<{ status: number; over: Promise<void> }> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(address + path, { headers: { accept: 'text/event-stream', cookie } }, resolve).on('error', reject)
  })
  // A cut connection is an error of the response before it is closed.
  response.on('error', () => {}).resume()
  const over = new Promise<void>((resolve) => response.once('close', () => resolve()))
  return { status: response.statusCode ?? 0, over }
}

/** The names in the next answer. */
async function present(reader: EventReader): Promise<string[]> {
  for (;;) {
    const event = await reader.next()
    if (event === null) throw new Error('The stream has ended.')
    if (event.event === 'answer') return JSON.parse(event.data).items.map(({ name }: { name: string }) => name)
  }
}

/** Two processes, Ada in the first and Ben twice in the second, where no further reader has room. */
async function peopleInBoth(): Promise<{
  here: Served
  there: Served
  ada: EventReader
  ben: string
  path: string
  over: Promise<void>[]
}> {
  const here = await started()
  const there = await started()
  const [adas, ben] = [await somebody(here, 'Ada'), await somebody(there, 'Ben')]
  const made = await send(`${here.address}/api/plans`, { title: 'A plan', team: 'red' }, adas)
  const path = `/api/plans/${((await made.json()) as { number: number }).number}`
  const ada = await open(here, `${path}/presence`, adas)
  expect(await present(ada)).toEqual(['Ada'])
  const first = await hold(there, path, ben)
  expect(await present(ada)).toEqual(['Ada', 'Ben'])
  const second = await hold(there, path, ben)
  expect([first.status, second.status, (await open(here, path, ben)).status]).toEqual([200, 200, 503])
  return { here, there, ada, ben, path, over: [first.over, second.over] }
}

it('tells that the people of a killed process have left, and gives its places away', async () => {
  const { here, there, ada, ben, path } = await peopleInBoth()
  const killedMs = performance.now()
  there.kill('SIGKILL')
  expect(await present(ada)).toEqual(['Ada'])
  expect(performance.now() - killedMs).toBeLessThan(TOLD_WITHIN_MS)
  expect((await open(here, path, ben)).status).toBe(200)
})

it('ends the streams of a process that stood still so long that others got its places', async () => {
  const { here, there, ada, ben, path, over } = await peopleInBoth()
  there.kill('SIGSTOP')
  try {
    expect(await present(ada)).toEqual(['Ada'])
    expect((await open(here, path, ben)).status).toBe(200)
    expect((await open(here, path, ben)).status).toBe(200)
  } finally {
    there.kill('SIGCONT')
  }
  await Promise.all(over)
  expect((await open(there, path, ben)).status).toBe(503)
})

it('tells at once who was at a process that stops', async () => {
  const { there, ada } = await peopleInBoth()
  const stoppedMs = performance.now()
  const ended = stop(there)
  expect(await present(ada)).toEqual(['Ada'])
  expect(performance.now() - stoppedMs).toBeLessThan(5_000)
  expect((await ended).code).toBe(0)
})
