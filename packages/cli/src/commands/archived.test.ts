import type {} from '@ninefold/server/testing/servers/postgres-server.ts'
import type { TestDatabase } from '@ninefold/server/testing/test-database.ts'
import { expect, it } from 'vitest'
import { ninefold, workplace } from '../testing/program.ts'
import { begun, ticket } from '../testing/evolution/versioned-database.ts'
import { bring } from '../testing/evolution/versions.ts'

/** Tables that contain these words anywhere. */
async function tablesWith({ pool }: TestDatabase, words: string): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname IN ('public', 'ninefold') AND tablename <> 'specification' ORDER BY name`,
  )
  const found = await Promise.all(
    rows.map(async ({ name }) => {
      const some = await pool.query(`SELECT FROM ${name} AS kept WHERE strpos(kept::text, $1) > 0 LIMIT 1`, [words])
      return some.rowCount === 0 ? [] : [name]
    }),
  )
  return found.flat()
}

it('lists what is kept, and erases what is named, once somebody has said yes, and says so in the audit', async () => {
  const insert = `INSERT INTO ticket (phone, size, created_at, updated_at) VALUES ('0171-555', 1, now(), now()), (NULL, 2, now(), now())`
  await using database = await begun(
    { entities: [ticket('phone | text up to 20 | | |', 'size | whole number | | |')] },
    insert,
  )
  await database.pool.query(
    `INSERT INTO ninefold.change (entity, record, field, at, before)
     SELECT 'Ticket', id::text, field, now(), '"0171-555"' FROM ticket, unnest(ARRAY['phone', 'subject']) AS field WHERE size = 1`,
  )
  await bring(database.connectionString, { entities: [ticket('note | text up to 9 | | |')] }, { consent: true })
  await using place = await workplace()
  const run = (...words: readonly string[]) =>
    ninefold(place.folder, words, { DATABASE_URL: database.connectionString })

  expect(await tablesWith(database, '0171-555')).toEqual(['ninefold.archived_1', 'ninefold.change'])
  const listed = await run('archived', 'app.md')
  expect(listed.stderr).toBe('')
  expect(listed.stdout).toMatch(
    /^Ticket\.phone {2}1 record, \d+ kB, taken away \d{4}-\d\d-\d\d after version 1\nTicket\.size {2}2 records, /,
  )
  const unknown = await run('erase-archived', 'app.md', 'Ticket.phone', 'Ticket.fax', '--yes')
  expect([unknown.code, unknown.stderr]).toEqual([
    1,
    expect.stringContaining('Nothing was erased: nothing called Ticket.fax'),
  ])
  const unasked = await run('erase-archived', 'app.md', 'Ticket.phone')
  expect([unasked.code, unasked.stderr]).toEqual([1, expect.stringContaining('there was no confirmation')])
  expect(await tablesWith(database, '0171-555')).toEqual(['ninefold.archived_1', 'ninefold.change'])

  const done = await run('erase-archived', 'app.md', 'Ticket.phone', '--yes')
  expect([done.code, done.stdout]).toEqual([0, expect.stringMatching(/^Ticket\.phone .*\nErased\. /)])
  expect(await tablesWith(database, '0171-555')).toEqual(['ninefold.change'])
  expect((await database.pool.query('SELECT field FROM ninefold.change')).rows).toEqual([{ field: 'subject' }])
  expect((await run('archived', 'app.md')).stdout).toMatch(/^Ticket\.size [^\n]*\n$/)
  expect((await run('audit', 'app.md')).stdout).toMatch(
    / erase from the archive Ticket phone {2}ninefold erase-archived /,
  )
  const again = await run('bring-back', 'app.md', 'Ticket.phone')
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('Nothing called Ticket.phone')])
})
