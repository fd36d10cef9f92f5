// `npm run prove expressions`: a long test that JavaScript and PostgreSQL agree, on a temporary PostgreSQL.

import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../store/embedded/embedded-postgres.ts'
import { calendarDifferences, characterDifferences } from './agreement-tables.ts'
import { type Agreement, proveAgreement } from './agreement.ts'

export interface AgreementProof extends Agreement {
  /** Results for every time zone around its clock changes, and for every character. */
  readonly calendar: readonly unknown[]
  readonly characters: readonly unknown[]
}

export interface ProofOptions {
  readonly triples: number
  readonly seed: number
  readonly told?: (line: string) => void
}

export async function runAgreementProof({ triples, seed, told = () => {} }: ProofOptions): Promise<AgreementProof> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'ninefold-proof-'))
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }
  const server = await startEmbeddedPostgres({ dataDirectory, settings })
  const pool = new pg.Pool({ connectionString: server.connectionString, max: 1 })
  // The server may stop before the last connection is closed.
  pool.on('error', () => {})
  try {
    const agreement = await proveAgreement({ database: { pool }, triples, seed, told: every(10_000, told) })
    told('every time zone, around every clock change from 2015 to 2030')
    const calendar = await calendarDifferences({ pool })
    told('every character')
    const characters = await characterDifferences({ pool }, 0x10ffff)
    return { ...agreement, calendar, characters }
  } finally {
    await pool.end()
    await server.stop()
    await rm(dataDirectory, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
  }
}

/** Reports progress at this interval of triples. */
function every(step: number, told: (line: string) => void): (progress: Agreement) => void {
  let next = step
  return ({ triples, differences }) => {
    if (triples < next) return
    next += step * Math.ceil((triples - next + 1) / step)
    told(`${triples} triples, ${differences.length} differences`)
  }
}
