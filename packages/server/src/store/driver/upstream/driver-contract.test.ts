// The only folder that uses internals of the driver, checked against the driver's sources and behaviour. Another
// version of `pg` fails here first: read how these sources changed, then update the fingerprints.

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Socket } from 'node:net'
import { dirname, join } from 'node:path'
import pg, { type PoolClient } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase } from '../../../testing/test-database.ts'
import { queryInOneMessage, querySurrounded, type Surrounded } from './pipelined-query.ts'
import type { OwnStatement } from '../rows.ts'
import { backendProcessId } from './backend-process-id.ts'

const manifest = createRequire(import.meta.url).resolve('pg/package.json')

function sourceOf(name: string): string {
  return createHash('sha256')
    .update(readFileSync(join(dirname(manifest), 'lib', name)))
    .digest('hex')
    .slice(0, 16)
}

it('knows these sources of the driver, in exactly this version', () => {
  const own = JSON.parse(readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8')) as {
    readonly dependencies: Readonly<Record<string, string>>
  }
  const installed = (JSON.parse(readFileSync(manifest, 'utf8')) as { readonly version: string }).version
  expect(own.dependencies['pg']).toBe(installed)
  expect(Object.fromEntries(['query.js', 'connection.js', 'client.js'].map((name) => [name, sourceOf(name)]))).toEqual({
    'query.js': 'ecf885185f0ad8b8',
    'connection.js': 'f93e914bf408657f',
    'client.js': 'ad6aa93c26b0bf26',
  })
})

it('finds every member that it overrides, calls or reads', async () => {
  await using test = await createTestDatabase()
  const client = new pg.Client({ connectionString: test.connectionString, pipeline: true })
  await client.connect()
  const members = client as unknown as Record<string, unknown>
  const connection = members['connection'] as Record<string, unknown>
  const query = pg.Query.prototype as unknown as Record<string, unknown>
  const kinds = {
    ...typesOf(query, [
      'requiresPreparation',
      'prepare',
      '_getRows',
      'handleRowDescription',
      'handleDataRow',
      'handleCommandComplete',
    ]),
    ...typesOf(connection, ['parse', 'bind', 'execute', 'sync', '_send', 'stream']),
    ...typesOf(members, ['readyForQuery', 'processID']),
  }
  await client.end()
  expect(kinds).toEqual({
    requiresPreparation: 'function',
    prepare: 'function',
    _getRows: 'function',
    handleRowDescription: 'function',
    handleDataRow: 'function',
    handleCommandComplete: 'function',
    parse: 'function',
    bind: 'function',
    execute: 'function',
    sync: 'function',
    _send: 'function',
    stream: 'object',
    readyForQuery: 'boolean',
    processID: 'number',
  })
})

function typesOf(of: Record<string, unknown>, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, typeof of[name]]))
}

let test: Awaited<ReturnType<typeof createTestDatabase>>
let pool: pg.Pool
let client: PoolClient

beforeAll(async () => {
  test = await createTestDatabase()
  pool = new pg.Pool({ connectionString: test.connectionString, pipeline: true, max: 1 })
  client = await pool.connect()
  await client.query('CREATE TABLE public.note (words text NOT NULL)')
})

afterAll(async () => {
  client.release()
  await pool.end()
  await test[Symbol.asyncDispose]()
})

const own = (name: string, text: string, ...values: readonly string[]): OwnStatement => ({ name, text, values })
const say = own('say', `SELECT set_config('ninefold.me', $1, true)`, 'ada')
const add = (words: string): OwnStatement => own('add', 'INSERT INTO public.note VALUES ($1)', words)
const fails = own('fails', 'SELECT 1 / $1::int', '0')

async function asked(text: string, { before = [], after = [] }: Partial<Surrounded> = {}): Promise<readonly unknown[]> {
  return querySurrounded(client, { ...query(text), before, after })
}

function query(text: string): Surrounded {
  return { name: createHash('md5').update(text).digest('hex'), text, values: [], before: [], after: [] }
}

async function notes(): Promise<unknown[]> {
  return (await client.query('SELECT words FROM public.note ORDER BY words')).rows.map(({ words }) => words)
}

it('asks for rows of the statement alone, with what was said before it', async () => {
  const text = `SELECT current_setting('ninefold.me') AS me, number FROM generate_series(1, 2) AS number`
  for (let again = 0; again < 3; again++)
    expect(await asked(text, { before: [say], after: [add('after')] })).toEqual([
      { me: 'ada', number: 1 },
      { me: 'ada', number: 2 },
    ])
  expect((await client.query(`SELECT current_setting('ninefold.me', true) AS me`)).rows[0].me).toBe('')
})

it('is one transaction, whichever part of it fails', async () => {
  await client.query('DELETE FROM public.note')
  // Prepared by its first execution.
  await asked('SELECT 1', { after: [add('prepared')] })
  await client.query('DELETE FROM public.note')
  const insert = `INSERT INTO public.note VALUES ('asked') RETURNING words`
  await expect(asked(insert, { before: [fails] })).rejects.toThrow('division by zero')
  await expect(asked(insert, { after: [fails] })).rejects.toThrow('division by zero')
  await expect(asked('SELECT nothing FROM nowhere', { before: [add('before')] })).rejects.toThrow('nowhere')
  expect(await notes()).toEqual([])
  expect(await asked(insert, { before: [add('before')], after: [add('after')] })).toEqual([{ words: 'asked' }])
  expect(await notes()).toEqual(['after', 'asked', 'before'])
})

it('sends two transactions in one message, of which each may fail alone', async () => {
  const pair = (first: string, second: string) => queryInOneMessage(client, query(first), query(second))
  await pair('SELECT 1 AS one', 'SELECT 2 AS two')
  const { stream } = (client as unknown as { readonly connection: { readonly stream: Socket } }).connection
  const write = stream._writev
  if (write === undefined) throw new Error('The socket writes no messages together.')
  let messages = 0
  stream._writev = function (chunks, told) {
    messages += 1
    write.call(this, chunks, told)
  }
  const [one, two] = await pair('SELECT 1 AS one', 'SELECT 2 AS two')
  stream._writev = write
  expect([one, two]).toEqual([
    { status: 'fulfilled', value: [{ one: 1 }] },
    { status: 'fulfilled', value: [{ two: 2 }] },
  ])
  expect(messages).toBe(1)
  const statuses = async (first: string, second: string) => (await pair(first, second)).map(({ status }) => status)
  expect(await statuses('SELECT 1 / 0', 'SELECT 2 AS two')).toEqual(['rejected', 'fulfilled'])
  expect(await statuses('SELECT 1 AS one', 'SELECT 1 / 0')).toEqual(['fulfilled', 'rejected'])
})

it('is told which process answers', async () => {
  const { rows } = await client.query('SELECT pg_backend_pid() AS process')
  expect(backendProcessId(client)).toBe(rows[0].process)
})
