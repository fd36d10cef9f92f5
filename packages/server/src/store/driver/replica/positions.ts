// The primary → its position in the write-ahead log at this moment. A replica that has replayed up to there shows every
// change that was committed before the question, in whatever process. Simultaneous reads share one question, which
// begins after all of them.

import { ENGINE_SCHEMA } from '@ninefold/core/plan/schema/engine/engine-tables.ts'
import type pg from 'pg'

export interface Position {
  /** `0/1A2B3C4D`. */
  readonly position: string
  /** Found on replicas of this primary only. */
  readonly mark: string
}

const TABLE = `${ENGINE_SCHEMA}.replication_mark`
/** Positions of two timelines cannot be compared, so each timeline has a mark of its own. */
const TIMELINE = 'left(pg_walfile_name(pg_current_wal_insert_lsn()), 8)'

const NOW = {
  name: 'own-position',
  text: `SELECT pg_current_wal_flush_lsn()::text AS position, mark::text AS mark, timeline = ${TIMELINE} AS "isCurrent" FROM ${TABLE}`,
}

const MARK = `INSERT INTO ${TABLE} (mark, timeline) VALUES (gen_random_uuid(), ${TIMELINE})
  ON CONFLICT (is_only) DO UPDATE SET mark = EXCLUDED.mark, timeline = EXCLUDED.timeline`

export class Positions {
  private readonly pool: Pick<pg.Pool, 'query'>
  private isMarked = false
  private asked: Promise<Position> | null = null
  private following: Promise<Position> | null = null

  constructor(pool: Pick<pg.Pool, 'query'>) {
    this.pool = pool
  }

  /** Rejects if the primary does not answer. */
  present(): Promise<Position> {
    if (this.asked === null) return this.begin()
    // The running question may have been answered by the primary before this read began.
    return (this.following ??= this.asked.then(ignored, ignored).then(() => {
      this.following = null
      return this.begin()
    }))
  }

  private begin(): Promise<Position> {
    const asked = this.ask()
    this.asked = asked
    const ended = (): void => {
      if (this.asked === asked) this.asked = null
    }
    asked.then(ended, ended)
    return asked
  }

  private async ask(): Promise<Position> {
    for (;;) {
      const { rows } = await this.pool.query<Position & { isCurrent: boolean }>(NOW)
      const [found] = rows
      if (this.isMarked && found?.isCurrent === true) return found
      await this.pool.query(MARK)
      this.isMarked = true
    }
  }
}

function ignored(): void {}
