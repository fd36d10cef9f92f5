// A data folder that another process runs → how to reach its PostgreSQL, as PostgreSQL itself has noted it there.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

// Not `ninefold`: PostgreSQL looks up names in a schema called like the user first, and that one is the engine's.
export const USER = 'owner'
export const DATABASE = 'ninefold'

/** Where PostgreSQL listens: a folder with a socket, or an address. */
export interface Listening {
  readonly host: string
  readonly port: number
  readonly password: string
}

export function connectionTo({ host, port, password }: Listening, database: string): string {
  return /^[\d.]+$/.test(host)
    ? `postgresql://${USER}:${password}@${host}:${port}/${database}`
    : `postgresql://${USER}:${password}@/${database}?host=${encodeURIComponent(host)}&port=${port}`
}

/** As its owner connects to it. */
export async function runningPostgres(dataDirectory: string): Promise<string> {
  const [password, noted] = await Promise.all([
    readFile(join(dataDirectory, 'password'), 'utf8'),
    readFile(join(dataDirectory, 'cluster', 'postmaster.pid'), 'utf8'),
  ])
  const [, , , port, socketFolder, address] = noted.split('\n')
  const host = (socketFolder ?? '') === '' ? (address ?? '') : (socketFolder ?? '')
  return connectionTo({ host, port: Number(port), password: password.trim() }, DATABASE)
}
