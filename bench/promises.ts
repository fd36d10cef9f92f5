// The cost of each promise: a lower bound for bench/tasks/tasks.md (bench/tasks/lean-server.ts), the same server with one
// promise of Ninefold more each time, and Ninefold. All run on one PostgreSQL, alternately.
//
//   npm run bench promises -- --rows 100000

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@ninefold/server/store/embedded/embedded-postgres.ts'
import { type Contender, startServer, stopServer, TOKENS } from './servers/contender.ts'
import { fillDatabase } from './data.ts'
import { createDatabase } from './servers/hand-written.ts'
import { startNinefold } from './servers/ninefold.ts'
import { compare, CONNECTIONS, OPERATIONS } from './operations.ts'
import { milliseconds, printTable } from './print-table.ts'
import { KEPT, keptPromises, MEANINGS, PROMISES, TABLES } from './tasks/promises.ts'
import { sessionsByHand, signedToken, TOKEN_KEY, tasksByHand } from './tasks/tasks-data.ts'

const ROUNDS = 5

export async function benchPromises(rows: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-bench-'))
  const postgres = await startEmbeddedPostgres({
    dataDirectory: folder,
    settings: { max_wal_size: '4GB', max_connections: '300' },
  })
  const contenders: Contender[] = []
  try {
    for (let count = 0; count <= PROMISES.length; count++)
      contenders.push(await startLean(postgres.connectionString, rows, count))
    contenders.push(await startNinefold(postgres.connectionString, 'tasks', rows))
    console.log(
      `\ntasks, ${rows.toLocaleString('en')} rows: ${CONNECTIONS} connections, medians of ${ROUNDS} rounds. Each line keeps the promises above it, too.\n`,
    )
    for (const promise of PROMISES) console.log(`+ ${promise}: ${MEANINGS[promise]}`)
    for (const operation of OPERATIONS.tasks) {
      const { measures } = await compare(contenders, operation, ROUNDS, rows)
      const floor = measures[0]?.requestsPerSecond ?? Number.NaN
      console.log('')
      printTable(
        [operation.name, 'requests/s', 'of the floor', 'processor of Node'],
        measures.map((found, place) => [
          contenders[place]?.name ?? '',
          found.requestsPerSecond.toFixed(0),
          (found.requestsPerSecond / floor).toFixed(2),
          found.processorMs === null ? '' : milliseconds(found.processorMs),
        ]),
      )
    }
  } finally {
    for (const contender of contenders) await contender.stop()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** `count`: how many promises it keeps, in their order. */
async function startLean(adminConnection: string, rows: number, count: number): Promise<Contender> {
  const kept = keptPromises(count)
  const connectionString = await createDatabase(adminConnection, `lean_${count}_${rows}`)
  const tables = readFileSync(join(import.meta.dirname, 'tasks/schema.sql'), 'utf8')
  await fillDatabase(connectionString, [
    tables,
    ...PROMISES.flatMap((promise) => (kept.has(promise) ? (TABLES[promise] ?? []) : [])),
    ...tasksByHand(rows),
    ...(kept.has('sessions') ? sessionsByHand() : []),
  ])
  const { address, child, startMs } = await startServer([join(import.meta.dirname, 'tasks/lean-server.ts')], {
    DATABASE_URL: connectionString,
    TOKEN_KEY,
    [KEPT]: String(count),
  })
  const who = (person: 'member' | 'clerk') => ({
    authorization: `Bearer ${signedToken(person)}`,
    cookie: `session=${TOKENS[person]}`,
  })
  return {
    name: count === 0 ? 'floor' : `+ ${PROMISES[count - 1]}`,
    address,
    processId: child.pid ?? 0,
    connectionString,
    who: { customer: {}, agent: {}, admin: {}, reader: {}, member: who('member'), clerk: who('clerk') },
    category: '',
    startMs,
    stop: () => stopServer(child),
  }
}
