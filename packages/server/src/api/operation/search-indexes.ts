// Served applications → the search indexes of their large tables, one pass after the other.

import { searchIndexes } from '@ninefold/core/plan/schema/search-indexes.ts'
import type { Logger } from 'pino'
import type { Application } from '../../gate/context/application.ts'
import { isEndedStatement, isDatabaseAway } from '../../store/driver/failures.ts'
import { keepSearchIndexes } from '../../store/migrate/search-indexes.ts'

export class SearchIndexes {
  private readonly logger: Logger
  private readonly ending = new AbortController()
  private running: Promise<void> | null = null
  /** The latest application whose indexes no pass has examined. */
  private next: Application | null = null

  constructor(logger: Logger) {
    this.logger = logger
  }

  /** Returns at once. */
  keep(application: Application): void {
    this.next = application
    this.running ??= this.passes().finally(() => {
      this.running = null
    })
  }

  /** Cancels a running build, which the next start repeats. */
  async close(): Promise<void> {
    this.ending.abort()
    await this.running
  }

  private async passes(): Promise<void> {
    const { signal } = this.ending
    while (this.next !== null && !signal.aborted) {
      const { database, model } = this.next
      this.next = null
      try {
        const { built, dropped, failed } = await keepSearchIndexes(database.pool, searchIndexes(model), { signal })
        if (built.length + dropped.length > 0)
          this.logger.info({ built, dropped }, 'Indexes for searches have changed.')
        // A migration cancels a build, and the next pass repeats it.
        if (failed !== null && !isEndedStatement(failed.cause))
          this.logger.warn({ err: failed.cause }, `The index ${failed.name} for searches was not built.`)
      } catch (cause) {
        if (!isDatabaseAway(cause)) this.logger.warn({ err: cause }, 'The indexes for searches were not examined.')
      }
    }
  }
}
