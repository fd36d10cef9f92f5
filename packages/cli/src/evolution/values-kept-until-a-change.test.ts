// Values that a rule keeps "until next change", beside everything that writes records without changing these values.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { backUp } from '@ninefold/server/store/backup/backup.ts'
import { restoreBackup } from '@ninefold/server/store/backup/restore.ts'
import { restoreArchived } from '@ninefold/server/store/migrate/archive.ts'
import { createTestDatabase, type TestDatabase } from '@ninefold/server/testing/test-database.ts'
import { expect, it } from 'vitest'
import { begun, rows, ticket, told } from '../testing/evolution/versioned-database.ts'
import { bring, type EntityText, type Version } from '../testing/evolution/versions.ts'

const PHONE = 'phone | text up to 20 | | |'
const PLACE: EntityText = { name: 'Place', fields: ['title | text up to 20 | | |'] }

/** The note of one ticket is longer than its rule permits by now. */
async function withKeptNote(...more: readonly string[]): Promise<{ database: TestDatabase; tight: Version }> {
  const fields = ['place | Place | | |', ...more]
  const database = await begun(
    { entities: [PLACE, ticket('note | text up to 20 | | |', ...fields)] },
    `INSERT INTO place (title, created_at, updated_at) VALUES ('here', now(), now())`,
    `INSERT INTO ticket (note, place_id, created_at, updated_at) SELECT note, id, now(), now() FROM place, unnest(ARRAY['long enough', 'b']) AS note`,
  )
  if (more.length > 0) await database.pool.query(`UPDATE ticket SET phone = '0' || note`)
  const tight: Version = {
    entities: [PLACE, ticket('note | text up to 4 | | |', ...fields)],
    changes: ['Ticket.note | | | kept until next change'],
  }
  expect(told(await bring(database.connectionString, tight))).toEqual([])
  return { database, tight }
}

it('brings archived values back beside them', async () => {
  const { database, tight } = await withKeptNote(PHONE)
  await using _ = database
  const { pool, connectionString } = database
  const without: Version = { entities: [PLACE, ticket('note | text up to 4 | | |', 'place | Place | | |')] }
  expect(told(await bring(connectionString, without, { consent: true }))).toEqual([])
  expect(told(await bring(connectionString, { ...tight, changes: [] }))).toEqual([])
  expect(await restoreArchived(pool, 'Ticket.phone')).toBe(2)
  expect(await rows(database, 'SELECT note, phone FROM ticket ORDER BY note')).toEqual([
    ['b', '0b'],
    ['long enough', '0long enough'],
  ])
  await expect(pool.query(`UPDATE ticket SET phone = 'x'`)).rejects.toThrow('ticket_note_length')
})

it('has them in a backup, which is restored', async () => {
  const { database } = await withKeptNote()
  await using _ = database
  await using restored = await createTestDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'ninefold-kept-'))
  try {
    const path = join(folder, 'a.zip')
    await backUp(database.connectionString, path, { program: '0.0.0', revisionOf: () => 'some' })
    await restoreBackup(restored.connectionString, path, {})
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  expect(await rows(restored, 'SELECT note FROM ticket ORDER BY note')).toEqual(['b', 'long enough'])
  await expect(restored.pool.query(`UPDATE ticket SET note = note || ' '`)).rejects.toThrow('ticket_note_length')
  await expect(restored.pool.query(`UPDATE place SET title = repeat('x', 21)`)).rejects.toThrow('place_title_length')
})

it('clears a reference beside them, when its record is deleted', async () => {
  const { database } = await withKeptNote()
  await using _ = database
  await database.pool.query('DELETE FROM place')
  expect(await rows(database, 'SELECT note, place_id FROM ticket ORDER BY note')).toEqual([
    ['b', null],
    ['long enough', null],
  ])
})
