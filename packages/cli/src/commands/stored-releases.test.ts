// The text, database, files and key of an earlier release → the application under the present version.
// testing/releases/README.md describes how to store a release.

import { readdirSync } from 'node:fs'
import { cp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { CALLER_ROLE, CALLER_SLOTS } from '@ninefold/core/plan/schema/caller-slots.ts'
import { clientOf } from '@ninefold/server/testing/running-application.ts'
import { cookieOfSession } from '@ninefold/server/testing/cookie-of-session.ts'
import type {} from '@ninefold/server/testing/servers/postgres-server.ts'
import { createTestDatabase, type TestDatabase } from '@ninefold/server/testing/test-database.ts'
import { expect, it } from 'vitest'
import { startNinefold, stop, workplace } from '../testing/program.ts'

const FOLDER = fileURLToPath(new URL('../testing/releases/', import.meta.url))
const RELEASES = readdirSync(FOLDER).filter((name) => /^\d+\.\d+\.\d+$/.test(name))
/** A key for testing/releases only. */
const KEY = Buffer.alloc(32, 7).toString('base64')

type Answers = Readonly<Record<string, unknown>>

it.each(RELEASES)(
  'an application of version %s goes on: its records, people, rights, files and secrets',
  async (version) => {
    await using database = await createTestDatabase()
    await using place = await workplace()
    await cp(join(FOLDER, version), place.folder, { recursive: true })
    await fill(database, join(place.folder, 'database.sql.gz'))
    const before = JSON.parse(await readFile(join(place.folder, 'answers.json'), 'utf8')) as Answers
    const program = startNinefold(place.folder, ['start', 'app.md', '--host', '127.0.0.1', '--port', '0'], {
      DATABASE_URL: database.connectionString,
      NINEFOLD_FILES: join(place.folder, 'files'),
      NINEFOLD_SECRET_KEYS: KEY,
    })
    const [, port] = await program.prints(/is served on port (\d+)\./)
    const address = `http://127.0.0.1:${port}`
    const signedIn = async (identifier: string, password: string) => {
      const answer = await clientOf(address, null).post('/_ninefold/session', { identifier, password })
      expect(answer.status).toBe(204)
      return clientOf(address, cookieOfSession(answer))
    }
    const ada = await signedIn('ada@example.test', 'correct-horse-1')
    const ben = await signedIn('ben@example.test', 'correct-horse-2')

    for (const [path, body] of Object.entries(before)) expect(await ada.get(path)).toMatchObject({ status: 200, body })
    const drill = before['/api/tools/2'] as { readonly id: string; readonly photo: { readonly url: string } }
    expect(await ada.get(`/_ninefold/secrets/tool/${drill.id}/lock`)).toMatchObject({ body: { text: '4711 ü' } })
    expect(await ben.get(`/_ninefold/secrets/tool/${drill.id}/lock`)).toMatchObject({ status: 404 })
    expect(await ben.get(drill.photo.url)).toMatchObject({ status: 200, body: 'a photograph' })
    expect(await clientOf(address, null).get(drill.photo.url)).not.toMatchObject({ status: 200 })

    const loan = { tool: drill.id, during: { start: '2026-02-07', end: '2026-02-09' } }
    expect(await ben.post('/api/loans', loan)).toMatchObject({ status: 409, body: { code: 'TAKEN' } })
    expect(await ben.patch('/api/tools/2', { price: '1.00' })).toMatchObject({ status: 403 })
    expect(await ada.patch('/api/tools/2', { price: '89.90' })).toMatchObject({ status: 200, body: { price: '89.90' } })
    expect(await ben.post('/api/tools', { name: 'Rake', price: '5.00' })).toMatchObject({
      status: 201,
      body: { number: 4 },
    })
    const { rows } = await database.pool.query(
      `SELECT before, after FROM ninefold.change WHERE record = $1 AND field = 'price' ORDER BY at`,
      [drill.id],
    )
    expect(rows.map(({ after }) => Number(after))).toEqual([99.9, 89.9])
    expect(await stop(program)).toMatchObject({ code: 0, stderr: '' })
  },
)

/** The callers' roles belong to the server, so no dump of a database contains them. */
async function fill(database: TestDatabase, dump: string): Promise<void> {
  for (const role of [CALLER_ROLE, ...CALLER_SLOTS])
    await database.pool.query(
      `DO $$ BEGIN CREATE ROLE ${role} NOLOGIN; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$`,
    )
  const client = await database.pool.connect()
  await client.query(gunzipSync(await readFile(dump)).toString('utf8'))
  // The dump has changed the search path of its session.
  client.release(true)
}
