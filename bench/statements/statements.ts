// `npm run bench statements COUNT SEED`: PostgreSQL's work for made-up specifications, with many and skewed rows. For every
// statement of their lists, screens, reads, creations, changes, transitions and stated calls: the time of the
// engine's statement beside the best way that could be found, both measured in one run, with equal answers; and the pages that
// it touches with a tenth of the rows. Prints the distribution, and the worst with their plans.
//
//   npm run bench statements 30 1                    30 specifications from seed 1, with 100,000 rows of each entity
//   npm run bench statements 3 1 -- --rows 1000000

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '@ninefold/server/store/embedded/embedded-postgres.ts'
import { ownDatabase } from '@ninefold/server/store/embedded/own-database.ts'
import { settingsOfClock } from '@ninefold/server/store/driver/moved-clock.ts'
import pg from 'pg'
import { type Finding, grows, isLow, lineOf, printFindings } from './findings.ts'
import { madeUpText, type MadeUpText, served } from './made-up-subject.ts'
import { addSkewedRows } from './skewed-rows.ts'
import { compared, type Cost, repeatable } from './statement-cost.ts'

export interface StatementsBench {
  readonly specifications: number
  readonly seed: number
  readonly rows: number
}

/** A tenth of the rows: pages that grow with the table are seen. */
const PART = 10

export async function benchStatements({ specifications, seed, rows }: StatementsBench): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-bench-'))
  const postgres = await startEmbeddedPostgres({
    dataDirectory: folder,
    settings: { max_wal_size: '4GB', fsync: 'off', autovacuum: 'off', shared_buffers: '1GB' },
  })
  const findings: Finding[] = []
  try {
    for (let next = seed, begun = 0; begun < specifications; next++) {
      const made = madeUpText(next)
      if (made === null) continue
      begun++
      const found = await findingsOf(postgres, next, made, rows)
      findings.push(...found)
      console.log(`seed ${next}: ${found.length} statements`)
      for (const each of found.filter((one) => isLow(one) || grows(one))) console.log(`  ${lineOf(each)}`)
    }
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  printFindings(findings)
}

async function findingsOf(
  postgres: EmbeddedPostgres,
  seed: number,
  made: MadeUpText,
  rows: number,
): Promise<Finding[]> {
  const connectionString = await ownDatabase(postgres, `statements ${seed}`)
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const aheadMs = made.beginsMs - Date.now()
    await using subject = await served(made, connectionString, aheadMs)
    for (const [name, value] of Object.entries(settingsOfClock(aheadMs)))
      await client.query('SELECT set_config($1, $2, false)', [name, value])
    await addSkewedRows(client, 0, rows / PART)
    const asked = await subject.recorded()
    const few: (Cost | null)[] = []
    for (const { statement } of asked) few.push(await repeatable(client, statement))
    await addSkewedRows(client, rows / PART, rows)
    const columns = await columnsByTable(client)
    const findings: Finding[] = []
    for (const [place, one] of asked.entries()) {
      const before = few[place] ?? null
      if (before === null) console.log(`seed ${seed}, ${one.request}: a statement cannot be repeated`)
      else findings.push({ ...one, ...(await compared(client, one.statement, columns)), seed, few: before })
    }
    return findings
  } finally {
    await client.end()
    await dropped(postgres, connectionString)
  }
}

async function columnsByTable(client: pg.Client): Promise<Record<string, string[]>> {
  const { rows } = await client.query<{ table: string; columns: string[] }>(
    `SELECT c.relname AS table, array_agg(attname::text) AS columns FROM pg_attribute AS a JOIN pg_class AS c ON c.oid = attrelid
     WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND attnum > 0 AND NOT attisdropped GROUP BY 1`,
  )
  return Object.fromEntries(rows.map(({ table, columns }) => [table, columns]))
}

async function dropped(postgres: EmbeddedPostgres, connectionString: string): Promise<void> {
  const { database = '' } = new pg.Client({ connectionString })
  const client = new pg.Client({ connectionString: postgres.connectionString })
  await client.connect()
  await client.query(`DROP DATABASE ${pg.escapeIdentifier(database)} WITH (FORCE)`)
  await client.end()
}
