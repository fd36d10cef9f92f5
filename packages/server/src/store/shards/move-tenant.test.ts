// A tenant moves between two databases while its people and others work. Everything of it is in the target afterwards,
// and nothing in the source; nothing acknowledged is lost; no request fails; and a move that is cut off goes on.

import pg from 'pg'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ENGINE_ROWS } from '@ninefold/core/plan/schema/shards/engine-rows.ts'
import { runPutOff } from '../../jobs/later.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import type { RunningApplication } from '../../testing/running-application.ts'
import { rowsNaming } from '../../testing/shards/rows-naming.ts'
import { type Person, type TwoShards, twoShards } from '../../testing/shards/two-shards.ts'
import { GRACE_MS } from '../../api/shards/tenant-router.ts'
import { cancelMove, discardTenant, moveTenant } from './move-tenant.ts'
import { arrive, beginLeaving, identityOf } from './placements.ts'
import { selectRecords } from './selected-records.ts'
import { copyTenant } from './tenant-copy.ts'
import { blockWrites } from './blocked-writes.ts'

let shards: TwoShards
beforeAll(async () => {
  shards = await twoShards()
})
afterAll(() => shards[Symbol.asyncDispose]())

async function idOf({ database }: RunningApplication, name: string): Promise<string> {
  const { rows } = await database.pool.query('SELECT id FROM organisation WHERE name = $1', [name])
  return rows[0]?.id
}

/** The tenant, its records and its members. */
async function idsOf({ database }: RunningApplication, tenant: string): Promise<string[]> {
  const tables = ['membership', 'label', 'project', 'task'].map(
    (name) => `SELECT id::text AS id FROM ${name} WHERE organisation_id = $1`,
  )
  const members = 'SELECT person_id::text AS id FROM membership WHERE organisation_id = $1'
  const { rows } = await database.pool.query<{ id: string }>([...tables, members].join(' UNION '), [tenant])
  return [tenant, ...rows.map(({ id }) => id)]
}

async function countriesOf({ database }: RunningApplication): Promise<[string, string][]> {
  const { rows } = await database.pool.query<{ id: string; name: string }>('SELECT id::text AS id, name FROM country')
  return rows.map(({ id, name }) => [id, name])
}

/** A project with a file, a history and a label, tasks with a clock, a deleted project, a view and deferred steps. */
async function furnish(person: Person): Promise<void> {
  const done = async (method: string, path: string, body?: unknown) => {
    const answer = await person.ask(method, path, body)
    expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300)
    return answer.body
  }
  const file = await person.ask('POST', '/_ninefold/files?name=plan.txt', { any: 'content' })
  expect(file.status).toBe(201)
  const countries = await shards.home.database.pool.query("SELECT id FROM country WHERE name = 'Spain'")
  const project = await done('POST', '/api/projects', {
    name: 'House',
    country: countries.rows[0].id,
    plan: file.body.id,
  })
  await done('PATCH', `/api/projects/${project.number}`, { name: 'House 2' })
  const gone = await done('POST', '/api/projects', { name: 'Gone', country: countries.rows[0].id })
  await done('DELETE', `/api/projects/${gone.number}`)
  await done('POST', '/api/tasks', { project: project.id, title: 'Roof' })
  await done('POST', '/api/tomorrow', { name: 'deferred' })
}

const FURNISHED = [
  'ninefold.audit',
  'ninefold.change',
  'ninefold.clock',
  'ninefold.counter',
  'ninefold.deleted_row',
  'ninefold.file',
  'ninefold.file_use',
  'ninefold.later',
  'ninefold.session',
  'ninefold.user_role',
  'public.membership',
  'public.organisation',
  'public.person',
  'public.project',
  'public.task',
]

it('every engine table says which of its rows follow a tenant', async () => {
  const { rows } = await shards.home.database.pool.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'ninefold'::regnamespace AND relkind = 'r' AND relname !~ '^archived_[0-9]' ORDER BY 1`,
  )
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(ENGINE_ROWS).toSorted())
})

it('moves everything of the tenant, and leaves nothing of it', async () => {
  const { home, shard } = shards
  const beth = await shards.founder('beth')
  await furnish(beth)
  const tenant = await idOf(home, 'beth')
  const ids = await idsOf(home, tenant)
  const before = await rowsNaming(home.database.pool, ids)
  const moved = await moveTenant(shards.options('beth'))
  expect(moved).toMatchObject({ records: 4, files: 1 })
  const after = await rowsNaming(shard.database.pool, ids)
  expect(after.get('ninefold.tenant_placement')).toHaveLength(1)
  after.delete('ninefold.tenant_placement')
  // The account was made before the tenant.
  before.set(
    'ninefold.audit',
    (before.get('ninefold.audit') ?? []).filter((line) => !line.includes('"entity": "Person"')),
  )
  expect(named(after, await countriesOf(shard))).toEqual(named(before, await countriesOf(home)))
  expect([...before.keys()]).toEqual(expect.arrayContaining(FURNISHED))
  const left = await rowsNaming(home.database.pool, [
    tenant,
    ...(await idsOf(shard, tenant)).filter((id) => id !== ids.at(-1)),
  ])
  // Accounts are kept in each database where they were, and housekeeping removes files that nothing uses.
  expect([...left.keys()]).toEqual([
    'ninefold.audit',
    'ninefold.file',
    'ninefold.moved_member',
    'ninefold.session',
    'ninefold.tenant_placement',
    'ninefold.user_role',
    'public.person',
  ])
})

/** Reference data has other ids in each database. */
function named(rows: ReadonlyMap<string, string[]>, countries: [string, string][]): [string, string[]][] {
  return [...rows].map(([table, texts]) => [
    table,
    texts.map((text) => countries.reduce((whole, [id, name]) => whole.replaceAll(id, name), text)),
  ])
}

it('runs deferred steps once, in the target', async () => {
  const { home, shard } = shards
  const carl = await shards.founder('carl')
  await carl.ask('POST', '/api/tomorrow', { name: 'deferred' })
  await moveTenant(shards.options('carl'))
  await runPutOff(home.application, Date.now())
  await runPutOff(shard.application, Date.now())
  const { body } = await carl.ask('GET', '/api/labels', null, shard.address)
  expect(body.items.map(({ name }: { name: string }) => name)).toEqual(['deferred'])
})

it('moves a tenant while it is used: nothing acknowledged is lost, and no request fails', async () => {
  const { home, shard } = shards
  const [ada, zoe] = [await shards.founder('ada'), await shards.founder('zoe')]
  const failed: unknown[] = []
  let isOver = false
  const work = async (person: Person, word: string): Promise<string[]> => {
    const kept: string[] = []
    for (let number = 1; !isOver; number++) {
      const name = `${word} ${number}`
      const made = await person.ask('POST', '/api/labels', { name })
      if (made.status === 201) kept.push(name)
      else failed.push(made)
      const read = await person.ask('GET', `/api/labels?sort=-createdAt&limit=1`)
      if (read.status !== 200) failed.push(read)
    }
    return kept
  }
  const working = Promise.all([work(ada, 'a'), work(ada, 'b'), work(zoe, 'z')])
  await moveTenant({ ...shards.options('ada'), graceMs: GRACE_MS })
  isOver = true
  const [first, second, others] = await working
  expect(failed).toEqual([])
  const { rows } = await shard.database.pool.query('SELECT name FROM label WHERE organisation_id = $1', [
    await idOf(shard, 'ada'),
  ])
  expect(rows.map(({ name }) => name).toSorted()).toEqual([...(first ?? []), ...(second ?? [])].toSorted())
  const { rows: ofOthers } = await home.database.pool.query('SELECT name FROM label WHERE organisation_id = $1', [
    await idOf(home, 'zoe'),
  ])
  expect(ofOthers).toHaveLength(others?.length ?? 0)
  // The session goes on, and a new one begins by the home shard.
  expect((await ada.ask('POST', '/api/labels', { name: 'afterwards' })).status).toBe(201)
})

it('lets a tenant go on where it was when the move fails', async () => {
  const { home, shard } = shards
  const dora = await shards.founder('dora')
  await shard.signUp({ name: 'other', email: dora.email, password: 'long enough indeed' })
  await expect(moveTenant(shards.options('dora'))).rejects.toThrow(`Key (lower(email`)
  expect((await dora.ask('POST', '/api/labels', { name: 'still here' })).status).toBe(201)
  expect(await idOf(shard, 'dora')).toBe(undefined)
  const { rows } = await home.database.pool.query(`SELECT state FROM ninefold.tenant_placement WHERE label = 'dora'`)
  expect(rows).toEqual([])
  const { rows: triggers } = await home.database.pool.query(
    `SELECT tgname FROM pg_trigger WHERE tgname LIKE '~moving%'`,
  )
  expect(triggers).toEqual([])
})

it('goes on after an end at any moment', async () => {
  const { home, shard } = shards
  const emma = await shards.founder('emma')
  const tenant = await idOf(home, 'emma')
  const moved = { model: home.application.model, schema: home.application.schema, tenant }
  const options = shards.options('emma')
  const [source, target] = [options.source, options.target].map(
    (connectionString) => new pg.Client({ connectionString }),
  ) as [pg.Client, pg.Client]
  await Promise.all([source.connect(), target.connect()])
  try {
    // Cut off after the triggers: writes are refused with when to come back, until the move is cancelled or repeated.
    const leaving = { tenant, label: 'emma', address: shard.address, target: await identityOf(target), move: null }
    await beginLeaving(source, { ...leaving, target: randomUUID() })
    await expect(moveTenant(options)).rejects.toThrow('Repeat that command')
    await expect(cancelMove(options)).rejects.toThrow('Repeat that command')
    const { move } = await beginLeaving(source, leaving)
    await blockWrites(source, moved)
    const bare = await shards.signIn('emma', emma.email)
    expect(await refusedNow(source)).toBe('NF003')
    await cancelMove(shards.options('emma'))
    expect((await bare.ask('POST', '/api/labels', { name: 'after cancelling' })).status).toBe(201)
    // Cut off between the commit of the target and the row that the tenant has left.
    await beginLeaving(source, leaving)
    await blockWrites(source, moved)
    await source.query('BEGIN ISOLATION LEVEL REPEATABLE READ')
    await target.query('BEGIN')
    await target.query('SET LOCAL session_replication_role = replica')
    await selectRecords(source, moved)
    await copyTenant({ source, target }, moved)
    const { rows } = await source.query('SELECT move::text AS move FROM ninefold.tenant_placement WHERE tenant = $1', [
      tenant,
    ])
    expect(rows[0].move).not.toBe(move)
    await arrive(target, { tenant, label: 'emma', move: rows[0].move })
    await source.query('COMMIT')
    await target.query('COMMIT')
    await expect(cancelMove(shards.options('emma'))).rejects.toThrow('have arrived')
    expect(await moveTenant(shards.options('emma'))).toMatchObject({ records: 0 })
    expect(await idOf(home, 'emma')).toBe(undefined)
    const { body } = await emma.ask('GET', '/api/labels', null, shard.address)
    expect(body.total).toBe(1)
  } finally {
    await Promise.all([source.end(), target.end()])
  }
})

async function refusedNow(client: pg.Client): Promise<string | null> {
  try {
    await client.query(`UPDATE organisation SET name = name WHERE slug = 'emma'`)
    return null
  } catch (cause) {
    return (cause as { code: string }).code
  }
}

it('keeps names in addresses unique over all databases', async () => {
  const { home, shard } = shards
  const flora = await shards.founder('flora')
  await moveTenant(shards.options('flora'))
  const again = await home.signUp({ name: 'other', email: 'other@example.test', password: 'long enough indeed' })
  const taken = await again.post('/api/organisations', { name: 'Flora' })
  expect(taken.status, JSON.stringify(taken.body)).toBe(409)
  const there = await flora.ask('POST', '/api/organisations', { name: 'Second' }, shard.address)
  expect(there).toMatchObject({ status: 409, body: { detail: expect.stringContaining('main address') } })
  const named = shard.database.pool.query(`UPDATE organisation SET slug = 'other' WHERE slug = 'flora'`)
  await expect(named).rejects.toMatchObject({ code: 'NF005' })
})

it('leads members from their account to the host of the moved tenant', async () => {
  const { home } = shards
  const iris = await shards.founder('iris')
  await moveTenant(shards.options('iris'))
  const signedIn = await home.signIn(iris.email, 'long enough indeed')
  const { port } = new URL(home.address)
  expect((await signedIn.get('/_ninefold/tenants.json')).body).toEqual({
    kind: 'Organisation',
    tenants: [{ id: expect.any(String), label: 'iris', isCurrent: false, address: `http://iris.localhost:${port}` }],
  })
})

it('removes records that an earlier backup has brought back', async () => {
  const { home, shard } = shards
  const jana = await shards.founder('jana')
  const tenant = await idOf(home, 'jana')
  await moveTenant(shards.options('jana'))
  // As a restored backup would: the tenant is here, and no placement says that it has left.
  await home.database.pool.query(`DELETE FROM ninefold.tenant_placement WHERE label = 'jana'`)
  await home.database.pool.query(
    `INSERT INTO organisation (id, name, slug, places, created_at) VALUES ($1, 'jana', 'jana', 20, now())`,
    [tenant],
  )
  await expect(moveTenant(shards.options('jana'))).rejects.toThrow('--discard')
  await discardTenant(shards.options('jana'))
  expect(await idOf(home, 'jana')).toBe(undefined)
  expect((await jana.ask('GET', '/api/labels', null, shard.address)).status).toBe(200)
  await expect(discardTenant(shards.options('beth', shard, home))).rejects.toThrow('the only ones')
})

it('moves back with everything that came since', async () => {
  const { home, shard } = shards
  const gina = await shards.founder('gina')
  await moveTenant(shards.options('gina'))
  await gina.ask('POST', '/api/labels', { name: 'made there' }, shard.address)
  await shard.database.pool.query(`UPDATE person SET name = 'Gina changed' WHERE email = $1`, [gina.email])
  await moveTenant({ ...shards.options('gina', shard, home), graceMs: 1_200 })
  const { body } = await gina.ask('GET', '/api/labels')
  expect(body.items).toMatchObject([{ name: 'made there' }])
  const { rows } = await home.database.pool.query('SELECT name FROM person WHERE email = $1', [gina.email])
  expect(rows).toEqual([{ name: 'Gina changed' }])
  expect((await gina.ask('POST', '/api/labels', { name: 'made here' })).status).toBe(201)
  await moveTenant({ ...shards.options('gina'), graceMs: 1_200 })
  expect((await gina.ask('GET', '/api/labels', null, shard.address)).body.total).toBe(2)
})

it('refuses what cannot be moved, with a way out', async () => {
  const { home, shard } = shards
  await shards.founder('hugo')
  const options = shards.options('hugo')
  await expect(moveTenant(shards.options('nobody'))).rejects.toThrow('No Organisation of the source has "nobody"')
  await expect(moveTenant({ ...options, target: options.source })).rejects.toThrow('the same database')
  await expect(moveTenant({ ...options, target: 'postgres://localhost:1/none' })).rejects.toThrow(
    'target cannot be reached',
  )
  await using empty = await createTestDatabase()
  await expect(moveTenant({ ...options, target: empty.connectionString })).rejects.toThrow('Start one on it')
  await expect(moveTenant({ ...options, schema: { ...options.schema, tables: [] } })).rejects.toThrow(
    'another version of the specification',
  )
  await shard.database.pool.query(`UPDATE ninefold.identity SET shard = NULL`)
  await expect(moveTenant(options)).rejects.toThrow('tenants of its own')
  await shard.database.pool.query(`UPDATE ninefold.identity SET shard = 'other'`)
  await moveTenant(options)
  await expect(moveTenant(options)).rejects.toThrow(`has moved to ${shard.address} already`)
  expect(await idOf(home, 'hugo')).toBe(undefined)
})
