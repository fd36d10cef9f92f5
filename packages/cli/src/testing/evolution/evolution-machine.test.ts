import type {} from '@ninefold/server/testing/servers/postgres-server.ts'
import { createTestDatabase } from '@ninefold/server/testing/test-database.ts'
import { expect, it, vi } from 'vitest'
import type { EvolutionFault } from './evolution-faults.ts'
import { runEvolutionMachine } from './evolution-machine.ts'

vi.setConfig({ testTimeout: 60_000 })

it('accounts for every cell over random edits, cut before every statement or not', async () => {
  await using database = await createTestDatabase()
  const proof = await runEvolutionMachine({ edits: 24, seed: 7, cutsEvery: 12, pool: database.pool })
  expect(proof.wrong).toEqual([])
  expect(proof.cuts).toBeGreaterThan(10)
})

it('accounts for every cell beside values that a shorter limit keeps, brought back and restored from a backup', async () => {
  await using database = await createTestDatabase()
  const { pool } = database
  const rarely = { cutsEvery: 1000, backEvery: 3, backupEvery: 20, emptyDatabase: createTestDatabase }
  const proof = await runEvolutionMachine({ edits: 40, seed: 8, pool, ...rarely })
  expect(proof.wrong).toEqual([])
  expect(proof.backups).toBe(2)
})

it.each<EvolutionFault>([
  'drops on rename',
  'fills nothing',
  'contracts before it fills',
  'renames one word after another',
  'leaves people their former roles',
  'misses what is written meanwhile',
  'archives nothing',
])('finds a server that %s', async (fault) => {
  await using database = await createTestDatabase()
  const proof = await runEvolutionMachine({ edits: 80, seed: 7, cutsEvery: 1000, fault, pool: database.pool })
  expect(proof.wrong.length).toBeGreaterThan(0)
})
