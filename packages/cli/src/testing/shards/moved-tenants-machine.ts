// Generated specifications whose tenants have hosts → differences from the reference interpreter when every tenant moves to
// another database and back between two requests, and rows that differ in that database. A row that does not follow its
// tenant, or that stays, changes an answer or a row.

import { compile, modelOf } from '@ninefold/core/compile.ts'
import { entityNamed, fieldNamed } from '@ninefold/core/model/find.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import { columnOfTenant } from '@ninefold/core/plan/schema/tenant-keys.ts'
import { tenantTables } from '@ninefold/core/plan/schema/shards/tenant-tables.ts'
import { planTables } from '@ninefold/core/plan/schema/tables.ts'
import { columnName, tableName } from '@ninefold/core/plan/sql/database-names.ts'
import { inPublic, quoted } from '@ninefold/core/plan/schema/ddl.ts'
import { openDatabase } from '@ninefold/server/store/driver/database.ts'
import { type MoveOptions, moveTenant } from '@ninefold/server/store/shards/move-tenant.ts'
import { rowsNaming } from '@ninefold/server/testing/shards/rows-naming.ts'
import type { Pool } from 'pg'
import { bringTo } from '../../pipeline.ts'
import { randomFrom } from '../chance.ts'
import { empty } from '../meaning/empty-database.ts'
import { engineOf, Place, type Seen } from '../meaning/engine.ts'
import { InterpretedPlay } from '../meaning/interpreted-play.ts'
import { madeUpRequests } from '../meaning/made-up-requests.ts'
import { madeUpSpecification } from '../meaning/made-up-specification.ts'
import { differenceIn } from '../meaning/meaning-machine.ts'

export interface MovedTenantsOptions {
  readonly specifications: number
  readonly requestsPerSpecification: number
  readonly seed: number
  readonly areSmall: boolean
  /** Connection strings of two empty databases. */
  readonly home: string
  readonly shard: string
  /** Changes rows of a tenant that has arrived: a fault that the machine must find. */
  readonly plant?: (shard: Pool) => Promise<unknown>
  readonly told?: (line: string) => void
}

export interface MovedTenantsResult {
  readonly specifications: number
  readonly requests: number
  readonly moves: number
  readonly wrong: readonly string[]
}

/** A move takes as long as some requests. */
const REQUESTS_BETWEEN_MOVES = 12

export async function runMovedTenantsMachine(options: MovedTenantsOptions): Promise<MovedTenantsResult> {
  const { requestsPerSpecification, areSmall, told = () => {} } = options
  await using place = new Place(options.home)
  await using shard = new Shard(options)
  const result = { specifications: 0, requests: 0, moves: 0, wrong: [] as string[] }
  for (let own = options.seed; result.specifications < options.specifications; own++) {
    const random = randomFrom(own)
    const madeUp = madeUpSpecification(random, areSmall, own % 2 === 0 ? 'tenants' : 'roles in tenants', 'host', false)
    const { text, beginsMs } = madeUp
    const model = modelOf(text)
    if (model === null || isBeyondShards(text)) continue
    result.specifications++
    const known = result.wrong.length
    const requests = madeUpRequests(madeUp, requestsPerSpecification, random, new InterpretedPlay(model, beginsMs))
    await shard.bring(model, text)
    await using engine = await engineOf(model, text, place, beginsMs)
    const home = await place.database()
    // Emptying a database removes what its creation has put there.
    await home.pool.query('INSERT INTO ninefold.identity DEFAULT VALUES ON CONFLICT DO NOTHING')
    const seen: Seen[] = []
    for (const [index, request] of requests.entries()) {
      if (index % REQUESTS_BETWEEN_MOVES === REQUESTS_BETWEEN_MOVES - 1) {
        const found = await shard.moveAllThereAndBack(model, home.pool)
        result.moves += found.moves
        result.wrong.push(...found.wrong.map((what) => `seed ${own}, request ${index}: ${what}`))
      }
      seen.push(await engine.play(request))
    }
    result.requests += seen.length
    const difference = differenceIn({ text, beginsMs, model, requests, seen })
    if (difference !== null) result.wrong.push(`seed ${own}: ${difference.what}`)
    for (const what of result.wrong.slice(known)) told(what)
  }
  return result
}

function isBeyondShards(text: string): boolean {
  return compile(text, undefined, { areShards: true }).diagnostics.some(({ number }) => number === 'N341')
}

/** The database that tenants visit. */
class Shard implements AsyncDisposable {
  private readonly options: MovedTenantsOptions
  private readonly database: ReturnType<typeof openDatabase>

  constructor(options: MovedTenantsOptions) {
    this.options = options
    this.database = openDatabase({ connectionString: options.shard })
  }

  async bring(model: Model, text: string): Promise<void> {
    const { pool } = this.database
    await empty(pool)
    await bringTo(this.database, model, text, { consent: false, lock: null })
    await pool.query('INSERT INTO ninefold.identity DEFAULT VALUES ON CONFLICT DO NOTHING')
  }

  async moveAllThereAndBack(model: Model, home: Pool): Promise<{ readonly moves: number; readonly wrong: string[] }> {
    const wrong: string[] = []
    const chosen = await currentTenants(model, home)
    const tenants = await tenantsIn(model, home)
    const known = new Map<string, RowsOfTenant>()
    for (const { id, label } of tenants) {
      const ids = await idsOf(model, home, id)
      const before = { ids, rows: await rowsNaming(home, ids) }
      known.set(label, before)
      await moveTenant(this.move(model, label, 'there'))
      await this.options.plant?.(this.database.pool)
      wrong.push(...differencesFrom(before, await rowsNaming(this.database.pool, ids), `${label} there`, model))
    }
    for (const { label } of tenants) await moveTenant(this.move(model, label, 'back'))
    for (const [label, before] of known)
      wrong.push(...differencesFrom(before, await rowsNaming(home, before.ids), `${label} back`, model))
    // The choice of a tenant ends with its move, and the interpreter knows of no moves.
    await restoreCurrentTenants(model, home, chosen)
    return { moves: 2 * tenants.length, wrong }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.database.close()
  }

  private move(model: Model, label: string, way: 'there' | 'back'): MoveOptions {
    const { home, shard } = this.options
    return {
      model,
      schema: planTables(model),
      source: way === 'there' ? home : shard,
      target: way === 'there' ? shard : home,
      label,
      address: 'http://localhost',
      graceMs: 0,
      // The clock of the engine is not that of the databases.
      schedulesMsMax: 0,
      tell: () => {},
    }
  }
}

interface RowsOfTenant {
  readonly ids: readonly string[]
  readonly rows: ReadonlyMap<string, string[]>
}

function differencesFrom(
  { rows: before }: RowsOfTenant,
  after: ReadonlyMap<string, string[]>,
  title: string,
  model: Model,
): string[] {
  // A user has a current tenant in each database.
  const users = `public.${tableName(tenancyOf(model).users)}`
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((table) => {
    if (NOT_COMPARED.has(table) || table === users) return []
    const [was, is] = [before.get(table) ?? [], after.get(table) ?? []].map((rows) => rows.toSorted())
    const [missing, added] = [without(was, is), without(is, was)]
    return missing.length + added.length === 0
      ? []
      : [`${title}, ${table}: missing ${missing.slice(0, 2).join(' ')}, added ${added.slice(0, 2).join(' ')}`]
  })
}

/** Rows may be there several times. */
function without(rows: readonly string[] = [], others: readonly string[] = []): string[] {
  const left = [...others]
  return rows.filter((row) => {
    const place = left.indexOf(row)
    if (place >= 0) left.splice(place, 1)
    return place < 0
  })
}

/** By design they stay: see engine-rows.ts. */
const NOT_COMPARED: ReadonlySet<string> = new Set([
  'ninefold.limit_use',
  'ninefold.moved_member',
  'ninefold.message',
  'ninefold.quota_turn',
  'ninefold.rule_turn',
  'ninefold.tenant_placement',
])

interface Tenant {
  readonly id: string
  readonly label: string
}

async function tenantsIn(model: Model, pool: Pool): Promise<Tenant[]> {
  const tenancy = tenancyOf(model)
  const { type } = fieldNamed(entityNamed(model, tenancy.tenant), tenancy.address?.field ?? '')
  const label = quoted(columnName(tenancy.address?.field ?? '', type))
  const { rows } = await pool.query<Tenant>(
    `SELECT "id"::text AS id, ${label} AS label FROM ${inPublic(tableName(tenancy.tenant))} ORDER BY "id"`,
  )
  return rows
}

/** Of the tenant and of its records. */
async function idsOf(model: Model, pool: Pool, tenant: string): Promise<string[]> {
  const tables = tenantTables(model, planTables(model)).filter(({ table }) => table.field === null)
  const parts = tables.map(
    ({ table, column }) =>
      `SELECT "id"::text AS id FROM ${inPublic(table.name)} WHERE ${quoted(column ?? '')}::text = $1`,
  )
  const { rows } = await pool.query<{ id: string }>(parts.join(' UNION '), [tenant])
  return rows.map(({ id }) => id)
}

function currentTenants(model: Model, pool: Pool): Promise<{ id: string; tenant: string | null }[]> {
  const tenancy = tenancyOf(model)
  return pool
    .query<{ id: string; tenant: string | null }>(
      `SELECT "id"::text AS id, ${quoted(columnOfTenant(tenancy))}::text AS tenant FROM ${inPublic(tableName(tenancy.users))}`,
    )
    .then(({ rows }) => rows)
}

async function restoreCurrentTenants(
  model: Model,
  pool: Pool,
  chosen: readonly { readonly id: string; readonly tenant: string | null }[],
): Promise<void> {
  const tenancy = tenancyOf(model)
  const column = quoted(columnOfTenant(tenancy))
  for (const { id, tenant } of chosen)
    await pool.query(
      `UPDATE ${inPublic(tableName(tenancy.users))} SET ${column} = $2::uuid WHERE "id"::text = $1 AND ${column} IS DISTINCT FROM $2::uuid`,
      [id, tenant],
    )
}

function tenancyOf({ entities: { tenancy } }: Model): NonNullable<Model['entities']['tenancy']> {
  if (tenancy === null) throw new Error('Defect: a generated specification without tenants.')
  return tenancy
}
