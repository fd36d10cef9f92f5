// `npm run bench tenants`: tenants by key, all in the same tables, against tenants by schema, each with tables of its own.
// Both have the tables, indexes, triggers and policies of the same text, and run the engine's own statements.
//
//   npm run bench tenants -- --tenants 10,1000
//
// DATABASE_URL: a database `ninefold` on another server than the embedded one. pg_dump is measured where the program and its version fit.

import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@ninefold/server/store/embedded/embedded-postgres.ts'
import { createDatabaseOn } from '@ninefold/server/testing/servers/temporary-database.ts'
import pg from 'pg'
import { median } from './load.ts'
import { milliseconds, printTable } from './print-table.ts'
import { COPIED_TABLES, copiedSchema, FILL_SHARED, fillTenant, ids, schemaName } from './tenants/tenant-tables.ts'
import { type OwnStatements, ownStatements } from './tenants/own-statements.ts'

export const WAYS = ['by key', 'by schema'] as const
type Way = (typeof WAYS)[number]

const VISITED = [1, 100, 1000]
const RUNS = 300

interface Figures {
  readonly makeMs: number
  readonly relations: number
  readonly catalogueBytes: number
  readonly databaseBytes: number
  readonly memory: ReadonlyMap<number, number>
  readonly listMs: number
  readonly listAgainMs: number
  readonly writeMs: number
  readonly migrationMs: number
  readonly dumpMs: number | null
}

export async function benchTenants(tenants: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-bench-'))
  const given = process.env['DATABASE_URL']
  const postgres =
    given === undefined
      ? await startEmbeddedPostgres({
          dataDirectory: folder,
          settings: { max_wal_size: '8GB', max_locks_per_transaction: '1024', fsync: 'off' },
        })
      : null
  try {
    const server = given ?? postgres?.connectionString ?? ''
    const figures: Figures[] = []
    for (const way of WAYS) figures.push(await measured(server, way, tenants))
    print(tenants, figures)
  } finally {
    await postgres?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measured(server: string, way: Way, tenants: number): Promise<Figures> {
  await using database = await createDatabaseOn(server)
  const { connectionString, pool } = database
  const statements = await ownStatements(connectionString)
  await pool.query(FILL_SHARED(tenants))
  const makeMs = await makeTenants(pool, way, tenants)
  await pool.query('VACUUM ANALYZE')
  const { rows } = await pool.query<{ relations: string; catalogue: string; database: string }>(
    `SELECT (SELECT count(*) FROM pg_class) AS relations,
       (SELECT sum(pg_total_relation_size(oid)) FROM pg_class WHERE relnamespace = 'pg_catalog'::regnamespace AND relkind = 'r') AS catalogue,
       pg_database_size(current_database()) AS database`,
  )
  const memory = new Map<number, number>()
  for (const visited of VISITED)
    if (visited <= tenants)
      memory.set(visited, await onConnection(connectionString, (visits) => visits.memory(visited), { way, statements }))
  const times = await onConnection(connectionString, (visits) => visits.times(tenants), { way, statements })
  return {
    makeMs,
    relations: Number(rows[0]?.relations),
    catalogueBytes: Number(rows[0]?.catalogue),
    databaseBytes: Number(rows[0]?.database),
    memory,
    ...times,
    dumpMs: dumped(connectionString),
    migrationMs: await migrated(pool, way, tenants),
  }
}

/** The median time of a tenant, each in a transaction of its own. */
async function makeTenants(pool: pg.Pool, way: Way, tenants: number): Promise<number> {
  const client = await pool.connect()
  try {
    const copied = way === 'by key' ? null : await copiedSchema(client)
    const times: number[] = []
    for (let tenant = 1; tenant <= tenants; tenant++) {
      const from = performance.now()
      if (copied !== null) await client.query(copied(schemaName(tenant)))
      times.push(performance.now() - from)
      await client.query(fillTenant(tenant, way === 'by key' ? 'public' : schemaName(tenant)))
    }
    return median(times)
  } finally {
    client.release(true)
  }
}

class Visits {
  private readonly client: pg.Client
  private readonly way: Way
  private readonly statements: OwnStatements

  constructor(client: pg.Client, way: Way, statements: OwnStatements) {
    this.client = client
    this.way = way
    this.statements = statements
  }

  /** Bytes that the connection uses after it has read and written in each of the first tenants. */
  async memory(visited: number): Promise<number> {
    for (let tenant = 1; tenant <= visited; tenant++) {
      await this.list(tenant, String(tenant))
      await this.write(tenant, String(tenant))
    }
    const { rows } = await this.client.query<{ bytes: string }>(
      'SELECT sum(total_bytes) AS bytes FROM pg_backend_memory_contexts',
    )
    return Number(rows[0]?.bytes)
  }

  /** Each request is of another tenant, as on the connections of a server. `listAgainMs`: of the same tenant. */
  async times(tenants: number): Promise<Pick<Figures, 'listMs' | 'listAgainMs' | 'writeMs'>> {
    const lists: number[] = []
    const writes: number[] = []
    const again: number[] = []
    for (let run = 0; run < RUNS; run++) {
      const tenant = ((run * 7919) % tenants) + 1
      lists.push(await timed(() => this.list(tenant, 'any')))
      writes.push(await timed(() => this.write(tenant, 'any')))
    }
    for (let run = 0; run < RUNS; run++) again.push(await timed(() => this.list(1, 'one')))
    return { listMs: median(lists), listAgainMs: median(again), writeMs: median(writes) }
  }

  /** A statement keeps its plans under its name, and loses them when the search path is another. */
  private async list(tenant: number, name: string): Promise<void> {
    await this.inTenant(tenant, async () => {
      const { list, asking } = this.statements
      const { text, values } = asking(ids(tenant))
      await this.client.query({ name: 'asking', text, values })
      await this.client.query({ name: this.named('list', name), text: list.text, values: list.valuesOf(ids(tenant)) })
    })
  }

  private async write(tenant: number, name: string): Promise<void> {
    await this.inTenant(tenant, async () => {
      const { write } = this.statements
      await this.client.query({
        name: this.named('write', name),
        text: write.text,
        values: write.valuesOf(ids(tenant)),
      })
    })
  }

  private named(kind: string, name: string): string {
    return this.way === 'by key' ? kind : `${kind} ${name}`
  }

  private async inTenant(tenant: number, work: () => Promise<void>): Promise<void> {
    const path = this.way === 'by key' ? '' : `; SET LOCAL search_path TO ${schemaName(tenant)}, public`
    await this.client.query(`BEGIN${path}`)
    await work()
    await this.client.query('COMMIT')
  }
}

async function onConnection<Result>(
  connectionString: string,
  work: (visits: Visits) => Promise<Result>,
  { way, statements }: { readonly way: Way; readonly statements: OwnStatements },
): Promise<Result> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return await work(new Visits(client, way, statements))
  } finally {
    await client.end()
  }
}

async function timed(work: () => Promise<void>): Promise<number> {
  const from = performance.now()
  await work()
  return performance.now() - from
}

/** A new field of one entity. */
async function migrated(pool: pg.Pool, way: Way, tenants: number): Promise<number> {
  const schemas = way === 'by key' ? ['public'] : Array.from({ length: tenants }, (_, index) => schemaName(index + 1))
  const client = await pool.connect()
  try {
    const from = performance.now()
    for (const schema of schemas)
      await client.query(
        `ALTER TABLE ${schema}.task ADD COLUMN note text CONSTRAINT task_note_check CHECK (char_length(note) <= 200)`,
      )
    return performance.now() - from
  } finally {
    client.release()
  }
}

function dumped(connectionString: string): number | null {
  const from = performance.now()
  try {
    execFileSync('pg_dump', ['--dbname', connectionString, '--file', '/dev/null'], { stdio: 'ignore' })
  } catch {
    return null
  }
  return performance.now() - from
}

function print(tenants: number, [key, schema]: readonly Figures[]): void {
  if (key === undefined || schema === undefined) throw new Error('Defect: a way was not measured.')
  const row = (name: string, of: (figures: Figures) => number, unit: (value: number) => string): string[] => {
    const [one, other] = [of(key), of(schema)]
    return [name, unit(one), unit(other), one === 0 ? '' : (other / one).toFixed(2)]
  }
  console.log(`${tenants.toLocaleString('en')} tenants, ${COPIED_TABLES.length} tables of each\n`)
  const rows = [
    ['tables of a new tenant', milliseconds(key.makeMs), milliseconds(schema.makeMs), ''],
    row('relations', ({ relations }) => relations, String),
    row('catalogue', ({ catalogueBytes }) => catalogueBytes, megabytes),
    row('database', ({ databaseBytes }) => databaseBytes, megabytes),
    ...[...key.memory.keys()].map((visited) =>
      row(`connection, ${visited} visited`, ({ memory }) => memory.get(visited) ?? Number.NaN, megabytes),
    ),
    row('list, another tenant each time', ({ listMs }) => listMs, milliseconds),
    row('list, the same tenant', ({ listAgainMs }) => listAgainMs, milliseconds),
    row('write, another tenant each time', ({ writeMs }) => writeMs, milliseconds),
    row('a new field', ({ migrationMs }) => migrationMs, milliseconds),
    ...(key.dumpMs === null || schema.dumpMs === null
      ? []
      : [row('pg_dump', ({ dumpMs }) => dumpMs ?? Number.NaN, milliseconds)]),
  ]
  printTable(['', ...WAYS, 'ratio'], rows)
  console.log()
}

function megabytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(1)} MB`
}
