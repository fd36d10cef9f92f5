import { readFileSync } from 'node:fs'
import { compile } from '@ninefold/core/compile.ts'
import { planTables } from '@ninefold/core/plan/schema/tables.ts'
import type { IndexUses } from '@ninefold/server/store/tables/index-use.ts'
import { migrate } from '@ninefold/server/store/migrate/migrate.ts'
import type {} from '@ninefold/server/testing/servers/postgres-server.ts'
import { createTestDatabase } from '@ninefold/server/testing/test-database.ts'
import { expect, it } from 'vitest'
import { ninefold, workplace } from '../testing/program.ts'

const OWN = 'errand_owner_by_created_at'

it('tells which indexes nothing has used, and counts the uses of the others', async () => {
  const { model } = compile(readFileSync(new URL('../testing/speed/errands.md', import.meta.url), 'utf8'))
  if (model === null) throw new Error('errands.md has errors.')
  await using database = await createTestDatabase()
  await migrate(database.pool, planTables(model), { consent: false })
  await using place = await workplace()
  const run = async (...words: readonly string[]) => {
    const { stdout, stderr, code } = await ninefold(place.folder, words, {
      DATABASE_URL: database.connectionString,
    })
    expect([code, stderr]).toEqual([0, ''])
    return stdout
  }
  const unused = /^Not used since .*$/m
  expect(unused.exec(await run('indexes', 'app.md'))?.[0]).toContain(OWN)

  const client = await database.pool.connect()
  await client.query('SET enable_seqscan = off; SET enable_bitmapscan = off')
  await client.query('SET enable_sort = off')
  await client.query(
    "SELECT created_at, id FROM errand WHERE owner_id = '00000000-0000-4000-8000-000000000000' ORDER BY created_at, id",
  )
  await client.query('SELECT pg_stat_force_next_flush()')
  client.release(true)
  const after = await run('indexes', 'app.md')
  expect(unused.exec(after)?.[0]).not.toContain(OWN)
  // An index for uniqueness counts as used.
  expect(unused.exec(after)?.[0]).not.toContain('errand_code_unique')
  expect(after).toMatch(
    new RegExp(String.raw`^ +1 times +0\.0 MB {2}${OWN} on errand \(owner_id, created_at, id\)$`, 'm'),
  )
  const { indexes } = JSON.parse(await run('indexes', 'app.md', '--json')) as IndexUses
  expect(indexes.find(({ name }) => name === OWN)).toMatchObject({ uses: 1, isUnique: false, table: 'errand' })
})
