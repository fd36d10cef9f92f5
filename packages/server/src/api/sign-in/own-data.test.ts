// All stored data about one user: for themselves as far as they may see it, for an operator with the product's rights,
// and never credentials.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { bindingsOf } from '../../gate/context/bindings.ts'
import { callerWith } from '../../gate/context/caller.ts'
import { exportedData } from '../../gate/own-data/exported-user.ts'
import { ownData } from '../../gate/own-data/own-data.ts'
import { type Client, runApplication, type RunningApplication } from '../../testing/running-application.ts'

const FIELDS = `| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |`

const PERSON = `### Entity: Person

${FIELDS}
| email | email | required, unique | | |
| password | password 10 to 200 | required, hidden | | |
| remark | text up to 80 | | | |
| manager | Person | | | |`

const NOTES = `# Notes

**Ninefold:** 1

## 3. Entities and their fields

**Every entity has:** id as a random identifier, createdBy

${PERSON}

### Entity: Note

${FIELDS}
| text | text up to 200 | required | | |
| inside | text up to 80 | | | |
| secret | text up to 80 | hidden | | |
| judge | Person | | | |
| readers | list of Person | | | |

## 6. Roles and permissions

### Signing in

- **Users are:** Person
- **Sign in with:** email and password
- **Session:** cookie, ends 30 days after last use
- **Sign up:** open, gives Writer
- **API keys:** Writer, at most 90 days

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |
| Writer | | by signing up |

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | create | Person | | email, password |
| Writer | see | Person | | id, email |
| Writer | see | Note | | id, text, readers, createdBy |
| Writer | create | Note | | text, inside, readers |

## 7. The calls it makes

### Standard calls

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Note | \`/notes\` | list, create | id | everything visible |
`

const PATH = '/_ninefold/account/data.json'
const PASSWORD = 'long enough indeed'

let notes: RunningApplication
let ada: Client
let ben: Client
let adasId: string
let bensId: string

async function idOf(client: Client): Promise<string> {
  return (await client.get('/_ninefold/app')).body.caller.id
}

beforeAll(async () => {
  notes = await runApplication(NOTES)
  ada = await notes.signUp({ email: 'ada@example.test', password: PASSWORD })
  ben = await notes.signUp({ email: 'ben@example.test', password: PASSWORD })
  ;[adasId, bensId] = await Promise.all([idOf(ada), idOf(ben)])
  await ada.post('/notes', { text: 'Of Ada', inside: 'inside of Ada' })
  expect((await ben.post('/notes', { text: 'Of Ben, for Ada', readers: [adasId] })).status).toBe(201)
  await ben.post('/notes', { text: 'Of Ben alone' })
  await notes.database.pool.query(`INSERT INTO note (text, judge_id, created_by_id) VALUES ('Judged by Ada', $1, $2)`, [
    adasId,
    bensId,
  ])
  await notes.database.pool.query(`UPDATE note SET secret = 'nobody reads this'`)
  await notes.database.pool.query(`UPDATE person SET remark = 'slow', manager_id = $2 WHERE id = $1`, [adasId, bensId])
})

afterAll(() => notes[Symbol.asyncDispose]())

async function exported(identifier: string, application = notes.application): Promise<any> {
  const pieces = await exportedData(application, identifier)
  if (pieces === null) return null
  let text = ''
  for await (const piece of pieces) text += piece
  return JSON.parse(text)
}

function textsIn(data: any): string[] {
  return (data.records.Note ?? []).map(({ text }: { text: string }) => text).sort()
}

it('gives somebody what they may see of what refers to them, and nothing that lets anybody in', async () => {
  const { status, body, headers } = await ada.get(PATH)
  expect(status, JSON.stringify(body)).toBe(200)
  expect(headers.get('content-disposition')).toBe('attachment; filename="my-data.json"')
  expect(headers.get('cache-control')).toBe('no-store')
  expect(body).toMatchObject({
    application: 'Notes',
    user: { id: adasId, email: 'ada@example.test' },
    roles: ['Writer'],
    sessions: [{ signedInAt: expect.any(String) }],
    apiKeys: [],
    passkeys: [],
    messages: [],
    events: [],
  })
  expect(body.user.remark ?? null).toBeNull()
  // Ada may not see that she is the judge of a note.
  expect(textsIn(body)).toEqual(['Of Ada', 'Of Ben, for Ada'])
  expect(Object.keys(body.records)).toEqual(['Note'])
  expect(JSON.stringify(body)).not.toMatch(/inside of Ada|nobody reads this|slow|password|hash|argon2/i)
})

it('is for people who are signed in, and no program of theirs', async () => {
  expect((await notes.guest.get(PATH)).status).toBe(401)
  const made = await ben.post('/_ninefold/api-keys', { name: 'p', roles: ['Writer'], onlyReads: true, days: 1 })
  const authorization = `Bearer ${made.body.key}`
  expect((await notes.guest.get('/notes', { authorization })).status).toBe(200)
  expect((await notes.guest.get(PATH, { authorization })).status).toBe(403)
  const { body } = await ben.get(PATH)
  expect(body.apiKeys).toMatchObject([{ name: 'p', roles: ['Writer'], onlyReads: true }])
  expect(JSON.stringify(body)).not.toContain(made.body.key)
})

it('gives an operator all that refers to somebody, but for what is hidden, and says so in the audit log', async () => {
  const data = await exported('ada@example.test')
  expect(data.user).toMatchObject({ email: 'ada@example.test', remark: 'slow', manager: bensId })
  expect(textsIn(data)).toEqual(['Judged by Ada', 'Of Ada', 'Of Ben, for Ada'])
  expect(JSON.stringify(data)).toContain('inside of Ada')
  expect(JSON.stringify(data)).not.toMatch(/nobody reads this|password|argon2/i)
  expect((await exported('ben@example.test')).records.Person).toMatchObject([{ id: adasId }])
  expect(await exported('nobody@example.test')).toBeNull()
  const { rows } = await notes.database.pool.query(
    `SELECT record, call FROM ninefold.audit WHERE action = 'export data' ORDER BY at`,
  )
  expect(rows[0]).toEqual({ record: adasId, call: 'ninefold export-user' })
})

it('reads part by part, and each record comes once', async () => {
  const cleo = await notes.signUp({ email: 'cleo@example.test', password: PASSWORD })
  await notes.database.pool.query(
    `INSERT INTO note (text, created_by_id) SELECT 'part ' || n, $1 FROM generate_series(1, 1203) AS n`,
    [await idOf(cleo)],
  )
  await notes.database.pool.query(
    `INSERT INTO ninefold.notification (user_id, name, subject, body, created_at)
     SELECT $1, 'Told', 'subject ' || n, '', now() FROM generate_series(1, 1001) AS n`,
    [await idOf(cleo)],
  )
  const { body } = await cleo.get(PATH)
  expect(new Set(textsIn(body)).size).toBe(1203)
  expect(textsIn(body)).toHaveLength(1203)
  expect(new Set(body.messages.map(({ subject }: { subject: string }) => subject)).size).toBe(1001)
  expect(body.messages).toHaveLength(1001)
})

it('stops where the session ends meanwhile', async () => {
  const { application } = notes
  const me = { id: bensId, fields: {} }
  const own = callerWith(application.model, me, ['Writer'], null)
  const guest = callerWith(application.model, null, [], null)
  let asked = 0
  const pieces = ownData(application, async () => {
    const caller = asked++ === 0 ? own : guest
    return { caller, bindings: bindingsOf(application, caller) }
  })
  const reading = async (): Promise<string> => {
    let text = ''
    for await (const piece of pieces) text += piece
    return text
  }
  await expect(reading()).rejects.toThrow('not signed in')
})

it('is had five times in an hour', async () => {
  const dora = await notes.signUp({ email: 'dora@example.test', password: PASSWORD })
  for (let times = 0; times < 5; times++) expect((await dora.get(PATH)).status).toBe(200)
  expect((await dora.get(PATH)).status).toBe(429)
  expect((await ada.get(PATH)).status).toBe(200)
})

it('is of the current tenant for its user, and of all for an operator', async () => {
  await using tenants = await runApplication(
    NOTES.replace('**Every entity has:**', '**Records belong to:** Company via Membership\n\n$&')
      .replace(
        '### Entity: Note',
        `### Entity: Company\n\n${FIELDS}\n| name | text up to 80 | required, unique | | |\n\n### Entity: Membership\n\n${FIELDS}\n| person | Person | required, deleted together | | |\n\n$&`,
      )
      .replace('| Writer | see | Note', '| Writer | see | Membership | | id, person |\n$&'),
  )
  const eve = await tenants.signUp({ email: 'eve@example.test', password: PASSWORD })
  const evesId = await idOf(eve)
  const { pool } = tenants.database
  for (const company of ['One', 'Two']) {
    const { rows } = await pool.query(`INSERT INTO company (name) VALUES ($1) RETURNING id`, [company])
    await pool.query('INSERT INTO membership (company_id, person_id) VALUES ($1, $2)', [rows[0].id, evesId])
    await pool.query('INSERT INTO note (text, company_id, created_by_id) VALUES ($1, $2, $3)', [
      `In ${company}`,
      rows[0].id,
      evesId,
    ])
    await pool.query('UPDATE person SET company_id = $1 WHERE id = $2', [rows[0].id, evesId])
  }
  expect(textsIn((await eve.get(PATH)).body)).toEqual(['In Two'])
  expect(textsIn(await exported('eve@example.test', tenants.application))).toEqual(['In One', 'In Two'])
})
