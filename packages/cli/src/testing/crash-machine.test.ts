import { readFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, it } from 'vitest'
import { runCrashMachine } from './crash-machine.ts'

// `npm run prove crash` runs more rounds.

it('loses nothing that was acknowledged, and tells of it once, when the program, its PostgreSQL or both are killed', async () => {
  const result = await runCrashMachine({ rounds: 4, seed: 1 })
  expect(result).toMatchObject({ rounds: 4, lost: [], mistold: [] })
  expect(result.acknowledged).toBeGreaterThan(20)
}, 120_000)

it('finds the loss when writes are acknowledged before they are kept', async () => {
  const { lost } = await runCrashMachine({ rounds: 3, seed: 2, victims: ['both'], prepare: acknowledgeTooEarly })
  expect(lost.length).toBeGreaterThan(0)
}, 120_000)

/** A planted fault: PostgreSQL answers before its log is written. */
async function acknowledgeTooEarly(dataFolder: string): Promise<void> {
  const note = join(dataFolder, 'socket-folder')
  const host = existsSync(note) ? await readFile(note, 'utf8') : join(dataFolder, 'socket')
  const password = (await readFile(join(dataFolder, 'password'), 'utf8')).trim()
  const client = new pg.Client({ host, port: 5432, user: 'owner', password, database: 'postgres' })
  await client.connect()
  await client.query(`ALTER ROLE owner SET synchronous_commit = off`)
  await client.end()
}
