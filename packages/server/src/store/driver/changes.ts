// Committed changes → listeners in every process learn which tables changed. A separate notification after the commit
// carries them, so that commits do not wait, and many commits share one. A crash can lose a notification; listeners
// also poll at intervals.

import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { ANYTHING, type Change } from '@ninefold/core/plan/schema/statement-tables.ts'

export type ChangeListener = (changes: readonly Change[]) => void

const CHANNEL = 'ninefold_changes'
/** Writes within this time share a notification. */
const TOGETHER_MS = 30
const AGAIN_MS = 1_000
/** Keeps the connection for a while, because listeners often come back. */
const IDLE_MS = 5_000
/** PostgreSQL's limit is 8,000 bytes. */
const PAYLOAD_LENGTH_MAX = 7_000

export class Changes {
  private readonly pool: pg.Pool
  private readonly process = randomUUID()
  private readonly listeners = new Set<ChangeListener>()
  private untold = new Set<Change>()
  private telling: Promise<void> | null = null
  private ear: Ear | null = null
  private idle: NodeJS.Timeout | undefined
  private isClosed = false

  constructor(pool: pg.Pool) {
    this.pool = pool
  }

  /** Announces committed changes. */
  tell(changes: readonly Change[]): void {
    this.hear(changes)
    for (const change of changes) this.untold.add(change)
    if (!this.isClosed) this.telling ??= this.tellOthers()
  }

  /** Resolves once every later commit is noticed. */
  async listen(listener: ChangeListener): Promise<() => void> {
    this.listeners.add(listener)
    clearTimeout(this.idle)
    const leave = (): void => {
      this.listeners.delete(listener)
      if (this.listeners.size > 0 || this.isClosed) return
      this.idle = setTimeout(() => void this.deafen(), IDLE_MS)
      this.idle.unref()
    }
    const ear = (this.ear ??= new Ear(this.pool, (payload) => this.heard(payload)))
    try {
      await ear.open
    } catch (cause) {
      if (this.ear === ear) this.ear = null
      leave()
      throw cause
    }
    return leave
  }

  /** Announces remaining changes first. */
  async close(): Promise<void> {
    this.isClosed = true
    clearTimeout(this.idle)
    await this.telling
    await this.deafen()
  }

  private hear(changes: readonly Change[]): void {
    for (const listener of this.listeners) listener(changes)
  }

  private heard(payload: string | null): void {
    if (payload === null) return this.hear([ANYTHING])
    const [from, ...changes] = payload.split('\n')
    if (from !== this.process) this.hear(changes)
  }

  private async tellOthers(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, TOGETHER_MS))
    while (this.untold.size > 0) {
      const changes = this.untold
      this.untold = new Set()
      const all = [this.process, ...changes].join('\n')
      const payload = all.length > PAYLOAD_LENGTH_MAX ? `${this.process}\n${ANYTHING}` : all
      try {
        await this.pool.query({
          name: 'own-tell-changes',
          text: 'SELECT pg_notify($1, $2)',
          values: [CHANNEL, payload],
        })
      } catch {
        // The database is unavailable. Most listeners have lost it too and refresh everything later; the others learn
        // of these changes with the next notification.
        for (const change of changes) this.untold.add(change)
        break
      }
    }
    this.telling = null
  }

  private async deafen(): Promise<void> {
    const { ear } = this
    this.ear = null
    await ear?.close()
  }
}

/**
 * A connection that only listens. When it breaks it is replaced, and listeners get null, because notifications may be
 * lost.
 */
class Ear {
  /** Resolves when listening has begun for the first time. */
  readonly open: Promise<void>
  private readonly pool: pg.Pool
  private readonly heard: (payload: string | null) => void
  private client: pg.Client | null = null
  private retry: NodeJS.Timeout | undefined
  private isClosed = false

  constructor(pool: pg.Pool, heard: (payload: string | null) => void) {
    this.pool = pool
    this.heard = heard
    this.open = this.connect()
  }

  async close(): Promise<void> {
    this.isClosed = true
    clearTimeout(this.retry)
    await this.open.catch(() => {})
    await this.client?.end()
  }

  private async connect(): Promise<void> {
    const { connectionString } = this.pool.options
    const client = new pg.Client({
      ...(connectionString === undefined ? {} : { connectionString }),
      application_name: 'ninefold changes',
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
    })
    client.on('notification', ({ payload }) => this.heard(payload ?? ''))
    client.on('error', () => {})
    try {
      await client.connect()
      await client.query(`LISTEN ${CHANNEL}`)
    } catch (cause) {
      await client.end().catch(() => {})
      throw cause
    }
    client.once('end', () => this.again())
    this.client = client
  }

  private again(): void {
    this.client = null
    if (this.isClosed) return
    this.retry = setTimeout(() => {
      this.connect().then(
        () => this.heard(null),
        () => this.again(),
      )
    }, AGAIN_MS)
    this.retry.unref()
  }
}
