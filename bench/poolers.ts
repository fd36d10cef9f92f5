// Compares ways to the database in one run: a hand-written server as the reference, then Ninefold with its own
// connections, behind PgBouncer in session mode, and behind PgBouncer in transaction mode. The variable PGBOUNCER names
// another program than the installed one; from version 1.21 on, PgBouncer also supports prepared statements.
//
//   npm run bench poolers -- --rows 10000

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@ninefold/server/store/embedded/embedded-postgres.ts'
import { type PgBouncer, type PgBouncerOptions, startPgBouncer } from '@ninefold/server/testing/servers/pgbouncer.ts'
import pg from 'pg'
import type { Contender } from './servers/contender.ts'
import { startHandWritten } from './servers/hand-written.ts'
import { startNinefold } from './servers/ninefold.ts'
import { compare, CONNECTIONS, OPERATIONS } from './operations.ts'
import { milliseconds, printTable } from './print-table.ts'

const ROUNDS = 5
/** The number of connections that Ninefold itself opens for reading and writing. */
const POOL_SIZE = 20
const POOL_SIZE_OF_SESSIONS = 30
const STATEMENTS_KEPT = 1_000
const VERSION_THAT_KEEPS = 21

interface Way {
  readonly name: string
  readonly pooler: PgBouncerOptions
  readonly environment: (direct: string) => Record<string, string>
}

function waysOf(version: string, program: string | undefined): Way[] {
  const own = program === undefined ? {} : { program }
  const byTransaction = { mode: 'transaction', size: POOL_SIZE, ...own } as const
  const keeps = Number(version.split('.')[1]) >= VERSION_THAT_KEEPS
  return [
    { name: 'by session', pooler: { mode: 'session', size: POOL_SIZE_OF_SESSIONS, ...own }, environment: () => ({}) },
    {
      name: 'by transaction',
      pooler: byTransaction,
      environment: (direct) => ({ DATABASE_DIRECT_URL: direct }),
    },
    ...(keeps
      ? [
          {
            name: 'by transaction, prepared',
            pooler: { ...byTransaction, settings: [`max_prepared_statements = ${STATEMENTS_KEPT}`] },
            environment: (direct: string) => ({ DATABASE_DIRECT_URL: direct, DATABASE_PREPARED_STATEMENTS: 'on' }),
          },
        ]
      : []),
  ]
}

export async function benchPoolers(rows: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-bench-'))
  // PgBouncer does not run as root, so it cannot reach the socket of a container's root.
  const settings = { max_wal_size: '4GB', max_connections: '200', listen_addresses: '127.0.0.1' }
  const postgres = await startEmbeddedPostgres({ dataDirectory: folder, settings })
  const poolers: PgBouncer[] = []
  const contenders: Contender[] = []
  try {
    contenders.push(await startHandWritten(postgres.connectionString, 'helpdesk', rows))
    contenders.push(await startNinefold(postgres.connectionString, 'helpdesk', rows))
    const program = process.env['PGBOUNCER']
    const size = { mode: 'session', size: 1 } as const
    await using probe = await startPgBouncer(
      postgres.connectionString,
      program === undefined ? size : { ...size, program },
    )
    for (const { name, pooler, environment } of waysOf(probe.version, program)) {
      const reach = async (direct: string): Promise<Record<string, string>> => {
        const started = await startPgBouncer(overTcp(direct), pooler)
        poolers.push(started)
        return { DATABASE_URL: started.connectionString, ...environment(direct) }
      }
      contenders.push({
        ...(await startNinefold(postgres.connectionString, 'helpdesk', rows, { way: { name, reach } })),
        name: `PgBouncer ${probe.version} ${name}`,
      })
    }
    await printComparison(contenders, rows)
  } finally {
    for (const contender of contenders) await contender.stop()
    for (const pooler of poolers) await pooler[Symbol.asyncDispose]()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

function overTcp(connectionString: string): string {
  const { user = '', password, database = '' } = new pg.Client({ connectionString })
  return `postgres://${user}:${encodeURIComponent(String(password))}@127.0.0.1/${database}`
}

async function printComparison(contenders: readonly Contender[], rows: number): Promise<void> {
  console.log(`${rows.toLocaleString('en')} rows, ${CONNECTIONS} connections, medians of ${ROUNDS} rounds\n`)
  const table: string[][] = []
  for (const operation of OPERATIONS.helpdesk) {
    const { measures } = await compare(contenders, operation, ROUNDS, rows)
    const own = measures[1]
    for (const [place, found] of measures.entries())
      table.push([
        operation.name,
        contenders[place]?.name ?? '',
        found.requestsPerSecond.toFixed(0),
        milliseconds(found.medianMs),
        milliseconds(found.worstPercentMs),
        found.processorMs === null ? '' : milliseconds(found.processorMs),
        own === undefined ? '' : `${(found.requestsPerSecond / own.requestsPerSecond).toFixed(2)} times`,
      ])
  }
  printTable(['operation', 'way', 'requests/s', 'median', 'worst %', 'processor', 'of its own connections'], table)
}
