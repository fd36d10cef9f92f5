// A primary of its own and a streaming replica of it, both real. The replica begins as a copy of the stopped primary,
// which is what a base backup is.

import { copyFile, cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../store/embedded/embedded-postgres.ts'

export interface ReplicatedPostgres extends AsyncDisposable {
  readonly primary: EmbeddedPostgres
  readonly replica: EmbeddedPostgres
}

/** The data outlives no test, but a commit still has to be in the log before it is visible. */
const SETTINGS = { fsync: 'off', full_page_writes: 'off' }

/** `settings`: further settings of both. */
export async function replicatedPostgres(settings: Readonly<Record<string, string>> = {}): Promise<ReplicatedPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'ninefold-replicated-'))
  const [own, other] = [join(folder, 'primary'), join(folder, 'replica')]
  const started: EmbeddedPostgres[] = []
  const start = async (dataDirectory: string, more: Readonly<Record<string, string>>) => {
    const server = await startEmbeddedPostgres({ dataDirectory, settings: { ...SETTINGS, ...settings, ...more } })
    started.unshift(server)
    return server
  }
  const stop = async (): Promise<void> => {
    for (const server of started) await server.stop()
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
  }
  try {
    const first = await startEmbeddedPostgres({ dataDirectory: own, settings: SETTINGS })
    await first.stop()
    await cp(join(own, 'cluster'), join(other, 'cluster'), { recursive: true, preserveTimestamps: true })
    await copyFile(join(own, 'password'), join(other, 'password'))
    await writeFile(join(other, 'cluster', 'standby.signal'), '')
    const primary = await start(own, {})
    const replica = await start(other, { primary_conninfo: conninfoOf(primary) })
    return { primary, replica, [Symbol.asyncDispose]: stop }
  } catch (cause) {
    await stop()
    throw cause
  }
}

function conninfoOf({ connectionString }: EmbeddedPostgres): string {
  const { host, port, user = '', password } = new pg.Client({ connectionString })
  return `host='${host}' port=${port} user=${user} password=${String(password)}`
}
