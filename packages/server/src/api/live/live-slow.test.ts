// A slow reader costs nothing more: while an answer waits to be read, no further one is computed, and the newest is
// sent when the reader continues. A short outage of the database ends no connection.

import { get, type IncomingMessage } from 'node:http'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { countedLooks } from '../../testing/counted-looks.ts'
import { readEvents } from '../../testing/event-reader.ts'
import { type Client, runApplication, type RunningApplication } from '../../testing/running-application.ts'
import { idOf, PASSWORD, PEOPLE, TWO_TEAMS_TEXT, twoTeams } from '../../testing/two-teams.ts'
import type { TestDatabase } from '../../testing/test-database.ts'

/** About a megabyte each, so that together they exceed the system's buffers. */
const CHANGES = 24

const looks = countedLooks()
let template: TestDatabase
let world: RunningApplication
let cleo: Client

beforeAll(async () => {
  template = await twoTeams()
  world = await runApplication(TWO_TEAMS_TEXT, { copyOf: template.name, double: looks.double })
  cleo = await world.signIn(PEOPLE.cleo, PASSWORD)
  await world.database.pool.query(
    `INSERT INTO ticket (subject, body, requester_id, category_id, team_id, priority, status, due_at, created_at, updated_at)
     SELECT 'Long story ' || n, repeat('word ', 1900), $1, $2, $3, 'low', 'new', now(), now(), now() FROM generate_series(1, 100) AS n`,
    [idOf(3), idOf(21), idOf(11)],
  )
})

afterAll(async () => {
  await world[Symbol.asyncDispose]()
  await template.drop()
})

async function change(number: number): Promise<void> {
  await world.database.pool.query(`UPDATE ticket SET subject = 'Change number ' || $1::text WHERE number = 1000`, [
    number,
  ])
  world.database.changes.tell(['ticket'])
}

it('asks for nothing behind an answer that was not taken, and for the newest then', async () => {
  const address = `${world.address}/api/tickets?limit=100`
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const headers = { accept: 'text/event-stream', cookie: cleo.cookie ?? '' }
    get(address, { headers }, resolve).on('error', reject)
  })
  response.pause()
  const before = looks.count()
  for (let number = 1; number <= CHANGES; number++) {
    const known = looks.count()
    await change(number)
    await vi.waitFor(() => expect(looks.count()).toBeGreaterThan(known), 500).catch(() => {})
    // No re-evaluation is running any more.
    if (looks.count() === known) break
  }
  expect(looks.count() - before).toBeLessThan(CHANGES)
  await change(CHANGES + 1)
  let text = ''
  response.setEncoding('utf8').on('data', (chunk: string) => {
    text = (text + chunk).slice(-2_000_000)
  })
  response.resume()
  await vi.waitFor(() => expect(text).toContain(`Change number ${CHANGES + 1}`), 5_000)
  response.destroy()
})

it('goes on when the database has thrown everybody out', async () => {
  await using reader = await readEvents(`${world.address}/api/tickets/1000`, cleo)
  await reader.next()
  await world.database.pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
  )
  await change(99)
  expect((await reader.next())?.data).toContain('Change number 99')
})
