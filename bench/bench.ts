// `npm run bench`: how long reading and checking take, and how Ninefold compares with a server written by
// hand: four operations of the help desk, both servers in turn, in one run, on one PostgreSQL.

import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@ninefold/server/store/embedded-postgres.ts'
import pg from 'pg'
import type { Contender } from './contender.ts'
import { startHandWritten } from './hand-written.ts'
import { measureLanguage } from './language.ts'
import type { Measure } from './load.ts'
import { startNinefold } from './ninefold.ts'
import { compare, CONNECTIONS, fill, OPERATIONS, TICKETS, type Comparison, type FilledContender } from './operations.ts'

const ROUNDS = 5
const HELP_DESK_MS_TARGET = 20
const RATIO_TARGET = 1.3

console.log(`Node ${process.versions.node}, ${cpus().length} processors, ${cpus()[0]?.model ?? 'unknown'}\n`)
printLanguage()
await compareServers()

function printLanguage(): void {
  const rows = measureLanguage().map((found) => [
    found.name,
    String(found.lines),
    milliseconds(found.readMs),
    milliseconds(found.checkMs),
    milliseconds(found.totalMs),
    milliseconds(found.worstMs),
    found.name === 'help desk'
      ? `under ${HELP_DESK_MS_TARGET} ms: ${verdict(found.totalMs < HELP_DESK_MS_TARGET)}`
      : '',
  ])
  print(['specification', 'lines', 'read', 'check', 'both', 'both, worst %', 'target'], rows)
}

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
  print(
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

function milliseconds(value: number): string {
  return `${value.toFixed(value < 10 ? 2 : 1)} ms`
}

function verdict(isReached: boolean): string {
  return isReached ? 'reached' : 'not reached'
}

function print(header: readonly string[], rows: readonly (readonly string[])[]): void {
  const all = [header, ...rows]
  const widths = header.map((_, column) => Math.max(...all.map((row) => (row[column] ?? '').length)))
  for (const row of all)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
}
