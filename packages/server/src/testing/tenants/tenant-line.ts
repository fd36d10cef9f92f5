// Recorded statements and their database → whether each one reads and writes records of one tenant alone. A statement
// runs twice, where every tenant has its records and where one tenant alone has: on a server of that tenant it would find no
// others. Both runs must return the same rows, and write none of another tenant.

import { inPublic, quoted } from '@ninefold/core/plan/schema/ddl.ts'
import { changesIn, namesIn } from '@ninefold/core/plan/schema/statement-tables.ts'
import { tenantTables } from '@ninefold/core/plan/schema/shards/tenant-tables.ts'
import { tenantToTell } from '@ninefold/core/plan/sql/current-tenant.ts'
import { LOCATED_ROW } from '@ninefold/core/plan/write/located-row.ts'
import { tableName } from '@ninefold/core/plan/sql/database-names.ts'
import type { Application } from '../../gate/context/application.ts'
import { askAs } from '../../store/driver/caller-query.ts'
import { SETTINGS_OF_CALLS } from '../../store/driver/connection-pools.ts'
import pg from 'pg'
import type { Run } from './recorded-statements.ts'
import { copiesOf, type TenantTable } from './tenant-copies.ts'
import { type KnownRecord, TenantRecords } from './tenant-records.ts'

/**
 * The part of a statement that keeps it within the tenant. Record: the id of a record that an earlier statement has found
 * within the tenant. Nothing: it reaches others.
 */
export type BoundBy = 'condition' | 'row-level security' | 'record' | 'nothing'

export interface Judged {
  /** The planner. */
  readonly by: string
  readonly boundBy: BoundBy
  /** Tables of tenants in its text. */
  readonly tables: readonly string[]
  /** Tables that tenants share, in its text: users, excepted entities, tables of the engine. */
  readonly shared: readonly string[]
  /** Tables with records of other tenants that make a difference to it, or that it writes. */
  readonly crossed: readonly string[]
  /** For messages. */
  readonly shown: string
}

/** A statement for nobody in a tenant: a guest, an operator, a clock. */
export interface Loose extends Pick<Judged, 'by' | 'tables' | 'shared' | 'shown'> {
  /**
   * One tenant: its outcome is that in one of them, or the same in each. Sum: it returns the rows of its runs in each
   * tenant together. All tenants: it needs the records of all of them at once.
   */
  readonly over: 'one tenant' | 'sum' | 'all tenants'
}

export interface LineResult {
  readonly judged: readonly Judged[]
  readonly loose: readonly Loose[]
}

/** The records that a statement finds. */
interface View {
  readonly tenant: string
  /** The tenant's own records. */
  readonly own: 'there' | 'gone'
  /** Tables in which a difference can matter. */
  readonly used: readonly TenantTable[]
  /** Those of them without records of other tenants. */
  readonly hidden: readonly TenantTable[]
}

const TENANTS_MAX = 4
/** A value or a period that is taken, and a constraint that looks for no conflicts. */
const NOT_COPIED: ReadonlySet<string> = new Set(['23505', '23P01', '55000', '0A000'])
const RULES_HOLD_AGAIN = 'SET LOCAL session_replication_role = origin'

/** Nothing of it is kept. The application must be at rest. */
export async function judgeStatements(application: Application, runs: readonly Run[]): Promise<LineResult> {
  const client = await application.database.pool.connect()
  try {
    return await new Line(client, application).judge(runs)
  } finally {
    client.release(true)
  }
}

class Line {
  private readonly client: pg.PoolClient
  private readonly application: Application
  private readonly tables: readonly TenantTable[]

  constructor(client: pg.PoolClient, application: Application) {
    const { model, schema } = application
    this.client = client
    this.application = application
    this.tables = tenantTables(model, schema).flatMap(({ table, column }) =>
      column === null ? [] : [{ name: table.name, column, hasId: table.field === null }],
    )
  }

  async judge(runs: readonly Run[]): Promise<LineResult> {
    const names = new Set(this.tables.map(({ name }) => name))
    const touching = runs.filter(({ text }) => namesIn(text).some((name) => names.has(name)))
    const tenants = await this.tenants()
    if (tenants.length < 2) return { judged: [], loose: [] }
    const byTenant = new Map<string | null, Run[]>()
    for (const run of touching) {
      const tenant = await this.tenantOf(run)
      byTenant.set(tenant, [...(byTenant.get(tenant) ?? []), run])
    }
    const judged: Judged[] = []
    const loose: Loose[] = []
    for (const [tenant, own] of byTenant)
      await this.inTransaction(async () => {
        if (tenant === null) {
          for (const run of own) loose.push(await this.asLoose(run, tenants))
          return
        }
        await this.copyInto(tenants.find((each) => each !== tenant) ?? tenant, tenant)
        const records = await this.records()
        for (const run of own) judged.push(await this.judgedRun(run, tenant, records))
      })
    return { judged, loose }
  }

  /** The other tenant has the same records afterwards, under other ids, so that it answers whatever asks it. */
  private async copyInto(other: string, tenant: string): Promise<void> {
    await this.client.query('SET LOCAL session_replication_role = replica')
    for (const forms of copiesOf(this.application.schema, this.tables, { from: tenant, to: other }))
      for (const form of forms) if (await this.isDone(form)) break
    await this.client.query(RULES_HOLD_AGAIN)
  }

  private async isDone(copying: string): Promise<boolean> {
    await this.client.query('SAVEPOINT copy')
    try {
      await this.client.query(copying)
      return true
    } catch (cause) {
      if (!(cause instanceof pg.DatabaseError) || !NOT_COPIED.has(cause.code ?? '')) throw cause
      await this.client.query('ROLLBACK TO copy')
      return false
    }
  }

  private async judgedRun(run: Run, tenant: string, records: TenantRecords): Promise<Judged> {
    const about = this.about(run)
    const crossed = await this.crossedBy(run, tenant)
    if (crossed.length > 0) {
      // The user has chosen another tenant since, and the statement names a record of the former one.
      const here = run.settings === null ? records.namedHere(run, tenant) : null
      const isByRecord = here !== null && (await this.crossedBy(here, tenant)).length === 0
      return isByRecord ? { ...about, boundBy: 'record', crossed: [] } : { ...about, boundBy: 'nothing', crossed }
    }
    // As if the caller or an earlier statement had named a record of another tenant.
    const swapped = records.namedElsewhere(run, tenant)
    const elsewhere = swapped === null ? [] : await this.crossedBy(swapped, tenant)
    if (elsewhere.length > 0)
      return run.settings === null
        ? { ...about, boundBy: 'record', crossed: [] }
        : { ...about, boundBy: 'nothing', crossed: elsewhere }
    if (run.settings === null) return { ...about, boundBy: 'condition', crossed: [] }
    const behindNoWall = { ...(swapped ?? run), settings: null, told: run.settings }
    const isByCondition = (await this.crossedBy(behindNoWall, tenant)).length === 0
    return { ...about, boundBy: isByCondition ? 'condition' : 'row-level security', crossed: [] }
  }

  /** Tables whose records of other tenants make a difference, or are written. */
  private async crossedBy(run: ToRun, tenant: string): Promise<string[]> {
    const found = changesIn(run.text).length === 0 ? [] : await this.writtenElsewhere(run, tenant)
    // Without its own records, too: a statement that takes the first record takes another one only then.
    const used = this.usedBy(run)
    for (const own of ['there', 'gone'] as const) {
      const whole = await this.outcome(run, { tenant, own, used, hidden: [] })
      const alone = await this.outcome(run, { tenant, own, used, hidden: used })
      if (isSame(whole, alone) || (await this.isByChance(run, { tenant, own, used, hidden: [] }, whole, alone)))
        continue
      const guilty: string[] = []
      for (const table of used)
        if (!isSame(whole, await this.outcome(run, { tenant, own, used, hidden: [table] }))) guilty.push(table.name)
      found.push(...(guilty.length === 0 ? ['several tables together'] : guilty))
    }
    return [...new Set(found)]
  }

  /** Two runs on the same data differ in generated ids and moments: these cells are not compared. */
  private async isByChance(run: ToRun, view: View | null, whole: Outcome, alone: Outcome): Promise<boolean> {
    const again = await this.outcome(run, view)
    if (isSame(whole, again) || !Array.isArray(whole) || !Array.isArray(alone) || !Array.isArray(again)) return false
    if (whole.length !== alone.length || whole.length !== again.length) return false
    return whole.every((row, place) => {
      const [other, second] = [alone[place] ?? [], again[place] ?? []]
      return row.every((cell: string, index: number) => cell === other[index] || cell !== second[index])
    })
  }

  private async writtenElsewhere(run: ToRun, tenant: string): Promise<string[]> {
    const digests = this.tables.map(
      ({ name, column }, index) =>
        `(SELECT md5(coalesce(string_agg(t::text, '|' ORDER BY t::text), '')) FROM ${inPublic(name)} AS t
          WHERE ${quoted(column)}::text IS DISTINCT FROM $1) AS d${index}`,
    )
    const digest = async (): Promise<Record<string, unknown>> =>
      (await this.client.query<Record<string, unknown>>(`SELECT ${digests.join(', ')}`, [tenant])).rows[0] ?? {}
    return this.rolledBack(async () => {
      const before = await digest()
      if (!Array.isArray(await this.send(run))) return []
      await this.client.query(`SELECT set_config('role', 'none', true)`)
      const after = await digest()
      return this.tables.flatMap(({ name }, index) => (before[`d${index}`] === after[`d${index}`] ? [] : [name]))
    })
  }

  private async asLoose(run: Run, tenants: readonly string[]): Promise<Loose> {
    const used = this.usedBy(run)
    const whole = await this.outcome(run, null)
    const each: Outcome[] = []
    for (const tenant of tenants) each.push(await this.outcome(run, { tenant, own: 'there', used, hidden: used }))
    const { by, tables, shared, shown } = this.about(run)
    const of = { by, tables, shared, shown }
    for (const one of each)
      if (isSame(one, whole) || (await this.isByChance(run, null, whole, one))) return { ...of, over: 'one tenant' }
    const rows = each.flatMap((one) => (Array.isArray(one) ? one : []))
    return { ...of, over: Array.isArray(whole) && isSame(whole, rows) ? 'sum' : 'all tenants' }
  }

  /** Triggers of a table that is written may use others. */
  private usedBy({ text }: Run): readonly TenantTable[] {
    const named = new Set(namesIn(text))
    return changesIn(text).length > 0 ? this.tables : this.tables.filter(({ name }) => named.has(name))
  }

  private about(run: Run): Omit<Judged, 'boundBy' | 'crossed'> {
    const own = new Set(this.tables.map(({ name }) => name))
    const others = new Set(this.application.schema.tables.map(({ name }) => name).filter((name) => !own.has(name)))
    const named = namesIn(run.text)
    return {
      by: run.by,
      tables: named.filter((name) => own.has(name)),
      shared: named.filter((name) => others.has(name) || name.startsWith('ninefold.')),
      shown: `${run.by}: ${run.text.replaceAll(/\s+/g, ' ').slice(0, 2000)} ${JSON.stringify(run.values)}`,
    }
  }

  /** `view` null: everything is there. */
  private outcome(run: ToRun, view: View | null): Promise<Outcome> {
    return this.rolledBack(async () => {
      if (view !== null) await this.hide(view)
      return this.send(run)
    })
  }

  private async hide({ tenant, own, used, hidden }: View): Promise<void> {
    const id = pg.escapeLiteral(tenant)
    const others = hidden.map(
      ({ name, column }) => `DELETE FROM ${inPublic(name)} WHERE ${quoted(column)}::text IS DISTINCT FROM ${id}`,
    )
    const ours = used.flatMap(({ name, column }) =>
      own === 'there' || column === 'id' ? [] : [`DELETE FROM ${inPublic(name)} WHERE ${quoted(column)}::text = ${id}`],
    )
    await this.client.query(
      ['SET LOCAL session_replication_role = replica', ...others, ...ours, RULES_HOLD_AGAIN].join('; '),
    )
  }

  private async send({ text, values, settings, tenantSql, locating, told }: ToRun): Promise<Outcome> {
    try {
      if (locating !== null) {
        const { rows } = await this.client.query<unknown[]>({ ...sendable(locating), rowMode: 'array' })
        await this.client.query(`SELECT set_config($1, $2, true)`, [LOCATED_ROW, rows[0]?.[0] ?? ''])
      }
      const as = settings ?? told ?? null
      if (as !== null) {
        const asked = askAs(as, null, { tenant: tenantSql })
        const values_ = asked.values.map((value) => (settings === null && value === 'true' ? 'false' : value))
        await this.client.query(asked.text, values_)
      }
      const { rows } = await this.client.query<unknown[]>({ ...sendable({ text, values }), rowMode: 'array' })
      return rows.map((row) => row.map((cell) => JSON.stringify(cell)))
    } catch (cause) {
      if (!(cause instanceof pg.DatabaseError) || isMisspelt(cause)) throw cause
      return `${cause.code} ${cause.constraint ?? ''}`
    }
  }

  private async rolledBack<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.client.query('SAVEPOINT before')
    try {
      return await work()
    } finally {
      await this.client.query('ROLLBACK TO before')
    }
  }

  private async inTransaction(work: () => Promise<void>): Promise<void> {
    const settings = Object.entries(SETTINGS_OF_CALLS).map(
      ([name, value]) => `set_config('${name}', ${pg.escapeLiteral(value)}, true)`,
    )
    await this.client.query(`BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT ${settings.join(', ')}`)
    try {
      await work()
    } finally {
      await this.client.query('ROLLBACK')
    }
  }

  private async tenants(): Promise<string[]> {
    const { tenancy } = this.application.model.entities
    if (tenancy === null) return []
    const { rows } = await this.client.query<{ id: string }>(
      `SELECT id::text FROM ${inPublic(tableName(tenancy.tenant))} ORDER BY id LIMIT ${TENANTS_MAX}`,
    )
    return rows.map(({ id }) => id)
  }

  private async tenantOf({ me, tenantOfAddress }: Run): Promise<string | null> {
    const sql = tenantToTell(this.application.model)
    if (sql === null || me === '') return null
    const { rows } = await this.client.query<{ tenant: string | null }>(
      `SELECT ${sql} AS tenant FROM (SELECT $1::text AS me, nullif($2, '') AS named) AS told`,
      [me, tenantOfAddress],
    )
    return rows[0]?.tenant ?? null
  }

  private async records(): Promise<TenantRecords> {
    const found: KnownRecord[] = []
    for (const { name, column, hasId } of this.tables) {
      if (!hasId) continue
      const { rows } = await this.client.query<Omit<KnownRecord, 'table'>>(
        `SELECT id::text, ${quoted(column)}::text AS tenant FROM ${inPublic(name)} ORDER BY id`,
      )
      found.push(...rows.map((row) => ({ ...row, table: name })))
    }
    return new TenantRecords(found)
  }
}

/** It would fail in each run alike. */
function isMisspelt({ code = '' }: pg.DatabaseError): boolean {
  return code.startsWith('42') && code !== FORBIDDEN
}

/** The error of a statement that asks for more than the role of callers may. */
const FORBIDDEN = '42501'

/** `told`: of a caller, whose settings hold without row-level security. */
interface ToRun extends Run {
  readonly told?: readonly string[]
}

/** Rows of cells, or an error. */
type Outcome = readonly (readonly string[])[] | string

function isSame(one: Outcome, other: Outcome): boolean {
  return sorted(one) === sorted(other)
}

/** Rows of equal place in an order may come in any. */
function sorted(outcome: Outcome): string {
  return typeof outcome === 'string' ? outcome : JSON.stringify(outcome.map((row) => JSON.stringify(row)).toSorted())
}

function sendable({ text, values }: Pick<Run, 'text' | 'values'>): { text: string; values: unknown[] } {
  return { text, values: [...values] }
}
