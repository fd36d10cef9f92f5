// Jobs in the database, run inside the server's process; several processes share them. A job is a turn to look at one
// row that is due (due.ts). Rows that are due soon get their job when they are written, and whatever is due gets one
// every minute: a job that was lost with its process, or a clock that was put forward, costs a minute at most.

import { Logger as JobLogger, parseCronItems, run, type Runner } from 'graphile-worker'
import type { Logger } from 'pino'
import type { Application } from '../gate/context/application.ts'
import { isDatabaseAway } from '../store/driver/database.ts'
import { JobPool } from '../store/driver/job-pool.ts'
import { type WaysOut, waysOf } from './delivery.ts'
import { type Due, type DueItem, dueKey, dueUntil } from './due.ts'
import { Gatekeeper } from './gatekeeper.ts'
import { applyRevision } from './revision.ts'
import { runItem } from './run-due.ts'

const JOBS_SCHEMA = 'ninefold_jobs'
const AT_ONCE_MAX = 6
/** Receivers that are slow, or away, keep nothing else from its turn. */
const WEBHOOKS_AT_ONCE_MAX = 3
/** Those who look come every minute; a little more, so that nothing falls between two looks. */
const AHEAD_MS = 90_000
/** Less than the time between two looks: a job that was lost is given anew by the next. */
const GIVEN_MS = 50_000
const RESTART_MS = 2_000
/** Jobs are only turns: the next look gives another one. */
const ATTEMPTS_MAX = 5

export interface JobOptions extends WaysOut {
  readonly logger: Logger
}

export interface Jobs {
  /** From now on jobs are done for this application, and records that are there get its clocks. */
  serve(application: Application): Promise<void>
  /** Begins no job, and waits for those that run. Returns what lets them go on. */
  hold(): Promise<() => void>
  /** Begins no job any more, and waits for those that run. */
  close(): Promise<void>
}

export async function startJobs(application: Application, options: JobOptions): Promise<Jobs> {
  const { logger } = options
  const pool = new JobPool(application.database, AT_ONCE_MAX + 1)
  const gatekeeper = new Gatekeeper()
  let served = application
  let isClosed = false

  const giving = new Giving(pool, waysOf(options))
  const look = (): Promise<void> => giving.look(served, nowOf(served))
  const alarm = inTurns(look, (cause) => logger.warn({ err: cause }, 'Looking for what is due failed.'))
  // The next look gives another turn; a failed turn would only be reported as failed.
  const whenAway = (cause: unknown): void => {
    if (!isDatabaseAway(cause)) throw cause
    logger.warn('The database went away during a job, which is tried again.')
  }
  const turn = turnsOf(giving, alarm, (item) => runItem(served, options, item, nowOf(served)))
  const worker = new Restarting(
    () =>
      run({
        pgPool: pool,
        schema: JOBS_SCHEMA,
        concurrency: AT_ONCE_MAX,
        noHandleSignals: true,
        useNodeTime: true,
        pollInterval: 5_000,
        logger: jobLogger(logger),
        parsedCronItems: parseCronItems([{ task: 'look', match: '* * * * *', options: { backfillPeriod: 0 } }]),
        taskList: {
          look: () => look().catch(whenAway),
          due: (payload) => gatekeeper.pass(() => turn(payload as DueItem)).catch(whenAway),
        },
      }),
    logger,
  )

  const serve = async (next: Application): Promise<void> => {
    served.alarm.answeredBy(null)
    served = next
    if (isClosed) return
    served.alarm.answeredBy(alarm)
    await applyRevision(next, nowOf(next))
  }
  await worker.start()
  await serve(application)
  alarm()
  return {
    serve,
    hold: () => gatekeeper.hold(),
    close: async () => {
      isClosed = true
      served.alarm.answeredBy(null)
      pool.stopWaiting()
      await worker.stop()
      await alarm.settled()
      await pool.close()
      options.mail?.close()
    },
  }
}

function nowOf({ database }: Application): number {
  return database.nowMs()
}

/** Webhooks beyond a number are passed over, and go back for their turn when one of those before them is done. */
function turnsOf(
  giving: Giving,
  alarm: () => void,
  work: (item: DueItem) => Promise<void>,
): (item: DueItem) => Promise<void> {
  let webhooks = 0
  return async (item) => {
    if (item.kind !== 'message' || item.way !== 'webhook') return work(item)
    if (webhooks >= WEBHOOKS_AT_ONCE_MAX) return giving.passOver(item)
    webhooks++
    try {
      await work(item)
    } finally {
      webhooks--
      if (giving.goBack()) alarm()
    }
  }
}

/** Gives jobs for what is due. A row with a job gets another one after a while, not at each ring of the alarm. */
class Giving {
  private readonly pool: JobPool
  private readonly ways: readonly string[]
  /** When each was given, by item and time. */
  private readonly given = new Map<string, number>()
  /** Had their turn when others were before them. */
  private readonly passedOver = new Set<string>()

  constructor(pool: JobPool, ways: readonly string[]) {
    this.pool = pool
    this.ways = ways
  }

  async look({ database }: Application, nowMs: number): Promise<void> {
    for (const [key, atMs] of this.given) if (atMs <= nowMs - GIVEN_MS || atMs > nowMs) this.given.delete(key)
    const due = (await dueUntil(database, nowMs + AHEAD_MS, this.ways)).filter((each) => !this.given.has(keyOf(each)))
    if (due.length === 0) return
    // Before the jobs are there: a job may run, be passed over and go back before the statement that adds it returns.
    for (const each of due) this.given.set(keyOf(each), nowMs)
    try {
      await this.give(due, nowMs - Date.now())
    } catch (cause) {
      for (const each of due) this.given.delete(keyOf(each))
      throw cause
    }
  }

  passOver(item: DueItem): void {
    this.passedOver.add(dueKey(item))
  }

  /** Those who were passed over get another turn at the next look. Returns whether there are any. */
  goBack(): boolean {
    for (const key of this.given.keys()) if (this.passedOver.has(itemIn(key))) this.given.delete(key)
    const areSome = this.passedOver.size > 0
    this.passedOver.clear()
    return areSome
  }

  /** A job for each item; one that has a job already keeps it, at its new time. */
  private async give(due: readonly Due[], aheadMs: number): Promise<void> {
    // A worker in production has the real time.
    const rows = due.map(({ item, atMs }) => ({ key: dueKey(item), item, at: new Date(atMs - aheadMs).toISOString() }))
    await this.pool.query(
      `SELECT count(*) FROM ${JOBS_SCHEMA}.add_jobs(ARRAY(
         SELECT ROW('due', item, NULL, at, ${ATTEMPTS_MAX}, key, NULL, NULL)::${JOBS_SCHEMA}.job_spec
         FROM json_to_recordset($1) AS due (key text, item json, at timestamptz)))`,
      [JSON.stringify(rows)],
    )
  }
}

function keyOf({ item, atMs }: Due): string {
  return `${dueKey(item)} ${atMs}`
}

function itemIn(key: string): string {
  return key.slice(0, key.lastIndexOf(' '))
}

interface InTurns {
  (): void
  /** Resolves when nothing of it runs. */
  settled(): Promise<void>
}

/** Rung while it runs, it runs once more: what came meanwhile is found, and nobody looks twice at the same time. */
function inTurns(work: () => Promise<void>, failed: (cause: unknown) => void): InTurns {
  let running: Promise<void> | null = null
  let isRungAgain = false
  const runAll = async (): Promise<void> => {
    do {
      isRungAgain = false
      await work().catch(failed)
    } while (isRungAgain)
    running = null
  }
  const ring = (): void => {
    if (running === null) running = runAll()
    else isRungAgain = true
  }
  return Object.assign(ring, { settled: async () => (await running) ?? undefined })
}

/** A runner that ends by itself, because the database went away, is followed by another one. */
class Restarting {
  private readonly begin: () => Promise<Runner>
  private readonly logger: Logger
  private runner: Runner | null = null
  private timer: NodeJS.Timeout | undefined
  private isStopped = false

  constructor(begin: () => Promise<Runner>, logger: Logger) {
    this.begin = begin
    this.logger = logger
  }

  async start(): Promise<void> {
    const runner = await this.begin()
    this.runner = runner
    runner.promise.then(
      () => this.restart(null),
      (cause: unknown) => this.restart(cause),
    )
  }

  async stop(): Promise<void> {
    this.isStopped = true
    clearTimeout(this.timer)
    const { runner } = this
    this.runner = null
    // One that has ended by itself has nothing to stop.
    await runner?.stop().catch((cause: unknown) => this.logger.debug({ err: cause }, 'Jobs had stopped already.'))
  }

  private restart(cause: unknown): void {
    this.runner = null
    if (this.isStopped) return
    this.logger.warn({ err: cause }, 'Jobs have stopped; they are started again.')
    this.timer = setTimeout(() => {
      this.start().catch((failure: unknown) => this.restart(failure))
    }, RESTART_MS)
  }
}

/** Messages of the library about each job serve only the search for a mistake. */
function jobLogger(logger: Logger): JobLogger {
  return new JobLogger(() => (level, message, meta) => {
    const { error, ...rest } = meta ?? {}
    // Only under this name is an error written as its message and its place.
    const text = error === undefined ? { jobs: rest } : { jobs: rest, err: error }
    // Most of what it calls an error is a connection that it opens again.
    if (level === 'error' || level === 'warning') logger.warn(text, message)
    else logger.debug(text, message)
  })
}
