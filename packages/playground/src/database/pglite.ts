// PGlite, PostgreSQL in WebAssembly, with the extensions of the engine → a database that the engine's driver can reach.

import type { PGlite, PGliteOptions } from '@electric-sql/pglite'
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { SharedBackend, type SharedBackendOptions } from './shared-backend.ts'

/** `startEmptyDatabase` and `openPglite` need the same extensions. */
export const EXTENSIONS = { btree_gist, pg_trgm } satisfies PGliteOptions['extensions']

/** The superuser, as in the embedded PostgreSQL. Callers' statements run under roles that own nothing. */
export const CONNECTION_STRING = 'postgres://postgres@pglite/postgres'

type Options = Pick<SharedBackendOptions, 'onFailure'> & {
  /** Called once no statement is pending, after writes that are not saved yet. */
  readonly onIdle?: () => void
}

export async function shareBackend(pglite: PGlite, options: Options): Promise<SharedBackend> {
  const { rows } = await pglite.query<{ process: number; version: string }>(
    `SELECT pg_backend_pid() AS process, current_setting('server_version') AS version`,
  )
  const [found] = rows
  if (found === undefined) throw new Error('PGlite says nothing about itself.')
  return new SharedBackend(
    { execProtocolRaw: (messages) => pglite.execProtocolRaw(messages, { syncToFs: false }) },
    {
      ...options,
      process: found.process,
      parameters: {
        server_version: found.version,
        server_encoding: 'UTF8',
        client_encoding: 'UTF8',
        DateStyle: 'ISO, MDY',
        TimeZone: 'UTC',
        integer_datetimes: 'on',
        standard_conforming_strings: 'on',
      },
    },
  )
}
