// A pool that a new one has replaced → its connections end: idle ones at once, others when they are released. Late
// requests of running work are still served.

import type pg from 'pg'

export function retirePool(pool: pg.Pool): void {
  // Without this, idle connections of several retired pools would exceed PostgreSQL's limit.
  pool.options.maxUses = 1
  for (let left = pool.idleCount; left > 0; left--)
    pool.connect().then(
      (client) => client.release(true),
      // It is closed already.
      () => {},
    )
}
