// Served applications → work on their large tables that a start leaves for later: rules that a migration has not applied to
// all records yet, and search indexes. One pass after the other.

import { searchIndexes } from '@ninefold/core/plan/schema/search-indexes.ts'
import type { Logger } from 'pino'
import type { Application } from '../../gate/context/application.ts'
import { isEndedStatement, isDatabaseAway } from '../../store/driver/failures.ts'
import { validateConstraints } from '../../store/migrate/migrate.ts'
import { keepSearchIndexes } from '../../store/migrate/search-indexes.ts'

export class LargeTables {
  private readonly logger: Logger
  private readonly ending = new AbortController()
  private running: Promise<void> | null = null
  /** The latest application that no pass has examined. */
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
      const application = this.next
      this.next = null
      await this.validate(application, signal)
      await this.keepIndexes(application, signal)
    }
  }

  /** A migration, which would need the same lock, validates first. */
  private async validate({ database }: Application, signal: AbortSignal): Promise<void> {
    try {
      const constraints = await validateConstraints(database.pool, signal)
      if (constraints.length > 0) this.logger.info({ constraints }, 'New rules apply to all records.')
    } catch (cause) {
      if (!isDatabaseAway(cause) && !(signal.aborted && isEndedStatement(cause)))
        this.logger.warn({ err: cause }, 'New rules were not applied to all records.')
    }
  }

  private async keepIndexes({ database, model }: Application, signal: AbortSignal): Promise<void> {
    try {
      const { built, dropped, failed } = await keepSearchIndexes(database.pool, searchIndexes(model), { signal })
      if (built.length + dropped.length > 0) this.logger.info({ built, dropped }, 'Indexes for searches have changed.')
      // A migration cancels a build, and the next pass repeats it.
      if (failed !== null && !isEndedStatement(failed.cause))
        this.logger.warn({ err: failed.cause }, `The index ${failed.name} for searches was not built.`)
    } catch (cause) {
      if (!isDatabaseAway(cause)) this.logger.warn({ err: cause }, 'The indexes for searches were not examined.')
    }
  }
}
