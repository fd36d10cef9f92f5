// Tenants over real HTTP and in real SQL: crossing by every kind of call and by raw statements, several memberships,
// and deletion of one tenant among a hundred. Each check must detect a planted fault.

import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { VIEWS_PATH } from '@ninefold/core/contract/screens/views.ts'
import { CURRENT_TENANT_PATH, TENANTS_PATH } from '@ninefold/core/contract/wire/tenants.ts'
import type { Reference } from '@ninefold/core/plan/schema/schema.ts'
import { readEvents } from '../testing/event-reader.ts'
import { withoutGate, withoutWall } from '../testing/forgetful-plans.ts'
import { type Answer, type Client, runApplication, type RunningApplication } from '../testing/running-application.ts'
import { overlookedFaults } from '../testing/tenants/planted-faults.ts'
import { RecordedStatements } from '../testing/tenants/recorded-statements.ts'
import { beyondTenant } from '../testing/tenants/beyond-tenant.ts'
import { judgeStatements } from '../testing/tenants/tenant-line.ts'
import type { Application } from './context/application.ts'
import { tidyFiles } from './files/file-housekeeping.ts'

const TEXT = readFileSync(new URL('../testing/texts/workshops.md', import.meta.url), 'utf8')
const PASSWORD = 'long enough indeed'

/** One organisation with a little of everything, and its owner. */
interface House {
  readonly owner: Client
  readonly organisation: string
  readonly membership: string
  readonly label: string
  readonly project: { readonly id: string; readonly number: number }
  readonly task: string
  readonly file: string
}

function made(answer: Answer): any {
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body
}

function signUp(application: RunningApplication, name: string): Promise<Client> {
  return application.signUp({ name, email: `${name}@example.test`, password: PASSWORD })
}

/** Every text of the house contains `word`, and no other text does. */
async function houseOf(application: RunningApplication, word: string): Promise<House> {
  const owner = await signUp(application, word)
  const organisation = made(await owner.post('/api/organisations', { name: `${word} Ltd` })).id
  const { rows } = await application.database.pool.query('SELECT id FROM membership WHERE organisation_id = $1', [
    organisation,
  ])
  const membership = rows[0].id as string
  const label = made(await owner.post('/api/labels', { name: 'urgent' })).id
  const uploaded = await owner.send('/_ninefold/files?name=plan.txt', { method: 'POST', body: `${word} plan` })
  const plan = made(uploaded)
  const project = made(await owner.post('/api/projects', { name: `House`, plan: plan.id }))
  await owner.patch(`/api/projects/${project.number}`, { name: `House ${word}` })
  const task = made(
    await owner.post('/api/tasks', { project: project.id, title: `${word} roof`, assignee: membership }),
  )
  await application.database.pool.query(`INSERT INTO project_labels (project_id, label_id) VALUES ($1, $2)`, [
    project.id,
    label,
  ])
  const view = made(await owner.post(`${VIEWS_PATH}/projects/0`, { name: `Of ${word}`, query: '' })).id
  expect((await owner.patch(`${VIEWS_PATH}/${view}`, { sharedWith: 'Member' })).status).toBe(204)
  return { owner, organisation, membership, label, project, task: task.id, file: plan.url }
}

let workshops: RunningApplication
let ada: House
let zoe: House

beforeAll(async () => {
  workshops = await runApplication(TEXT)
  await signUp(workshops, 'operator')
  ada = await houseOf(workshops, 'ada')
  zoe = await houseOf(workshops, 'zoe')
})
afterAll(() => workshops[Symbol.asyncDispose]())

/** Read requests, and words that they must not reveal. */
function reads(other: House): string[] {
  return [
    '/api/projects',
    '/api/projects?sort=name',
    `/api/projects?name=House%20zoe`,
    '/api/tasks',
    `/api/tasks?project=${other.project.id}`,
    `/api/tasks/${other.task}`,
    `/api/memberships/${other.membership}`,
    '/api/memberships',
    '/api/labels',
    '/api/people',
    '/api/organisations',
    `/api/organisations/${other.organisation}`,
    `/_ninefold/history/project/${other.project.id}`,
    '/_ninefold/search?q=roof',
    '/_ninefold/search?q=zoe',
    '/_ninefold/screens/Projects/0',
    `/_ninefold/screens/project/0?number=${other.project.number}`,
    '/_ninefold/screens/Projects/0/rows.csv',
    '/_ninefold/screens/Tasks/0/rows.csv',
    '/_ninefold/options/Project',
    '/_ninefold/options/Membership',
    '/_ninefold/options/Person',
    '/_ninefold/options/Project?q=zoe',
    other.file,
    VIEWS_PATH,
    '/_ninefold/app',
    TENANTS_PATH,
  ]
}

/** The requests whose answers contain data of the other house. */
async function told(reader: Client, other: House, word: string): Promise<string[]> {
  const { organisation, membership, label, project, task } = other
  const secrets = [word, organisation, membership, label, project.id, task]
  const found: string[] = []
  for (const path of reads(other)) {
    const { status, body } = await reader.get(path)
    expect(status, path).toBeLessThan(500)
    const text = JSON.stringify(body)
    // An error may repeat the caller's own input.
    if (status < 400 && secrets.some((secret) => text.includes(secret))) found.push(path)
  }
  return found
}

it('keeps two tenants apart though they call everything the same', async () => {
  const [first, second] = [await ada.owner.get('/api/projects'), await zoe.owner.get('/api/projects')]
  for (const { body } of [first, second]) expect(body).toMatchObject({ total: 1, items: [{ number: 1 }] })
  expect(made(await ada.owner.post('/api/projects', { name: 'Barn' }))).toMatchObject({ number: 2, slug: 'barn' })
  expect(made(await zoe.owner.post('/api/projects', { name: 'Barn' }))).toMatchObject({ number: 2, slug: 'barn' })
  expect(await ada.owner.post('/api/projects', { name: 'Barn' })).toMatchObject({ status: 409 })
  expect((await ada.owner.get('/api/labels/urgent')).body.id).toBe(ada.label)
})

it('tells nothing of another tenant by any read', async () => {
  expect(await told(ada.owner, zoe, 'zoe')).toEqual([])
  // The check finds the word where it is visible.
  expect((await told(zoe.owner, zoe, 'zoe')).length).toBeGreaterThan(15)
})

it('writes nothing into another tenant, and takes no reference from one', async () => {
  const before = await checksums(workshops, [ada.organisation])
  const { owner } = ada
  const refused: [Answer, number[]][] = [
    [await owner.post('/api/tasks', { project: zoe.project.id, title: 'crossing' }), [404, 422]],
    [
      await owner.post('/api/tasks', { project: ada.project.id, title: 'crossing', assignee: zoe.membership }),
      [404, 422],
    ],
    [await owner.patch(`/api/tasks/${ada.task}`, { project: zoe.project.id }), [404, 422]],
    [await owner.patch(`/api/tasks/${ada.task}`, { assignee: zoe.membership }), [404, 422]],
    [await owner.patch(`/api/tasks/${ada.task}`, { organisation: zoe.organisation }), [422]],
    [await owner.post('/api/labels', { name: 'given', organisation: zoe.organisation }), [422]],
    [await owner.patch(`/api/tasks/${zoe.task}`, { title: 'changed' }), [404]],
    [await owner.delete(`/api/tasks/${zoe.task}`), [404]],
    [await owner.post(`/api/tasks/${zoe.task}/finish`), [404]],
    [await owner.patch(`/api/memberships/${zoe.membership}`, { role: 'member' }), [404]],
    [await owner.delete(`/api/organisations/${zoe.organisation}`), [403, 404]],
    [await owner.post(CURRENT_TENANT_PATH, { id: zoe.organisation }), [404, 422]],
    // Even a call that runs as the product stays in its caller's tenant.
    [await owner.post('/api/closings', { name: 'House zoe' }), [404]],
  ]
  refused.forEach(([answer, expected], place) =>
    expect(expected, `${place}: ${JSON.stringify(answer.body)}`).toContain(answer.status),
  )
  expect((await owner.post('/api/closings', { name: 'House ada' })).body.all).toBe(2)
  expect(await checksums(workshops, [ada.organisation])).toEqual(before)
})

it('keeps answers up to date with changes of the own tenant alone', async () => {
  await using events = await readEvents(`${workshops.address}/api/labels`, ada.owner)
  expect((await events.next())?.data).toContain(ada.label)
  const foreign = made(await zoe.owner.post('/api/labels', { name: 'blue' })).id
  const own = made(await ada.owner.post('/api/labels', { name: 'blue' })).id
  const next = (await events.next())?.data ?? ''
  expect(next).toContain(own)
  expect(next).not.toContain(foreign)
})

const WALLS: Record<string, (application: Application) => Application> = {
  'the statement alone': withoutWall,
  'row-level security alone': withoutGate('the wall stands'),
}

for (const [name, double] of Object.entries({ ...WALLS, neither: withoutGate('the wall is down') }))
  it(`is kept by ${name}`, async () => {
    const recorded = new RecordedStatements()
    await using walled = await runApplication(TEXT, { double: (honest) => recorded.double(double(honest)) })
    await signUp(walled, 'operator')
    const [own, other] = [await houseOf(walled, 'ada'), await houseOf(walled, 'zoe')]
    const found = await told(own.owner, other, 'zoe')
    if (name === 'neither') expect(found.length).toBeGreaterThan(5)
    else expect(found).toEqual([])
    const line = await judgeStatements(walled.application, recorded.runs())
    const beyond = beyondTenant(walled.application.model, line)
    if (name === 'neither') expect(beyond.length).toBeGreaterThan(10)
    else expect(beyond).toEqual([])
    const isByWall = name === 'row-level security alone'
    expect(line.judged.filter(({ boundBy }) => boundBy === 'row-level security').length > 10).toBe(isByWall)
    if (name === 'the statement alone') expect(await overlookedFaults(walled.application, recorded.runs())).toEqual([])
  })

/** References with a tenant column that the database lets cross tenants, each tried and rolled back. */
async function crossing(application: RunningApplication, own: House, other: House): Promise<string[]> {
  const found: string[] = []
  const ends = application.application.schema.tables.flatMap(({ references }) =>
    references.filter((each): each is Reference & Required<Pick<Reference, 'tenant'>> => each.tenant !== undefined),
  )
  expect(ends.length).toBeGreaterThanOrEqual(5)
  const client = await application.database.pool.connect()
  try {
    for (const { name, table, column, target, tenant } of ends) {
      const ofTarget = `(SELECT "${target.column}" FROM "${target.table}" WHERE "${tenant.target}" = $2 LIMIT 1)`
      const isUser = tenant.column === 'id'
      const values = isUser ? [await idOf(client, own), other.organisation] : [own.organisation, other.organisation]
      const foreign = isUser ? '$2' : ofTarget
      await client.query('BEGIN')
      try {
        const { rowCount } = await client.query(
          `UPDATE "${table}" SET "${column}" = ${foreign} WHERE "${tenant.column}" = $1`,
          values,
        )
        expect(rowCount, name).toBeGreaterThan(0)
        found.push(name)
      } catch (cause) {
        expect(cause).toMatchObject({ code: '23503' })
      } finally {
        await client.query('ROLLBACK')
      }
    }
  } finally {
    client.release()
  }
  return found
}

async function idOf(client: { query: RunningApplication['database']['pool']['query'] }, { membership }: House) {
  const { rows } = await client.query('SELECT person_id FROM membership WHERE id = $1', [membership])
  return rows[0].person_id as string
}

it('refuses in SQL itself whatever leads into another tenant', async () => {
  expect(await crossing(workshops, ada, zoe)).toEqual([])
  const { pool } = workshops.database
  const move = 'UPDATE project SET organisation_id = $1 WHERE id = $2'
  await expect(pool.query(move, [zoe.organisation, ada.project.id])).rejects.toMatchObject({ code: '23503' })
  // Without its foreign key, a reference crosses, and the check finds it.
  await pool.query('ALTER TABLE task DROP CONSTRAINT task_project_reference')
  expect(await crossing(workshops, ada, zoe)).toEqual(['task_project_reference'])
  await pool.query(
    'ALTER TABLE task ADD CONSTRAINT task_project_reference FOREIGN KEY (organisation_id, project_id) REFERENCES project (organisation_id, id)',
  )
})

it('gives somebody in several tenants the roles of the current one, and takes them with the membership', async () => {
  const cleo = await signUp(workshops, 'cleo')
  const person = (await workshops.database.pool.query(`SELECT id FROM person WHERE name = 'cleo'`)).rows[0].id
  expect((await cleo.get(TENANTS_PATH)).body).toEqual({ kind: 'Organisation', tenants: [] })
  expect((await cleo.get('/api/projects')).body.total).toBe(0)
  const ownId = made(await cleo.post('/api/organisations', { name: 'Cleo Ltd' })).id
  await workshops.database.pool.query(
    `INSERT INTO membership (id, organisation_id, person_id, role, created_at) VALUES (gen_random_uuid(), $1, $2, 'member', now())`,
    [ada.organisation, person],
  )
  expect((await cleo.get(TENANTS_PATH)).body.tenants).toEqual([
    { id: ada.organisation, label: 'ada Ltd', isCurrent: false },
    { id: ownId, label: 'Cleo Ltd', isCurrent: true },
  ])
  expect((await cleo.get('/api/projects')).body.total).toBe(0)
  const invite = { person, role: 'owner' }
  expect((await cleo.post('/api/memberships', invite)).status, 'an owner may, and finds it there').toBe(409)
  expect((await cleo.post(CURRENT_TENANT_PATH, { id: ada.organisation })).status).toBe(204)
  expect((await cleo.get('/api/projects')).body).toEqual((await ada.owner.get('/api/projects')).body)
  expect((await cleo.post('/api/memberships', invite)).status, 'a member does not').toBe(403)
  expect((await ada.owner.get('/api/people')).body.items.map(({ name }: { name: string }) => name).sort()).toEqual([
    'ada',
    'cleo',
  ])
  const membership = (await ada.owner.get('/api/memberships')).body.items.find(
    ({ id }: { id: string }) => id !== ada.membership,
  )
  expect((await ada.owner.delete(`/api/memberships/${membership.id}`)).status).toBe(204)
  // The other tenant becomes the current one at once.
  expect((await cleo.get('/api/projects')).body.total).toBe(0)
  expect((await cleo.get(TENANTS_PATH)).body.tenants).toEqual([{ id: ownId, label: 'Cleo Ltd', isCurrent: true }])
})

/** A checksum of each table, without the rows of one tenant and without counters and logs. */
async function checksums(application: RunningApplication, without: readonly string[]): Promise<Record<string, string>> {
  const { pool } = application.database
  const { rows } = await pool.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname IN ('public', 'ninefold') ORDER BY 1`,
  )
  const found: Record<string, string> = {}
  for (const { name } of rows.filter((each) => !OF_REQUESTS.has(each.name))) {
    const { rows: sums } = await pool.query(
      `SELECT count(*) || ' ' || coalesce(md5(string_agg(t::text, E'\\n' ORDER BY t::text)), '') AS sum FROM ${name} AS t WHERE NOT EXISTS (SELECT FROM unnest($1::text[]) AS mark WHERE position(mark in t::text) > 0)`,
      [without],
    )
    found[name] = sums[0].sum
  }
  return found
}

/** The tenant, its records and its people, who may belong to another tenant from then on. */
async function marksOf(application: RunningApplication, organisation: string): Promise<string[]> {
  const { rows } = await application.database.pool.query<{ id: string }>(
    `SELECT $1::text AS id UNION ALL SELECT person_id::text FROM membership WHERE organisation_id = $1::uuid
     UNION ALL SELECT id::text FROM project WHERE organisation_id = $1::uuid`,
    [organisation],
  )
  return rows.map(({ id }) => id)
}

/** Tables about requests, not records. */
const OF_REQUESTS = new Set(
  ['audit', 'session', 'sign_in_attempt', 'limit_use', 'file', 'file_use'].map((name) => `ninefold.${name}`),
)

/** Tables that still contain a text. */
async function standsIn(application: RunningApplication, text: string): Promise<string[]> {
  const { pool } = application.database
  const { rows } = await pool.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname IN ('public', 'ninefold') ORDER BY 1`,
  )
  const found: string[] = []
  // The audit log keeps on purpose who did what to which record.
  for (const { name } of rows.filter((each) => !OF_REQUESTS.has(each.name))) {
    const { rows: there } = await pool.query(`SELECT FROM ${name} AS t WHERE position($1 in t::text) > 0 LIMIT 1`, [
      text,
    ])
    if (there.length > 0) found.push(name)
  }
  return found
}

/** A hundred tenants, each with people, records that reference each other, a history, a list and a deleted record. */
const HUNDRED = `
INSERT INTO organisation (id, name, places, created_at, version) SELECT md5('organisation' || n)::uuid, 'Firm ' || n, 5, now(), 1 FROM generate_series(1, 100) AS n;
INSERT INTO person (id, name, email, password, created_at, version) SELECT md5('person' || n)::uuid, 'Person ' || n, n || '@firm.test', 'none', now(), 1 FROM generate_series(1, 200) AS n;
INSERT INTO membership (id, organisation_id, person_id, role, created_at, version) SELECT gen_random_uuid(), md5('organisation' || o)::uuid, md5('person' || n)::uuid, 'owner', now(), 1 FROM generate_series(1, 100) AS o, generate_series(1, 200) AS n WHERE n IN (o, o + 100, o % 100 + 1);
INSERT INTO label (id, organisation_id, name, created_at, version) SELECT md5('label' || n)::uuid, md5('organisation' || n)::uuid, 'one', now(), 1 FROM generate_series(1, 100) AS n;
INSERT INTO project (id, organisation_id, name, slug, created_at, version) SELECT md5('project' || n || p)::uuid, md5('organisation' || n)::uuid, 'Project ' || p, 'p' || p, now(), 1 FROM generate_series(1, 100) AS n, generate_series(1, 3) AS p;
INSERT INTO project_labels (project_id, label_id) SELECT md5('project' || n || 1)::uuid, md5('label' || n)::uuid FROM generate_series(1, 100) AS n;
INSERT INTO task (id, organisation_id, project_id, title, status, assignee_id, created_at, version) SELECT gen_random_uuid(), p.organisation_id, p.id, 'Task', 'open', (SELECT m.id FROM membership AS m WHERE m.organisation_id = p.organisation_id LIMIT 1), now(), 1 FROM project AS p WHERE p.name LIKE 'Project %';
UPDATE project SET name = name || '!' WHERE name LIKE 'Project %'`

it('deletes one of a hundred tenants, and changes nothing else', async () => {
  await using many = await runApplication(TEXT)
  const operator = await signUp(many, 'operator')
  const kept = await houseOf(many, 'ada')
  const one = await houseOf(many, 'zoe')
  await many.database.pool.query(HUNDRED)
  const free = made(await one.owner.post('/api/projects', { name: 'Shed' }))
  expect((await one.owner.delete(`/api/projects/${free.number}`)).status).toBe(204)
  expect(await standsIn(many, free.id)).toEqual(['ninefold.deleted_row'])
  const marks = [...(await marksOf(many, one.organisation)), free.id]
  const before = await checksums(many, marks)
  const deleted = await operator.delete(`/api/organisations/${one.organisation}`)
  expect(deleted.status, JSON.stringify(deleted.body)).toBe(204)
  // Housekeeping deletes files that no record holds any more.
  await many.database.pool.query(`UPDATE ninefold.file SET created_at = created_at - interval '2 days'`)
  await tidyFiles(many.application, many.files, Date.now())
  expect(await many.database.pool.query('SELECT FROM ninefold.file')).toMatchObject({ rowCount: 1 })
  for (const gone of [one.organisation, one.project.id, one.task, one.membership, one.label, free.id])
    expect(await standsIn(many, gone), gone).toEqual([])
  expect(await checksums(many, marks)).toEqual(before)
  expect((await kept.owner.get('/api/projects')).body.total).toBe(1)
  expect((await one.owner.get('/api/projects')).body.total).toBe(0)
  // The check finds a deletion that affects a neighbour.
  await many.database.pool.query(
    `CREATE FUNCTION also() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN UPDATE task SET title = 'lost' WHERE id = (SELECT id FROM task WHERE organisation_id <> OLD.id LIMIT 1); RETURN NULL; END $$;
     CREATE TRIGGER also AFTER DELETE ON organisation FOR EACH ROW EXECUTE FUNCTION also()`,
  )
  const next = (await many.database.pool.query(`SELECT md5('organisation7')::uuid::text AS id`)).rows[0].id
  const marked = await marksOf(many, next)
  const again = await checksums(many, marked)
  expect((await operator.delete(`/api/organisations/${next}`)).status).toBe(204)
  expect(
    Object.entries(await checksums(many, marked)).flatMap(([name, sum]) => (again[name] === sum ? [] : [name])),
  ).toEqual(['public.task'])
})
