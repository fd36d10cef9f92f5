// A specification, served for a test as in production: its own database, its own port, real HTTP.
//
//   await using application = await runApplication(text)
//   const ben = await application.signIn('ben@example.test', 'correct-horse-2')
//   const answer = await ben.post('/api/tickets/1000/take')

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compile } from '@ninefold/core/compile.ts'
import { pino } from 'pino'
import { startServer, type NinefoldServer, type ServerOptions } from '../api/server.ts'
import { SESSION_COOKIE } from '../api/authentication/session-cookie.ts'
import { createApplication, type Application } from '../gate/context/application.ts'
import type { FileStore } from '../store/files/file-store.ts'
import { folderOfFiles } from '../store/files/folder-of-files.ts'
import { openDatabase, type Database } from '../store/driver/database.ts'
import { loadRecords } from '../store/data/load-data.ts'
import { migrate } from '../store/migrate/migrate.ts'
import { newSecretKey, secretTextsWith } from '../store/data/secret-texts.ts'
import { withoutSampleRecords } from '@ninefold/core/read/testing.ts'
import { withNamesLookedAt } from './servers/hidden-names.ts'
import { preparedDatabase, withEngineTables } from './servers/prepared-databases.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

export interface Answer {
  readonly status: number
  /** Parsed JSON, or the text; null without a body. */
  readonly body: any
  readonly headers: Headers
}

/** Sends requests, with or without a session. */
export interface Client {
  get(path: string, headers?: Record<string, string>): Promise<Answer>
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  patch(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  delete(path: string, headers?: Record<string, string>): Promise<Answer>
  /** Sends the body unchanged. */
  send(path: string, init: RequestInit): Promise<Answer>
  readonly cookie: string | null
}

export interface RunningApplication extends AsyncDisposable {
  readonly address: string
  readonly application: Application
  readonly server: NinefoldServer
  readonly database: Database
  readonly guest: Client
  readonly files: FileStore
  /** The folder of uploads. */
  readonly filesFolder: string
  signIn(identifier: string, password: string): Promise<Client>
  signUp(values: Record<string, unknown>): Promise<Client>
}

export interface RunningOptions {
  /** Name of a database to copy first, to which nobody may be connected. */
  readonly copyOf?: string
  /** An empty database on a server of the test's own. */
  readonly on?: TestDatabase
  /** A test double with a planted fault, which a good test has to find. */
  readonly double?: (application: Application) => Application
  /** Notified of each answered request. */
  readonly observers?: ServerOptions['observers']
  /** Notified of requests that were shed. */
  readonly crowdObservers?: NonNullable<ServerOptions['crowdObservers']>
  /** Limits of concurrent work; missing: the defaults. */
  readonly admission?: NonNullable<ServerOptions['admission']>
  /** Missing: in development, where hosts of tenants are below localhost. */
  readonly mode?: Application['mode']
  /** The built web app; missing: only the API. */
  readonly webFolder?: string | null
  /** The file store; missing: a folder of its own. */
  readonly files?: FileStore
}

/** Examples start without the history of their sample data. */
export async function runApplication(example: string, options: RunningOptions = {}): Promise<RunningApplication> {
  const text = withoutSampleRecords(example)
  const { model, diagnostics } = compile(text)
  if (model === null)
    throw new Error(
      `The specification has errors: ${diagnostics
        .filter(({ severity }) => severity === 'error')
        .map(({ number, message }) => `${number} ${message}`)
        .join('; ')}`,
    )
  const open = ({ connectionString }: TestDatabase, secretKey: string) => {
    const database = openDatabase({ connectionString })
    return {
      database,
      honest: createApplication(
        model,
        'test',
        options.mode ?? 'development',
        database,
        secretTextsWith([secretKey]),
        text,
      ),
    }
  }
  const isAlike = options.copyOf === undefined && options.on === undefined && options.double === undefined
  const prepared = !isAlike
    ? null
    : await preparedDatabase(text, async (empty, secretKey) => {
        const { database, honest } = open(empty, secretKey)
        await bring(honest)
        await database.close()
      })
  const testDatabase: TestDatabase =
    options.on ?? (await createTestDatabase(options.copyOf ?? prepared?.name ?? (await withEngineTables())))
  const { database, honest } = open(testDatabase, prepared?.secretKey ?? newSecretKey())
  const application = withNamesLookedAt(options.double?.(honest) ?? honest)
  if (prepared === null) await bring(application)
  const folder = await mkdtemp(join(tmpdir(), 'ninefold-files-'))
  const files = options.files ?? folderOfFiles(folder)
  const server = await startServer(
    {
      host: '127.0.0.1',
      port: 0,
      webFolder: options.webFolder ?? null,
      logger: pino({ level: 'fatal' }),
      development: null,
      files,
      observers: options.observers ?? [],
      crowdObservers: options.crowdObservers ?? [],
      ...(options.admission === undefined ? {} : { admission: options.admission }),
    },
    application,
  )
  const address = `http://127.0.0.1:${server.port}`
  const enter = async (path: string, body: unknown, expected: number): Promise<Client> => {
    const answer = await clientOf(address, null).post(path, body)
    if (answer.status !== expected) throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
    return clientOf(address, cookieOf(answer.headers))
  }
  return {
    address,
    application,
    server,
    database,
    guest: clientOf(address, null),
    files,
    filesFolder: folder,
    signIn: (identifier, password) => enter('/_ninefold/session', { identifier, password }, 204),
    signUp: (values) => enter('/_ninefold/users', values, 201),
    [Symbol.asyncDispose]: async () => {
      await server.close()
      await database.close()
      await testDatabase.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Existing data stays. */
async function bring(application: Application): Promise<void> {
  const { database } = application
  await migrate(database.pool, application.schema, { consent: false })
  await loadRecords(database, application, 'reference')
  await loadRecords(database, application, 'sample')
}

function cookieOf(headers: Headers): string {
  const match = new RegExp(`${SESSION_COOKIE}=([^;]+)`).exec(headers.get('set-cookie') ?? '')
  if (match === null) throw new Error('The answer set no session.')
  return `${SESSION_COOKIE}=${match[1]}`
}

export function clientOf(address: string, cookie: string | null): Client {
  const send = async (path: string, init: RequestInit): Promise<Answer> => {
    const headers = new Headers(init.headers)
    if (cookie !== null) headers.set('cookie', cookie)
    // Requests of own pages send the same header as the web app.
    if (path.startsWith('/_ninefold/') && !headers.has('accept'))
      headers.set('accept', 'application/problem+json, application/json')
    const response = await fetch(address + path, { ...init, headers, redirect: 'manual' })
    const text = await response.text()
    return { status: response.status, body: parsed(text), headers: response.headers }
  }
  const withBody =
    (method: string) =>
    (path: string, body?: unknown, headers: Record<string, string> = {}) =>
      send(
        path,
        body === undefined
          ? { method, headers }
          : { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } },
      )
  return {
    cookie,
    send,
    get: (path, headers = {}) => send(path, { headers }),
    post: withBody('POST'),
    patch: withBody('PATCH'),
    delete: (path, headers = {}) => send(path, { method: 'DELETE', headers }),
  }
}

function parsed(text: string): unknown {
  if (text === '') return null
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
