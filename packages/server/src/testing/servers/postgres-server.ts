// One PostgreSQL for a whole test run, shared by all workers: Vitest's global setup. It is the installed one, or the
// one in NINEFOLD_TEST_POSTGRES (`npm run prove postgres 15`). It uses a temporary folder without fsync, because its
// data does not outlive the run. Tests of durability start servers of their own.

import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import {
  type EmbeddedPostgres,
  type OtherPostgres,
  startEmbeddedPostgres,
} from '../../store/embedded/embedded-postgres.ts'

interface SharedServer {
  readonly server: Promise<EmbeddedPostgres>
  readonly dataDirectory: string
  users: number
}

// Each project of the run loads its own copy of this module; they share state through the process.
const shared = globalThis as { ninefoldTestServer?: SharedServer | undefined }

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const mine = (shared.ninefoldTestServer ??= start())
  mine.users += 1
  project.provide('postgres', (await mine.server).connectionString)
  return async () => {
    mine.users -= 1
    if (mine.users > 0) return
    shared.ninefoldTestServer = undefined
    await (await mine.server).stop()
    await rm(mine.dataDirectory, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
  }
}

function start(): SharedServer {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'ninefold-tests-'))
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' }
  const named = process.env['NINEFOLD_TEST_POSTGRES']
  const other = named === undefined ? {} : { other: JSON.parse(named) as OtherPostgres }
  return { server: startEmbeddedPostgres({ dataDirectory, settings, ...other }), dataDirectory, users: 0 }
}
