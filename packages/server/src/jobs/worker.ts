// A job queue in the database, run inside the server's process and shared by several processes. A job triggers a look
// at one due row (due.ts). Rows that are due soon get their job at the write, and a scan every minute covers the rest:
// a job lost with its process, or a clock that was moved, costs two minutes at most. Jobs that a failing database has
// ended are repeated as soon as it answers.

import { Logger as JobLogger, parseCronItems, run, type Runner } from 'graphile-worker'
import type { Logger } from 'pino'
import type { Application } from '../gate/context/application.ts'
import { isDatabaseAway, isPassing } from '../store/driver/failures.ts'
import { JobPool } from '../store/driver/job-pool.ts'
import { type WaysOut, waysOf } from './delivery.ts'
import { type Due, type DueItem, dueKey, dueUntil } from './due.ts'
import { Gatekeeper } from './gatekeeper.ts'
import { applyRevision } from './revision.ts'
import { runItem } from './run-due.ts'

const JOBS_SCHEMA = 'ninefold_jobs'
const AT_ONCE_MAX = 6
/** Limits webhooks, so that slow or unreachable receivers do not block other work. */
const WEBHOOKS_AT_ONCE_MAX = 3
/** Scans run every minute; slightly more, so that nothing falls between two of them. */
const AHEAD_MS = 90_000
/** Less than the interval of scans, so that the next scan replaces a lost job. */
const GIVEN_MS = 50_000
const RESTART_MS = 2_000
/** The next scan creates another job. */
const ATTEMPTS_MAX = 5

export interface JobOptions extends WaysOut {
  readonly logger: Logger
}

export interface Jobs {
  /** Does jobs for this application from now on, and schedules clocks of existing records. */
  serve(application: Application): Promise<void>
  /** Starts no job, and waits for running ones. Returns the function that resumes. */
  hold(): Promise<() => void>
  /** Stops for good: starts no job, and waits for running ones. */
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
  const alarm = inTurns(look, (cause) => {
    logger.warn({ err: cause }, 'Looking for what is due failed.')
    if (isDatabaseAway(cause)) soon.ring()
  })
  const soon = new Soon(alarm)
  // Its item gets another job soon; failing this one would only log an error.
  const whenAway = (cause: unknown, item: DueItem | null = null): void => {
    if (!isPassing(cause)) throw cause
    logger.warn({ err: cause }, 'A job met a database that is away, or a moving tenant, and is tried again.')
    if (item !== null) giving.takeBack(item)
    soon.ring()
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
          look: () => look().catch((cause: unknown) => whenAway(cause)),
          due: (payload) => {
            const item = payload as DueItem
            return gatekeeper.pass(() => turn(item)).catch((cause: unknown) => whenAway(cause, item))
          },
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
      soon.stop()
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

/** Webhooks above the limit are passed over, and get a job again when one of the others is done. */
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

/** Creates jobs for due rows. A row with a job gets another one after a while, and not at each alarm. */
class Giving {
  private readonly pool: JobPool
  private readonly ways: readonly string[]
  /** When each job was created, by item and time. */
  private readonly given = new Map<string, number>()
  /** Items that were passed over. */
  private readonly passedOver = new Set<string>()

  constructor(pool: JobPool, ways: readonly string[]) {
    this.pool = pool
    this.ways = ways
  }

  async look({ database }: Application, nowMs: number): Promise<void> {
    for (const [key, atMs] of this.given) if (atMs <= nowMs - GIVEN_MS || atMs > nowMs) this.given.delete(key)
    const due = (await dueUntil(database, nowMs + AHEAD_MS, this.ways)).filter((each) => !this.given.has(keyOf(each)))
    if (due.length === 0) return
    // Noted before the jobs exist, because a job may run and be passed over before the inserting statement returns.
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

  /** The item gets a job at the next look, because its last one did nothing. */
  takeBack(item: DueItem): void {
    for (const key of this.given.keys()) if (itemIn(key) === dueKey(item)) this.given.delete(key)
  }

  /** Items that were passed over get a job at the next scan. Returns whether there are any. */
  goBack(): boolean {
    for (const key of this.given.keys()) if (this.passedOver.has(itemIn(key))) this.given.delete(key)
    const areSome = this.passedOver.size > 0
    this.passedOver.clear()
    return areSome
  }

  /** Creates one job per item; an existing job is kept and gets the new time. */
  private async give(due: readonly Due[], aheadMs: number): Promise<void> {
    // Workers in production use the real time.
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
  /** Resolves when no work is running. */
  settled(): Promise<void>
}

/** An alarm during a run starts one more run afterwards, so that runs never overlap and nothing is missed. */
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

/** Rings an alarm after a while, once for all that ask for it meanwhile. */
class Soon {
  private readonly alarm: () => void
  private timer: NodeJS.Timeout | undefined
  private isStopped = false

  constructor(alarm: () => void) {
    this.alarm = alarm
  }

  ring(): void {
    if (this.isStopped || this.timer !== undefined) return
    this.timer = setTimeout(() => {
      this.timer = undefined
      this.alarm()
    }, RESTART_MS)
  }

  stop(): void {
    this.isStopped = true
    clearTimeout(this.timer)
  }
}

/** A runner that ends by itself, because the database was unavailable, is replaced. */
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
    // A runner that has ended by itself need not be stopped.
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

/** The library's messages about each job are logged for debugging only. */
function jobLogger(logger: Logger): JobLogger {
  return new JobLogger(() => (level, message, meta) => {
    const { error, ...rest } = meta ?? {}
    // Pino writes an error's message and stack only under this name.
    const text = error === undefined ? { jobs: rest } : { jobs: rest, err: error }
    // Most of the library's errors are connections that it reopens.
    if (level === 'error' || level === 'warning') logger.warn(text, message)
    else logger.debug(text, message)
  })
}
