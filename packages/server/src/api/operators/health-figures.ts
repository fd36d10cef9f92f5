// `GET /_ninefold/operation/health.json`: figures of the database, the queues and this process.

import type { HealthData } from '@ninefold/core/contract/wire/operators.ts'
import { signInOf } from '@ninefold/core/model/users/sign-in-of.ts'
import { databaseFigures } from '../../store/tables/operation/figures.ts'
import { waitingWork } from '../../store/tables/waiting-work.ts'
import type { Exchange } from '../http/exchange.ts'
import { refuseOtherParameters } from '../http/list-query.ts'
import type { RequestCounts } from './request-counts.ts'

export async function healthFigures({ application, query }: Exchange, counts: RequestCounts): Promise<HealthData> {
  refuseOtherParameters(query, [])
  const { database, revision, model } = application
  const figures = await databaseFigures(database, revision, signInOf(model.roles)?.session ?? null)
  const usage = database.usage()
  const sum = (of: (pool: (typeof usage)[number]) => number): number =>
    usage.reduce((total, pool) => total + of(pool), 0)
  const { version, bytes, servedSinceMs, sessions } = figures
  return {
    database: {
      version,
      bytes,
      connections: sum(({ total }) => total),
      busy: sum(({ total, idle }) => total - idle),
      waiting: sum(({ waiting }) => waiting),
    },
    revision,
    servedSince: servedSinceMs === null ? null : new Date(servedSinceMs).toISOString(),
    sessions,
    queues: await waitingWork(database),
    requests: counts.told(),
  }
}
