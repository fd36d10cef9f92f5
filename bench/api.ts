// Compares Ninefold with a hand-written server: both on one PostgreSQL, alternately, in one run, with the requested
// numbers of rows. Then it measures the rest: pages near the beginning and deep in a list, memory, and the start.
//
//   npm run bench api -- --rows 1000,1000000     that many tickets, and articles
//   npm run bench api -- --plans                 and how PostgreSQL finds a page
//   npm run bench api -- --baseline ../before    and the Ninefold of another checkout, in the same rounds

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@ninefold/server/store/embedded/embedded-postgres.ts'
import type { Contender } from './servers/contender.ts'
import type { ApplicationName } from './data.ts'
import { startHandWritten } from './servers/hand-written.ts'
import { measure, type Measure } from './load.ts'
import { startNinefold } from './servers/ninefold.ts'
import { compare, CONNECTIONS, load, OPERATIONS } from './operations.ts'
import { measurePages, showPlans } from './pages.ts'
import { milliseconds, printTable, verdict } from './print-table.ts'

const ROUNDS = 5
const THROUGHPUT_TARGET = 0.9
const MEMORY_MB_TARGET = 200
const MEMORY_CONNECTIONS = 50
const START_MS_TARGET = 1000

const EXPLAINING = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_timing': 'off',
}

export interface ApiBench {
  readonly applications: readonly ApplicationName[]
  readonly rows: readonly number[]
  readonly showsPlans: boolean
  /** Root folder of another checkout to compare with. Missing: none. */
  readonly baseline?: string
}

export async function benchApi({ applications, rows, showsPlans, baseline }: ApiBench): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-bench-'))
  const log = { isPrinted: false }
  const postgres = await startEmbeddedPostgres({
    dataDirectory: folder,
    settings: { max_wal_size: '4GB', ...(showsPlans ? EXPLAINING : {}) },
    log: (printed) => {
      if (log.isPrinted) console.log(printed)
    },
  })
  try {
    for (const count of rows)
      for (const application of applications)
        await benchApplication(postgres.connectionString, application, count, baseline, async (ninefold) => {
          if (showsPlans) await showPlans(ninefold, application, (isPrinted) => (log.isPrinted = isPrinted))
        })
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function benchApplication(
  connectionString: string,
  application: ApplicationName,
  rows: number,
  baseline: string | undefined,
  afterwards: (ninefold: Contender) => Promise<void>,
): Promise<void> {
  const contenders: Contender[] = []
  try {
    contenders.push(await startHandWritten(connectionString, application, rows))
    // Examples grow, so both versions run the older text.
    const ninefold = await startNinefold(connectionString, application, rows, { ...(baseline && { textOf: baseline }) })
    contenders.push(ninefold)
    if (baseline !== undefined)
      contenders.push(await startNinefold(connectionString, application, rows, { checkout: baseline }))
    console.log(
      `\n${application}, ${rows.toLocaleString('en')} rows: ${CONNECTIONS} connections, medians of ${ROUNDS} rounds\n`,
    )
    const table: string[][] = []
    for (const operation of OPERATIONS[application]) {
      const { measures } = await compare(contenders, operation, ROUNDS, rows)
      table.push(
        ...measures.map((found, place) => line(operation.name, contenders[place]?.name ?? '', found, measures[0])),
      )
    }
    printTable(
      ['operation', 'server', 'requests/s', 'median', 'worst %', 'busy', 'processor', 'throughput', 'time', 'target'],
      table,
    )
    if (application === 'helpdesk') await measurePages(ninefold, rows)
    for (const contender of contenders.slice(1)) await measureProcess(contender, application)
    await afterwards(ninefold)
  } finally {
    for (const contender of contenders) await contender.stop()
  }
}

function line(operation: string, server: string, found: Measure, baseline: Measure | undefined): string[] {
  const figures = [
    found.requestsPerSecond.toFixed(0),
    milliseconds(found.medianMs),
    milliseconds(found.worstPercentMs),
    String(found.busy),
    found.processorMs === null ? '' : milliseconds(found.processorMs),
  ]
  if (baseline === undefined || baseline === found) return [operation, server, ...figures]
  const throughput = found.requestsPerSecond / baseline.requestsPerSecond
  const time = found.medianMs / baseline.medianMs
  const reached = `${THROUGHPUT_TARGET}: ${verdict(throughput >= THROUGHPUT_TARGET)}`
  return ['', server, ...figures, `${throughput.toFixed(2)} times`, `${time.toFixed(2)} times`, reached]
}

/** Measured last, and under concurrent load. */
async function measureProcess(contender: Contender, application: ApplicationName): Promise<void> {
  const request = OPERATIONS[application].find(({ name }) => name === 'read' || name === 'articles')?.request
  if (request === undefined) return
  let most = 0
  const looking = setInterval(() => (most = Math.max(most, residentMb(contender.processId))), 20)
  await measure(load(contender, 2000, (index) => request(contender, index, 1000, ''), MEMORY_CONNECTIONS))
  clearInterval(looking)
  const { startMs } = contender
  console.log(`
${contender.name}: memory at ${MEMORY_CONNECTIONS} connections: ${most.toFixed(0)} MB (under ${MEMORY_MB_TARGET} MB: ${verdict(most < MEMORY_MB_TARGET)})
start of the existing database: ${startMs.toFixed(0)} ms (under ${START_MS_TARGET} ms: ${verdict(startMs < START_MS_TARGET)})`)
}

/** From Linux's /proc. */
function residentMb(processId: number): number {
  const pages = Number(readFileSync(`/proc/${processId}/statm`, 'utf8').split(' ')[1])
  return (pages * 4096) / 1_000_000
}
