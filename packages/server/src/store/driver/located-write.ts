// A write that goes straight to its row: one statement finds the position of the row, another writes there
// (core/plan/write/located-row.ts). Each is a transaction of its own.

import pg from 'pg'
import { LOCATED_ROW } from '@ninefold/core/plan/write/located-row.ts'
import { rolledBack } from './executor.ts'
import { isDatabaseAway } from './failures.ts'
import type { OwnStatement, Row } from './rows.ts'
import { queryInOneMessage, type Surrounded } from './upstream/pipelined-query.ts'

/** The connections are SERIALIZABLE, in which reading an index conflicts with all writers on its page. */
const BEGIN_READ_COMMITTED = unprepared('BEGIN ISOLATION LEVEL READ COMMITTED READ ONLY')
const COMMIT = unprepared('COMMIT')

/**
 * Sends both statements in one message, which takes one round trip. The connections have to keep their settings, by which
 * the first one tells the position to the second.
 */
export async function writeLocated(pool: pg.Pool, locating: Surrounded, writing: Surrounded): Promise<readonly Row[]> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    const telling: Surrounded = {
      name: `${locating.name}-told`,
      text: `SELECT set_config('${LOCATED_ROW}', coalesce((${locating.text}), ''), false)`,
      values: locating.values,
      before: [BEGIN_READ_COMMITTED],
      after: [COMMIT],
    }
    const [located, written] = await queryInOneMessage(client, telling, writing)
    if (located.status === 'rejected') {
      // Its transaction is still open, so the second statement has failed, too.
      broken = isDatabaseAway(located.reason) ? located.reason : await rolledBack(client)
      throw located.reason
    }
    if (written.status === 'fulfilled') return written.value
    if (!(written.reason instanceof pg.DatabaseError) || isDatabaseAway(written.reason))
      broken = written.reason as Error
    throw written.reason
  } finally {
    client.release(broken)
  }
}

function unprepared(text: string): OwnStatement {
  return { name: '', text, values: [] }
}
