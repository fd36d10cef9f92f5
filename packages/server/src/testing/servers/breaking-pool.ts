// A pool whose connection breaks just before its n-th statement, or before the first matching one, as if PostgreSQL
// were killed there.

import type { Pool, PoolClient } from 'pg'

export interface BreakingPool {
  readonly pool: Pool
  readonly wasReached: () => boolean
}

export function breakingBefore(statement: number | RegExp, { pool }: { readonly pool: Pool }): BreakingPool {
  let left = typeof statement === 'number' ? statement : 1
  const connect = async (): Promise<PoolClient> => {
    const client = await pool.connect()
    return new Proxy(client, {
      get(target, name) {
        if (name !== 'query') return Reflect.get(target, name, target) as unknown
        return async (...words: [string]) => {
          if (typeof statement === 'number' || statement.test(words[0])) left -= 1
          if (left === 0) await pool.query('SELECT pg_terminate_backend($1)', [Reflect.get(target, 'processID')])
          return target.query(...words)
        }
      },
    })
  }
  return { pool: { connect, options: pool.options } as unknown as Pool, wasReached: () => left <= 0 }
}
