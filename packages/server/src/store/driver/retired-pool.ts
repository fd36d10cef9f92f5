// A pool whose work another one does from now on → its connections end: those that nobody uses at once, the others as soon as
// they are given back. A late request, on behalf of work that began before, is served all the same.

import type pg from 'pg'

export function retirePool(pool: pg.Pool): void {
  // Kept for the idle time that they have, connections of many such pools together are more than PostgreSQL has.
  pool.options.maxUses = 1
  for (let left = pool.idleCount; left > 0; left--)
    pool.connect().then(
      (client) => client.release(true),
      // It is gone already.
      () => {},
    )
}
