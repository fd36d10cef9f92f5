// Reads of callers → the replica, if it has everything that the primary had committed when they began; otherwise the
// primary answers. A read on the replica is therefore as new as one on the primary, and knows the same sessions and
// rights.

import { NOT_REPLAYED } from '@ninefold/core/plan/schema/replicas/replication-mark.ts'
import type { Statement } from '@ninefold/core/plan/sql/sql.ts'
import pg from 'pg'
import type { Changes } from '../changes.ts'
import { askAfter, type Executor, transact } from '../executor.ts'
import { isDatabaseAway, isEndedStatement } from '../failures.ts'
import {
  type ConnectionPool,
  openConnectionPool,
  openPool,
  type PoolUsage,
  retirePool,
  usageOf,
} from '../connection-pools.ts'
import type { Bindings, OwnStatement, Row } from '../rows.ts'
import { cut } from '../upstream/silent-connection.ts'
import { type Position, Positions } from './positions.ts'

export interface ReplicaOptions {
  readonly connectionString: string
  readonly connectionsMax?: number
  /** Called when reads go to the replica (null), and when they have not done so for some seconds (the reason). */
  readonly onChange?: (reason: string | null) => void
}

/** Figures since the start. */
export interface ReplicaFigures {
  /** Reads that the replica answered. */
  readonly answered: number
  /** Reads that the primary answered instead. */
  readonly passedOn: number
}

/** A read waits this long for the replica, in seconds; asking the primary takes less than waiting longer. */
const PATIENCE_S = '0.02'
const PROBE_MS = 500
/** A server that is silent for so long counts as gone. */
const SILENT_MS_MAX = 2_000
/** The operator learns that the replica is unfit after this number of probes in a row. */
const UNFIT_PROBES_MAX = 10

export class Replica {
  private readonly connections: ConnectionPool
  private readonly probes: pg.Pool
  private readonly primary: pg.Pool
  private readonly positions: Positions
  private readonly changes: Changes
  private readonly onChange: (reason: string | null) => void
  private readonly clients = new Set<pg.PoolClient>()
  private isFit = false
  private unfitProbes = 0
  /** Undefined: the operator has not been told anything yet. */
  private told: string | null | undefined
  private timer: NodeJS.Timeout | undefined
  private isClosed = false
  private answered = 0
  private passedOn = 0

  /** `primary`: a connection string without a pooler. */
  constructor({ connectionString, connectionsMax = 10, onChange }: ReplicaOptions, primary: string, changes: Changes) {
    const waits = { connectMs: SILENT_MS_MAX }
    const own = { connectionString, mayBeReplica: true } as const
    this.connections = openConnectionPool({ ...own, connectionsMax }, false, waits)
    this.connections.pool.on('connect', (client) => this.clients.add(client))
    this.connections.pool.on('remove', (client) => this.clients.delete(client))
    const silent = { ...waits, answerMs: SILENT_MS_MAX }
    this.probes = openPool({ ...own, connectionsMax: 1 }, {}, silent)
    this.primary = openPool({ connectionString: primary, connectionsMax: 1 }, {}, silent)
    this.positions = new Positions(this.primary)
    this.changes = changes
    this.onChange = onChange ?? (() => {})
    void this.watch()
  }

  run(statement: Statement, bindings: Bindings, onPrimary: () => Promise<readonly Row[]>): Promise<readonly Row[]> {
    return this.answer((first) => askAfter(this.connections.pool, first, statement, bindings), onPrimary)
  }

  /** `work` runs again on the primary if the replica fails. */
  read<Result>(
    begin: string,
    work: (transaction: Executor) => Promise<Result>,
    onPrimary: () => Promise<Result>,
  ): Promise<Result> {
    return this.answer((first) => transact(this.connections, this.changes, begin, work, first), onPrimary)
  }

  usage(): PoolUsage {
    return usageOf('replica', this.connections.pool)
  }

  figures(): ReplicaFigures {
    return { answered: this.answered, passedOn: this.passedOn }
  }

  retire(): void {
    this.isClosed = true
    clearTimeout(this.timer)
    for (const pool of this.pools()) retirePool(pool)
  }

  async close(): Promise<void> {
    this.isClosed = true
    clearTimeout(this.timer)
    await Promise.all(this.pools().map((pool) => pool.end()))
  }

  private pools(): readonly pg.Pool[] {
    return [this.connections.pool, this.probes, this.primary]
  }

  private async answer<Result>(
    ask: (first: OwnStatement) => Promise<Result>,
    onPrimary: () => Promise<Result>,
  ): Promise<Result> {
    const position = this.isFit ? await this.positions.present().catch(() => null) : null
    if (position === null) {
      this.passedOn += 1
      return onPrimary()
    }
    try {
      const result = await ask(replayed(position))
      this.answered += 1
      return result
    } catch (cause) {
      if (!isOfReplica(cause)) throw cause
      if (isUnfit(cause)) this.isFit = false
      this.passedOn += 1
      return onPrimary()
    }
  }

  private async watch(): Promise<void> {
    await this.probe()
    if (this.isClosed) return
    this.timer = setTimeout(() => void this.watch(), PROBE_MS)
    this.timer.unref()
  }

  private async probe(): Promise<void> {
    let position: Position
    try {
      position = await this.positions.present()
    } catch {
      // Nothing is known about the replica while the primary does not answer, and reads ask the primary first.
      return
    }
    try {
      const { name, text, values } = replayed(position)
      await this.probes.query({ name, text, values: [...values] })
      this.isFit = true
      this.unfitProbes = 0
      if (this.told !== null) this.tell(null)
    } catch (cause) {
      this.isFit = false
      this.unfitProbes += 1
      // Running reads would otherwise wait much longer for a server that is gone.
      if (isDatabaseAway(cause)) for (const client of this.clients) cut(client)
      if (this.unfitProbes === UNFIT_PROBES_MAX || this.told === undefined)
        this.tell(cause instanceof Error ? cause.message : String(cause))
    }
  }

  private tell(reason: string | null): void {
    if (this.isClosed) return
    this.told = reason
    this.onChange(reason)
  }
}

function replayed({ position, mark }: Position): OwnStatement {
  return {
    name: 'own-replayed',
    text: 'SELECT ninefold.must_have_replayed($1, $2, $3)',
    values: [position, mark, PATIENCE_S],
  }
}

/** The primary may do better. A statement that took too long would only take as long again there. */
function isOfReplica(cause: unknown): boolean {
  return isDatabaseAway(cause) || (cause instanceof pg.DatabaseError && !isEndedStatement(cause))
}

/** The next read would fare no better. */
function isUnfit(cause: unknown): boolean {
  return isDatabaseAway(cause) || (cause instanceof pg.DatabaseError && cause.code === NOT_REPLAYED)
}
