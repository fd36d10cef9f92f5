// Tighter rules and required fields of a large table are prepared while the old version reads and writes. Its writes are
// never refused by a check of the new version, and no record that breaks one survives; planted faults are noticed.

import { entity, field, modelOf, text } from '@ninefold/core/plan/model-for-tests.ts'
import { NO_CHANGES } from '@ninefold/core/plan/migration/schema-changes.ts'
import { planTables } from '@ninefold/core/plan/schema/tables.ts'
import pg, { type Pool, type PoolClient } from 'pg'
import { expect, it } from 'vitest'
import { catalog } from '../../testing/catalog.ts'
import { breakingBefore } from '../../testing/servers/breaking-pool.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { migrate, type MigrateResult, tryMigration, validateConstraints } from './migrate.ts'

const TEAM = entity('Team', [text('name')])
const unique = (ignoringCase: boolean) => ({ unique: { ignoringCase, within: [] } })
const OLD = planTables(
  modelOf(
    [
      TEAM,
      entity('Note', [
        text('title'),
        field('code', { kind: 'text', lengthMin: null, lengthMax: 40 }),
        field('rating', { kind: 'whole number', min: null, max: 90 }),
        field('slot', { kind: 'text', lengthMin: null, lengthMax: 20 }, unique(false)),
        field('team', { kind: 'reference', entity: 'Team' }, { onDeletion: 'deleted together' }),
      ]),
    ],
    {},
  ),
)
const NEXT = planTables(
  modelOf(
    [
      TEAM,
      entity('Note', [
        text('title'),
        field('code', { kind: 'text', lengthMin: 2, lengthMax: 9 }, { isRequired: true }),
        field('rating', { kind: 'whole number', min: 1, max: 9 }, unique(false)),
        field('slot', { kind: 'text', lengthMin: null, lengthMax: 20 }, unique(true)),
        field('team', { kind: 'reference', entity: 'Team' }, { onDeletion: 'blocks deletion' }),
      ]),
    ],
    {},
  ),
)

const ahead = (pool: Pool, largeBytes = 0): Promise<MigrateResult> =>
  migrate(pool, NEXT, { consent: false, largeBytes })

/** A pool whose statements are preceded by this. */
function preceded(
  pool: Pool,
  before: (sql: string) => Promise<void> | undefined,
  otherwise = (sql: string) => sql,
): Pool {
  const connect = async (): Promise<PoolClient> => {
    const client = await pool.connect()
    return new Proxy(client, {
      get(target, name) {
        if (name !== 'query') return Reflect.get(target, name, target) as unknown
        return async (...[sql, ...values]: [string]) => {
          await before(sql)
          return target.query(...([otherwise(sql), ...values] as [string]))
        }
      },
    })
  }
  return { connect, options: pool.options } as unknown as Pool
}

async function prepared(): Promise<TestDatabase> {
  const database = await createTestDatabase()
  await migrate(database.pool, OLD, { consent: false })
  await database.pool.query(
    `INSERT INTO team (name, created_at) VALUES ('one', now());
     INSERT INTO note (title, code, slot, rating, team_id, created_at) SELECT 'fits', 'good', 'a', 5, id, now() FROM team`,
  )
  return database
}

/** Records that the new version rules out. */
const BROKEN = `SELECT count(*)::int AS count FROM note
  WHERE code IS NULL OR char_length(code) NOT BETWEEN 2 AND 9 OR btrim(code) = '' OR rating NOT BETWEEN 1 AND 9`

async function broken({ pool }: TestDatabase): Promise<number> {
  return (await pool.query<{ count: number }>(BROKEN)).rows[0]?.count ?? -1
}

/** Statements that read the table while nobody may write to it. */
const READING = /SET NOT NULL|CREATE UNIQUE INDEX|ADD CONSTRAINT(?!.* NOT VALID)|count\((?!.*noted_record)/s

it('reads no large table in the transaction, and a migration that does is noticed', async () => {
  await using database = await prepared()
  await using small = await prepared()
  const reading = async (pool: Pool, largeBytes: number): Promise<number> => {
    let statements: string[] = []
    const noted = preceded(pool, async (sql) => {
      if (sql.startsWith('BEGIN; SELECT pg_advisory_xact_lock')) statements = []
      statements.push(sql)
    })
    expect((await ahead(noted, largeBytes)).waiting).toEqual([])
    return statements.filter((sql) => READING.test(sql)).length
  }
  expect(await reading(database.pool, 0)).toBe(0)
  expect(await reading(small.pool, Infinity)).toBeGreaterThan(6)
  expect(await catalog(database.pool)).not.toEqual(await catalog(small.pool))
  // The new version refuses what breaks its rules before all records have been compared.
  const wrong = database.pool.query(`INSERT INTO note (title, created_at) VALUES ('no code', now())`)
  await expect(wrong).rejects.toMatchObject({ constraint: '_note_code_required' })
  expect((await validateConstraints(database.pool)).length).toBeGreaterThan(3)
  expect(await catalog(database.pool)).toEqual(await catalog(small.pool))
  expect(await validateConstraints(database.pool)).toEqual([])
})

it('reads no large table under a lock in a trial either, and counts records in the way', async () => {
  await using database = await prepared()
  const before = await catalog(database.pool)
  const evolution = () => ({ changes: NO_CHANGES, identities: null, problems: [] })
  const tried = async (): Promise<[reading: number, waiting: readonly string[]]> => {
    const statements: string[] = []
    const noted = preceded(database.pool, async (sql) => void statements.push(sql))
    const waiting = await tryMigration(noted, NEXT, evolution, async (of) => of.waiting)
    const locked = statements.slice(statements.findIndex((sql) => /^(?:ALTER|DROP)/.test(sql)))
    return [locked.filter((sql) => READING.test(sql)).length, waiting.map(({ sentence }) => sentence)]
  }
  expect(await tried()).toEqual([0, []])
  await database.pool.query(`UPDATE note SET code = NULL`)
  expect((await tried())[1]).toEqual(['Note.code is required.'])
  expect(await catalog(database.pool)).toEqual(before)
})

it('serves the old version until the new one is there, wherever it is cut, and goes on from there', async () => {
  await using database = await prepared()
  const { pool } = database
  let written = 0
  const cutOff = async (work: (cut: Pool) => Promise<unknown>): Promise<void> => {
    for (let statement = 1; ; statement++) {
      const cut = breakingBefore(statement, database)
      const outcome = await work(cut.pool).catch((error: Error) => error)
      if (!(outcome instanceof Error)) return
      if (!cut.wasReached()) throw outcome
      written++
      await pool.query(`INSERT INTO note (title, code, slot, created_at) VALUES ($1, 'good', $1, now())`, [
        `title ${written}`,
      ])
    }
  }
  await cutOff(async (cut) => expect((await ahead(cut)).waiting).toEqual([]))
  expect(written).toBeGreaterThan(40)
  const migrated = written
  await cutOff(validateConstraints)
  expect(written).toBeGreaterThan(migrated + 4)
  await using fresh = await createTestDatabase()
  await migrate(fresh.pool, NEXT, { consent: false })
  expect(await catalog(pool)).toEqual(await catalog(fresh.pool))
  expect((await pool.query('SELECT FROM ninefold.noted_record')).rowCount).toBe(0)
  // The way back, right after a change and before its rules apply to all records.
  await migrate(pool, OLD, { consent: false, largeBytes: 0 })
  await ahead(pool)
  expect((await migrate(pool, OLD, { consent: false, largeBytes: 0 })).waiting).toEqual([])
  await validateConstraints(pool)
  await using first = await prepared()
  expect(await catalog(pool)).toEqual(await catalog(first.pool))
})

/** A write of the old version by chance, which may break rules of the new one. */
function writer({ connectionString }: TestDatabase, seed: number, isWrong: boolean) {
  const client = new pg.Client({ connectionString })
  let state = seed
  const chance = (below: number): number => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
  const refused: string[] = []
  return {
    refused,
    start: async () => {
      await client.connect()
      await client.query(`SET lock_timeout = '20ms'`)
    },
    write: async () => {
      // With few wrong writes, their records are often gone before they are counted.
      const code =
        isWrong && chance(seed % 2 === 0 ? 9 : 60) === 0
          ? [null, 'x', 'much too long for it'][chance(3)]
          : `c${chance(999)}`
      const sql = [
        `INSERT INTO note (title, code, created_at) VALUES ('new', $1, now())`,
        `UPDATE note SET code = $1 WHERE id = (SELECT id FROM note ORDER BY random() LIMIT 1)`,
        `WITH gone AS (DELETE FROM note WHERE code = $1) SELECT`,
      ][chance(3)]
      await client.query(sql ?? '', [code]).catch((error: pg.DatabaseError) => {
        // The migration's transaction has the table.
        if (error.code !== '55P03') refused.push(error.message)
      })
    },
    end: () => client.end(),
  }
}

/** True if the migration was carried out. Throws if a record breaks a rule then, or if none does otherwise. */
async function migratesUnderWrites(seed: number, isWrong: boolean, fault = (sql: string) => sql): Promise<boolean> {
  await using database = await prepared()
  const before = await catalog(database.pool)
  const old = writer(database, seed, isWrong)
  await old.start()
  let isOver = false
  const writing = (sql: string): Promise<void> | undefined => {
    // The records decide until here; then their tables are left as they were, and may change.
    isOver ||= sql === 'ROLLBACK'
    return isOver || sql === 'COMMIT' ? undefined : old.write()
  }
  const { waiting } = await ahead(preceded(database.pool, writing, fault))
  await old.end()
  expect(old.refused).toEqual([])
  const records = await broken(database)
  if (waiting.length === 0) await validateConstraints(database.pool)
  else expect(await catalog(database.pool)).toEqual(before)
  expect([waiting.length > 0, records > 0]).toEqual([records > 0, records > 0])
  return waiting.length === 0
}

/** How many writes come through depends on the machine, so each outcome is looked for. */
const SEEDS_MAX = 30

it('lets no record through that the old version writes meanwhile', async () => {
  const outcomes = new Set<boolean>()
  for (let seed = 1; seed <= SEEDS_MAX && (outcomes.size < 2 || seed <= 4); seed++)
    outcomes.add(await migratesUnderWrites(seed * 7_919, true))
  expect(outcomes).toEqual(new Set([true, false]))
  expect(await migratesUnderWrites(5, false)).toBe(true)
})

it('would see that they are not noted', async () => {
  const fault = (sql: string): string =>
    sql.startsWith('CREATE OR REPLACE') ? sql.replace(/WHERE[^;]*;/, 'WHERE false;') : sql
  const finds = (seed: number): Promise<boolean> =>
    migratesUnderWrites(seed, true, fault).then(
      () => false,
      () => true,
    )
  let seed = 1
  while (seed <= SEEDS_MAX && !(await finds(seed * 7_919))) seed++
  expect(seed).toBeLessThanOrEqual(SEEDS_MAX)
})

it('counts under a lock, and would see that it does not', async () => {
  const required = planTables(modelOf([TEAM, entity('Note', [text('title', { isRequired: true })])], {}))
  const optional = planTables(modelOf([TEAM, entity('Note', [text('title')])], {}))
  const brokenAfter = async (fault: (sql: string) => string): Promise<unknown> => {
    await using database = await createTestDatabase()
    await migrate(database.pool, optional, { consent: false })
    const late = async (): Promise<void> => {
      await database.pool
        .query(`SET lock_timeout = '100ms'; INSERT INTO note (created_at) VALUES (now())`)
        .catch(() => {})
    }
    const pool = preceded(
      database.pool,
      (sql) => (sql.includes('"_note_title_required" CHECK') ? late() : undefined),
      fault,
    )
    await migrate(pool, required, { consent: false, largeBytes: 0 })
    return (await database.pool.query('SELECT FROM note WHERE title IS NULL')).rowCount
  }
  expect(await brokenAfter((sql) => sql)).toBe(0)
  expect(await brokenAfter((sql) => (sql.startsWith('LOCK TABLE') ? 'SELECT' : sql))).toBe(1)
})

it('waits for a writer who began before', async () => {
  await using database = await prepared()
  const slow = new pg.Client({ connectionString: database.connectionString })
  await slow.connect()
  await slow.query(`BEGIN; UPDATE note SET code = 'much too long for it'`)
  const migrating = ahead(database.pool)
  const { rows } = await slow.query<{ count: number }>(BROKEN)
  expect(rows[0]?.count).toBe(1)
  await slow.query('COMMIT')
  await slow.end()
  const { waiting } = await migrating
  expect(waiting.map(({ sentence, rows: count }) => [sentence, count])).toEqual([
    ['Note.code must be 2 to 9 characters long.', 1],
  ])
})
