import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import {
  DataFolderBusy,
  type EmbeddedPostgres,
  type EmbeddedPostgresEvent,
  startEmbeddedPostgres,
} from './embedded-postgres.ts'

// These servers sync to disk, as in production.

const leftovers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const clean of leftovers.splice(0).reverse()) await clean()
})

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'ninefold-embedded-'))
  leftovers.push(() => removeFolder(made))
  return made
}

/** A PostgreSQL whose parent was killed is still shutting down, and writes until it is done. */
function removeFolder(path: string): Promise<void> {
  return rm(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
}

let template: string
beforeAll(async () => {
  template = await mkdtemp(join(tmpdir(), 'ninefold-template-'))
  await (await startEmbeddedPostgres({ dataDirectory: template })).stop()
})
afterAll(() => removeFolder(template))

/** A folder with a prepared database, because creating one takes most of a first start. */
async function usedFolder(): Promise<string> {
  const made = await folder()
  for (const part of ['cluster', 'password']) await cp(join(template, part), join(made, part), { recursive: true })
  return made
}

async function start(
  dataDirectory: string,
  onEvent?: (event: EmbeddedPostgresEvent) => void,
): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDirectory, ...(onEvent === undefined ? {} : { onEvent }) })
  leftovers.push(() => server.stop())
  return server
}

async function ask(server: { connectionString: string }, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: server.connectionString })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows.flat()
  } finally {
    await client.end()
  }
}

/** Waits for an event of one kind. */
function eventOf(): {
  onEvent: (event: EmbeddedPostgresEvent) => void
  next: (kind: EmbeddedPostgresEvent['kind']) => Promise<EmbeddedPostgresEvent>
} {
  const seen: EmbeddedPostgresEvent[] = []
  const waiting: { kind: string; resolve: (event: EmbeddedPostgresEvent) => void }[] = []
  return {
    onEvent(event) {
      const found = waiting.findIndex(({ kind }) => kind === event.kind)
      if (found >= 0) waiting.splice(found, 1)[0]?.resolve(event)
      else seen.push(event)
    },
    next(kind) {
      const found = seen.findIndex((event) => event.kind === kind)
      const [event] = found >= 0 ? seen.splice(found, 1) : []
      return event === undefined ? new Promise((resolve) => waiting.push({ kind, resolve })) : Promise.resolve(event)
    },
  }
}

/** Another Ninefold process that owns the folder. */
async function owner(
  dataDirectory: string,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<{ child: ChildProcess; connectionString: string; processId: number }> {
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL('../../testing/servers/own-data-folder.ts', import.meta.url)), dataDirectory],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: environment,
    },
  )
  leftovers.push(async () => child.kill('SIGKILL'))
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  return { child, ...(JSON.parse(line) as { connectionString: string; processId: number }) }
}

it('makes a database once, keeps what was written, and stops cleanly', async () => {
  const data = await folder()
  const kinds: string[] = []
  const first = await start(data, ({ kind }) => kinds.push(kind))
  await ask(first, 'CREATE TABLE note (text text)')
  await ask(first, `INSERT INTO note VALUES ('kept')`)
  await first.stop()
  const second = await start(data, ({ kind }) => kinds.push(kind))
  expect(await ask(second, 'SELECT text FROM note')).toEqual(['kept'])
  expect(kinds).toEqual(['preparing', 'running', 'running'])
})

it('is durable, checks its pages, compares by code points and is open to nobody else', async () => {
  const data = await usedFolder()
  const server = await start(data)
  const settings = [
    'fsync',
    'synchronous_commit',
    'full_page_writes',
    'data_checksums',
    'listen_addresses',
    'server_encoding',
  ]
  expect(await ask(server, `SELECT ${settings.map((name) => `current_setting('${name}')`).join()}`)).toEqual([
    'on',
    'on',
    'on',
    'on',
    '',
    'UTF8',
  ])
  expect(
    await ask(server, `SELECT datlocprovider, datlocale FROM pg_database WHERE datname = current_database()`),
  ).toEqual(['b', 'C.UTF-8'])
  expect((await stat(join(data, 'password'))).mode & 0o077).toBe(0)
  expect((await stat(join(data, 'socket'))).mode & 0o077).toBe(0)
  const stranger = { connectionString: server.connectionString.replace(/:[^:@/]+@/, ':wrong@') }
  await expect(ask(stranger, 'SELECT 1')).rejects.toThrow('password authentication failed')
})

it('refuses a second owner of the same folder, and says who the first is', async () => {
  const data = await usedFolder()
  const first = await owner(data)
  const refusal = await startEmbeddedPostgres({ dataDirectory: data }).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(DataFolderBusy)
  expect(refusal).toMatchObject({ folder: data, processId: first.child.pid })
  expect((refusal as Error).message).toContain(`${data} is in use by process ${first.child.pid}`)
  expect(await ask(first, 'SELECT 1')).toEqual([1])
})

it('refuses a second owner within the same process too', async () => {
  const data = await usedFolder()
  await start(data)
  await expect(startEmbeddedPostgres({ dataDirectory: data })).rejects.toThrow(DataFolderBusy)
})

it('starts PostgreSQL again when it is killed, with everything that was committed', async () => {
  const { onEvent, next } = eventOf()
  const server = await start(await usedFolder(), onEvent)
  await next('running')
  await ask(server, 'CREATE TABLE note (number int)')
  for (let round = 1; round <= 3; round++) {
    await ask(server, `INSERT INTO note VALUES (${round})`)
    process.kill(server.processId, 'SIGKILL')
    expect(await next('ended unexpectedly')).toMatchObject({ reason: 'signal SIGKILL' })
    await next('running')
    expect(await ask(server, 'SELECT max(number) FROM note')).toEqual([round])
  }
})

it('ends PostgreSQL when its owner is killed', async () => {
  const data = await usedFolder()
  const { child } = await owner(data)
  const file = join(data, 'cluster', 'postmaster.pid')
  expect(existsSync(file)).toBe(true)
  child.kill('SIGKILL')
  // A clean end removes the file.
  await expect.poll(() => existsSync(file), { timeout: 60_000, interval: 20 }).toBe(false)
})

it('starts at once after its owner was killed, with everything that was committed', async () => {
  const data = await usedFolder()
  for (let round = 1; round <= 3; round++) {
    const killed = await owner(data)
    await ask(killed, 'CREATE TABLE IF NOT EXISTS note (number int)')
    await ask(killed, `INSERT INTO note VALUES (${round})`)
    killed.child.kill('SIGKILL')
    await once(killed.child, 'exit')
  }
  const server = await start(data)
  expect(await ask(server, 'SELECT count(*)::int FROM note')).toEqual([3])
})

it('takes over after the owner and PostgreSQL were killed together', async () => {
  const data = await usedFolder()
  const killed = await owner(data)
  await ask(killed, 'CREATE TABLE note (number int)')
  process.kill(killed.processId, 'SIGKILL')
  killed.child.kill('SIGKILL')
  await once(killed.child, 'exit')
  expect(await ask(await start(data), 'SELECT count(*)::int FROM note')).toEqual([0])
})

it('does not mistake another process for PostgreSQL because it has the same number', async () => {
  const data = await usedFolder()
  const server = await start(data)
  await server.stop()
  // A living process, like an unrelated one that got the same number after a restart of the machine.
  const stranger = spawn('cat')
  leftovers.push(async () => stranger.kill())
  await writeFile(join(data, 'cluster', 'postmaster.pid'), `${stranger.pid}\n${join(data, 'cluster')}\n`)
  await writeFile(join(data, 'socket', '.s.PGSQL.5432.lock'), `${stranger.pid}\n`)
  expect(await ask(await start(data), 'SELECT 1')).toEqual([1])
})

it('begins again when making the database was interrupted', async () => {
  const data = await folder()
  await mkdir(join(data, 'cluster.unfinished', 'base'), { recursive: true })
  expect(await ask(await start(data), 'SELECT 1')).toEqual([1])
  expect(await readdir(data)).not.toContain('cluster.unfinished')
})

it('runs under an account without rights when root cannot open a user namespace', async () => {
  const outer = await folder()
  await chmod(outer, 0o755)
  const data = join(outer, 'data')
  // With an empty path, the program for namespaces is not found. For an ordinary user this makes no difference.
  const { connectionString } = await owner(data, { ...process.env, PATH: '' })
  expect(await ask({ connectionString }, 'CREATE TABLE note ()')).toEqual([])
  const { uid } = await stat(join(data, 'cluster', 'PG_VERSION'))
  expect(uid === 0).toBe(false)
})

it('uses a short path for its socket when that of the folder is too long for one', async () => {
  const data = join(await folder(), 'a-folder-with-a-very-long-name-'.repeat(4))
  const server = await start(data)
  expect(await ask(server, 'SELECT 1')).toEqual([1])
  const used = readFileSync(join(data, 'socket-folder'), 'utf8')
  await server.stop()
  await expect(stat(used)).rejects.toThrow('ENOENT')
})

it('says what PostgreSQL said when it cannot start', async () => {
  const settings = { shared_buffers: 'plenty' }
  await expect(startEmbeddedPostgres({ dataDirectory: await usedFolder(), settings })).rejects.toThrow(
    /did not start.*shared_buffers/s,
  )
})

it('stops at once while PostgreSQL is being started again', async () => {
  const { onEvent, next } = eventOf()
  const server = await start(await usedFolder(), onEvent)
  process.kill(server.processId, 'SIGKILL')
  await next('ended unexpectedly')
  await server.stop()
  await expect(ask(server, 'SELECT 1')).rejects.toThrow()
})

it('answers a query over a large table by several workers', async () => {
  const server = await start(await usedFolder())
  const client = new pg.Client({ connectionString: server.connectionString })
  await client.connect()
  try {
    // PostgreSQL itself does so above some ten thousand rows.
    await client.query('SET debug_parallel_query = on')
    expect((await client.query('SELECT count(*) > 0 AS is_any FROM pg_class')).rows).toEqual([{ is_any: true }])
  } finally {
    await client.end()
  }
})
