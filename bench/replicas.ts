// The work of a primary and its replica for each read: first with reads on the primary, then with reads on the replica.
// Processor time says more than requests per second here, because all servers share the processors of one machine.
//
//   npm run bench replicas -- --rows 10000

import { readdirSync, readFileSync } from 'node:fs'
import { databaseAddress } from '@ninefold/server/store/driver/database.ts'
import type { EmbeddedPostgres } from '@ninefold/server/store/embedded/embedded-postgres.ts'
import { inDatabase } from '@ninefold/server/store/embedded/own-database.ts'
import { replicatedPostgres } from '@ninefold/server/testing/servers/streaming-replica.ts'
import type { Contender } from './servers/contender.ts'
import { measure, median, processorTimeMs, type Request } from './load.ts'
import { startNinefold } from './servers/ninefold.ts'
import { CONNECTIONS, OPERATIONS } from './operations.ts'
import { milliseconds, printTable } from './print-table.ts'

const ROUNDS = 5
const WARM_UP = 1_000
/** A writer beside the readers keeps the replica busy. */
const READS_PER_WRITE = 20

export async function benchReplicas(rows: number): Promise<void> {
  await using servers = await replicatedPostgres({ max_wal_size: '4GB', hot_standby_feedback: 'on' })
  const { primary, replica } = servers
  const contenders: Contender[] = []
  try {
    contenders.push(await startNinefold(primary.connectionString, 'helpdesk', rows))
    const reach = async (direct: string): Promise<Record<string, string>> => ({
      DATABASE_URL: direct,
      DATABASE_REPLICA_URL: inDatabase(replica.connectionString, databaseAddress(direct).name),
    })
    const way = { name: 'with a replica', reach }
    contenders.push({ ...(await startNinefold(primary.connectionString, 'helpdesk', rows, { way })), name: way.name })
    console.log(`${rows.toLocaleString('en')} rows, ${CONNECTIONS} connections, medians of ${ROUNDS} rounds\n`)
    const table: string[][] = []
    for (const writes of [false, true])
      for (const operation of OPERATIONS.helpdesk.slice(0, 2))
        for (const contender of contenders) {
          const reading = (index: number): Request => operation.request(contender, index, rows, '')
          const next = (index: number): Request =>
            writes && index % READS_PER_WRITE === 0 ? written(contender) : reading(index)
          table.push([
            `${operation.name}${writes ? ', beside writes' : ''}`,
            contender.name,
            ...(await figures(contender, servers, operation.count, next)),
          ])
        }
    printTable(['operation', 'way', 'requests/s', 'median', 'server', 'primary', 'replica'], table)
  } finally {
    for (const contender of contenders) await contender.stop()
  }
}

function written(contender: Contender): Request {
  const create = OPERATIONS.helpdesk.find(({ name }) => name === 'create')
  if (create === undefined) throw new Error('The help desk has no creation.')
  return create.request(contender, 0, 0, '')
}

async function figures(
  { address, processId }: Contender,
  servers: { readonly primary: EmbeddedPostgres; readonly replica: EmbeddedPostgres },
  count: number,
  next: (index: number) => Request,
): Promise<string[]> {
  const load = { address, processId, connections: CONNECTIONS, next }
  await measure({ ...load, count: WARM_UP })
  const rounds: number[][] = []
  for (let round = 0; round < ROUNDS; round++) {
    const before = [treeTimeMs(servers.primary.processId), treeTimeMs(servers.replica.processId)]
    const found = await measure({ ...load, count })
    const after = [treeTimeMs(servers.primary.processId), treeTimeMs(servers.replica.processId)]
    const perRead = after.map((time, place) => (time - (before[place] ?? 0)) / count)
    rounds.push([found.requestsPerSecond, found.medianMs, found.processorMs ?? Number.NaN, ...perRead])
  }
  const [perSecond = Number.NaN, ...times] = (rounds[0] ?? []).map((_, column) =>
    median(rounds.map((round) => round[column] ?? Number.NaN)),
  )
  return [perSecond.toFixed(0), ...times.map(milliseconds)]
}

/** Processor time of a postmaster and its children, which stay while the connections do. */
function treeTimeMs(postmaster: number): number {
  const children = readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false
    try {
      return readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1] === String(postmaster)
    } catch {
      return false
    }
  })
  return [postmaster, ...children.map(Number)].reduce((sum, each) => sum + (processorTimeMs(each) ?? 0), 0)
}
