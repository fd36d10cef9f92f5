// `npm run bench`: how long reading and checking take (`npm run bench language`), and how Ninefold compares with a
// server written by hand (`npm run bench server`): four operations of the help desk, both servers in turn, in one run, on one PostgreSQL.

import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@ninefold/server/store/embedded-postgres.ts'
import pg from 'pg'
import type { Contender } from './contender.ts'
import { startHandWritten } from './hand-written.ts'
import { benchLanguage } from './language.ts'
import type { Measure } from './load.ts'
import { startNinefold } from './ninefold.ts'
import { compare, CONNECTIONS, fill, OPERATIONS, TICKETS, type Comparison, type FilledContender } from './operations.ts'
import { milliseconds, printTable, verdict } from './print-table.ts'

const ROUNDS = 5
const RATIO_TARGET = 1.3

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !['language', 'server'].includes(name))
if (unknown.length > 0) {
  console.error(`Nothing called ${unknown.join(', ')} is measured. There are: language, server`)
  process.exit(2)
}

console.log(`Node ${process.versions.node}, ${cpus().length} processors, ${cpus()[0]?.model ?? 'unknown'}\n`)
if (asked.length === 0 || asked.includes('language')) benchLanguage()
if (asked.length === 0 || asked.includes('server')) await compareServers()

async function compareServers(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-bench-'))
  const postgres = await startEmbeddedPostgres({ dataDirectory: folder })
  const contenders: Contender[] = []
  try {
    contenders.push(await startHandWritten(postgres.connectionString))
    contenders.push(await startNinefold(postgres.connectionString))
    const filled: FilledContender[] = []
    for (const contender of contenders) filled.push(await fill(contender))
    await analyze(postgres.connectionString)
    const comparisons: Comparison[] = []
    for (const operation of OPERATIONS) comparisons.push(await compare(filled, operation, ROUNDS))
    console.log(`\n${CONNECTIONS} connections, ${TICKETS} tickets, medians of ${ROUNDS} rounds after one to warm up\n`)
    printComparisons(contenders, comparisons)
  } finally {
    for (const contender of contenders) await contender.stop()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** PostgreSQL would get to know its new tables within a minute or two; the run does not wait for that. */
async function analyze(adminConnection: string): Promise<void> {
  for (const database of ['hand_written', 'by_ninefold']) {
    const client = new pg.Client({ connectionString: adminConnection.replace(/(\/\/[^/]*\/)[^?]*/, `$1${database}`) })
    await client.connect()
    await client.query('VACUUM ANALYZE')
    await client.end()
  }
}

function printComparisons(contenders: readonly Contender[], comparisons: readonly Comparison[]): void {
  const rows = comparisons.flatMap(({ operation, measures }) => {
    const baseline = measures[0]
    return measures.map((found, place) => {
      const ratio = baseline === undefined || place === 0 ? null : baseline.requestsPerSecond / found.requestsPerSecond
      return [
        place === 0 ? operation : '',
        contenders[place]?.name ?? '',
        ...figures(found),
        ratio === null ? '' : `${ratio.toFixed(2)} times`,
        ratio === null ? '' : `${RATIO_TARGET} times: ${verdict(ratio <= RATIO_TARGET)}`,
      ]
    })
  })
  printTable(
    ['operation', 'server', 'requests/s', 'median', 'worst %', 'busy', 'processor', 'time per request', 'target'],
    rows,
  )
}

function figures(found: Measure): string[] {
  return [
    found.requestsPerSecond.toFixed(0),
    milliseconds(found.medianMs),
    milliseconds(found.worstPercentMs),
    String(found.busy),
    found.processorMs === null ? '' : milliseconds(found.processorMs),
  ]
}
