// The same application in a second process: its own connections, plans and port, and the same database. The two share
// only what PostgreSQL stores.

import { pino } from 'pino'
import { startServer } from '../../api/server.ts'
import { createApplication } from '../../gate/context/application.ts'
import { type Database, type DatabaseOptions, openDatabase } from '../../store/driver/database.ts'
import { clientOf, type Client, type RunningApplication } from '../running-application.ts'

export interface SecondProcess extends AsyncDisposable {
  readonly address: string
  readonly database: Database
  /** The same person there, with the same cookie. */
  as(client: Client): Client
}

/** `reached`: its connection to the database and its clock, where they differ from the first process. */
export async function secondProcess(
  { application, database }: Pick<RunningApplication, 'application' | 'database'>,
  reached: Partial<DatabaseOptions> = {},
): Promise<SecondProcess> {
  const { connectionString } = database.pool.options
  if (connectionString === undefined) throw new Error('It is not known where the database is.')
  const own = openDatabase({ connectionString, ...reached })
  const server = await startServer(
    { host: '127.0.0.1', port: 0, webFolder: null, logger: pino({ level: 'fatal' }), development: null },
    createApplication(application.model, application.revision, application.mode, own),
  )
  const address = `http://127.0.0.1:${server.port}`
  return {
    address,
    database: own,
    as: ({ cookie }) => clientOf(address, cookie),
    [Symbol.asyncDispose]: async () => {
      await server.close()
      await own.close()
    },
  }
}
