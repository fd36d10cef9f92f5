// The same application once more, as another process serves it: its own connections, its own plans, its own port,
// and the same database. Nothing of the two is shared but what PostgreSQL keeps.

import { pino } from 'pino'
import { startServer } from '../../api/server.ts'
import { createApplication } from '../../gate/context/application.ts'
import { type DatabaseOptions, openDatabase } from '../../store/driver/database.ts'
import { clientOf, type Client, type RunningApplication } from '../running-application.ts'

export interface SecondProcess extends AsyncDisposable {
  readonly address: string
  /** The same person there: with the same cookie. */
  as(client: Client): Client
}

/** `reached`: how it reaches the database, and which clock it has, where that is not as the first does. */
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
    as: ({ cookie }) => clientOf(address, cookie),
    [Symbol.asyncDispose]: async () => {
      await server.close()
      await own.close()
    },
  }
}
