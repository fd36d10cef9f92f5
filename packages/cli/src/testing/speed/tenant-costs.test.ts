// Applications with tenants: policies compare with a tenant that is set once, and look up nothing. A process that
// tells no tenant gets an error.

import { readFileSync } from 'node:fs'
import { runApplication } from '@ninefold/server/testing/running-application.ts'
import { CALLER_ROLE } from '@ninefold/core/plan/schema/caller-slots.ts'
import { expect, it } from 'vitest'
import { AskedOfDatabase } from './asked-of-database.ts'
import { touchedBy } from './touched.ts'

const TEXT = readFileSync(new URL('../../../../server/src/testing/texts/workshops.md', import.meta.url), 'utf8')
const PASSWORD = 'correct-horse-1'
/** A hundredth of the tasks is the caller's. */
const FILL = `SET session_replication_role = replica;
  INSERT INTO organisation (name, places, created_at, version) SELECT 'Org ' || i, 20, now(), 1 FROM generate_series(1, 99) AS i;
  INSERT INTO project (name, organisation_id, slug, number, created_at, version)
    SELECT name, id, name, row_number() OVER () + 100, now(), 1 FROM organisation;
  INSERT INTO task (title, project_id, organisation_id, status, created_at, version)
    SELECT 'Task ' || i, id, organisation_id, 'open', now(), 1 FROM project, generate_series(1, 100) AS i;
  SET session_replication_role = origin`

it('looks up the tenant of the caller for the conditions of a statement, and for no policy', async () => {
  const asked = new AskedOfDatabase()
  await using application = await runApplication(TEXT, { double: asked.double })
  const { pool } = application.database
  const mia = await application.signUp({ name: 'Mia', email: 'mia@example.test', password: PASSWORD })
  const made = await mia.post('/api/organisations', { name: 'Alder' })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  await pool.query(FILL)
  await pool.query('VACUUM ANALYZE')
  for (const path of ['/api/tasks', '/api/projects']) {
    await mia.get(path)
    asked.taken()
    expect((await mia.get(path)).body.total, path).toBe(path === '/api/tasks' ? 100 : 1)
    const [statement, ...others] = asked.taken().filter(({ caller }) => caller !== null)
    expect(others, path).toEqual([])
    if (statement === undefined) throw new Error(`${path} asked nothing.`)
    const { plan, rows } = await touchedBy(pool, statement)
    // Those of the statement itself.
    const own = statement.text.match(/ninefold_all\."person"/g) ?? []
    expect(plan.match(/ on (?:person|membership)/g), plan).toHaveLength(own.length)
    // The page, the count of all that the tenant has, and the caller. PostgreSQL counts by index or by a bitmap, which
    // takes each of them twice: of the index, and of the table.
    expect(rows, plan).toBeLessThanOrEqual(225)
  }
})

it('refuses a statement of a caller whose tenant was not told', async () => {
  await using application = await runApplication(TEXT)
  await application.database.pool.query(FILL)
  const client = await application.database.pool.connect()
  try {
    await client.query(
      `BEGIN; SELECT set_config('ninefold.roles', '["Member"]', true), set_config('role', '${CALLER_ROLE}', true)`,
    )
    await expect(client.query('SELECT count(*) FROM task')).rejects.toMatchObject({ code: '42704' })
  } finally {
    client.release(true)
  }
})
