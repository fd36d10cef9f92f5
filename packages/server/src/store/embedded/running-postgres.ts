// A data folder of another running process → the address of its PostgreSQL, as PostgreSQL has noted it there.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

// Not `ninefold`, because PostgreSQL first searches a schema with the user's name, and that would be the engine's.
export const USER = 'owner'
export const DATABASE = 'ninefold'

/** The address of PostgreSQL: the folder of a socket, or a host. */
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

/** The connection string for its owner. */
export async function runningPostgres(dataDirectory: string): Promise<string> {
  const [password, noted] = await Promise.all([
    readFile(join(dataDirectory, 'password'), 'utf8'),
    readFile(join(dataDirectory, 'cluster', 'postmaster.pid'), 'utf8'),
  ])
  const [, , , port, socketFolder, address] = noted.split('\n')
  const host = (socketFolder ?? '') === '' ? (address ?? '') : (socketFolder ?? '')
  return connectionTo({ host, port: Number(port), password: password.trim() }, DATABASE)
}
