// Suspending, erasing and inviting people over real HTTP, and attacks on each: the rights are those of point 6.

import { afterEach, beforeEach, expect, it } from 'vitest'
import { API_KEYS_PATH } from '@ninefold/core/contract/programs/api-keys.ts'
import type { OpenInvitations, Person, ProgramsOfPerson } from '@ninefold/core/contract/wire/people.ts'
import { Refusal } from '../../gate/context/refusal.ts'
import { refuseSuspended } from '../../gate/users/suspensions.ts'
import { createSession } from '../../store/tables/users/sessions.ts'
import { type Answer, type Client, runApplication, type RunningApplication } from '../../testing/running-application.ts'

const PASSWORD = 'long enough indeed'

const TEXT = `# Club

**Ninefold:** 1

## 3. Entities and their fields

**Every entity has:** id as a random identifier, version

### Entity: Person

- **History:** every change

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| name | text up to 80 | required, personal data | | |
| nickname | text up to 80 | personal data | | |
| email | email | required, unique ignoring case | | |
| password | password 10 to 200 | required, hidden | | |

### Entity: Address

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| of | Person | required, deleted together | \`me\` | |
| street | text up to 80 | required, personal data | | |
| isFirst | yes/no | required | no | |

### Entity: Note

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| author | Person | required, set once, blocks deletion | \`me\` | |
| text | text up to 200 | required | | |

### Sample data: Person

| name | email | password | roles |
| --- | --- | --- | --- |
| Ada | ada@example.test | ${PASSWORD} | Admin |
| Max | max@example.test | ${PASSWORD} | Manager |
| Cleo | cleo@example.test | ${PASSWORD} | Member |
| Dan | dan@example.test | ${PASSWORD} | Member |

## 6. Roles and permissions

### Signing in

- **Users are:** Person
- **Sign in with:** email and password
- **Session:** cookie, ends 30 days after last use
- **Sign up:** by invitation
- **API keys:** Member, at most 90 days

### Roles

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |
| Member | | from a Manager; from an Admin |
| Manager | Member | from an Admin |
| Admin | Manager | from an Admin |

### Permissions

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Member | see | Person | | id, name, nickname |
| Member | change | Person | \`id == me.id\` | name |
| Member | forget | Person | \`id == me.id\` | |
| Manager | see, suspend | Person | | id, email |
| Manager | invite | Person | | |
| Admin | give roles, forget | Person | \`id != me.id\` | |
| Member | see, create | Address | \`of == me\` | all |
| Manager | see | Address | | all |
| Member | see, create | Note | | all |

## 7. The calls it makes

### Standard calls

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Person | \`/api/people\` | list, get, change | id | everything visible |
| Address | \`/api/addresses\` | list, create | id | everything visible |
| Note | \`/api/notes\` | list, create | id | everything visible |

### POST /api/greetings — Greet

- **Who:** Member
- **Repeatable:** with an Idempotency-Key
- **Used by:** other programs

1. send Greeting
2. respond 200 with \`{"to": me.name}\`

### Messages

| Message | By | To | Subject | Body |
| --- | --- | --- | --- | --- |
| Greeting | email | \`me.email\` | Good morning | Dear {me.name} |
`

let club: RunningApplication
let ada: Client
let max: Client
let cleo: Client

beforeEach(async () => {
  club = await runApplication(TEXT)
  ;[ada, max, cleo] = await Promise.all([signIn('ada'), signIn('max'), signIn('cleo')])
})

afterEach(() => club[Symbol.asyncDispose]())

function signIn(name: string): Promise<Client> {
  return club.signIn(`${name}@example.test`, PASSWORD)
}

function tryToSignIn(name: string, password = PASSWORD): Promise<Answer> {
  return club.guest.post('/_ninefold/session', { identifier: `${name}@example.test`, password })
}

async function person(name: string): Promise<Person> {
  const { body } = await ada.get(`/_ninefold/people.json?search=${name}`)
  const found = (body.people as Person[]).find(({ label }) => label === name)
  if (found === undefined) throw new Error(`Nobody is called ${name}.`)
  return found
}

const pathOf = async (name: string, what: string): Promise<string> =>
  `/_ninefold/people/${(await person(name)).id}/${what}`

async function keyOf(client: Client): Promise<(path: string) => Promise<number>> {
  const made = await client.post(API_KEYS_PATH, { name: 'robot', roles: ['Member'], onlyReads: false, days: 30 })
  expect(made.status).toBe(201)
  const authorization = `Bearer ${made.body.key}`
  return async (path) => (await fetch(club.address + path, { headers: { authorization } })).status
}

it('suspends a user at once, in every way in, and brings them back with what they had', async () => {
  const byKey = await keyOf(cleo)
  expect(await byKey('/api/notes')).toBe(200)
  expect((await max.post(await pathOf('Cleo', 'suspension'))).status).toBe(204)
  expect((await cleo.get('/_ninefold/app')).body.caller).toBeNull()
  expect((await cleo.get('/api/notes')).status).toBe(401)
  expect(await byKey('/api/notes')).toBe(401)
  expect(await person('Cleo')).toMatchObject({ isSuspended: true, roles: ['Member'] })
  const refused = await tryToSignIn('cleo')
  expect([refused.status, refused.body.detail]).toEqual([403, expect.stringContaining('suspended')])
  // Only callers who know the password learn of the suspension.
  const [ofCleo, ofDan] = [await tryToSignIn('cleo', 'another one'), await tryToSignIn('dan', 'another one')]
  expect(ofCleo.body).toEqual({ ...ofDan.body, requestId: expect.any(String) })
  expect((await max.delete(await pathOf('Cleo', 'suspension'))).status).toBe(204)
  expect((await cleo.get('/api/notes')).status).toBe(401)
  expect(await byKey('/api/notes')).toBe(200)
  expect((await (await signIn('cleo')).get('/api/notes')).status).toBe(200)
})

it('lets no session begin beside a suspension', async () => {
  const { id } = await person('Dan')
  const path = await pathOf('Dan', 'suspension')
  let wasAsked = false
  const arriving = club.database.write(async (transaction) => {
    await refuseSuspended(transaction, id)
    if (!wasAsked) expect((await max.post(path)).status).toBe(204)
    wasAsked = true
    return createSession(transaction, id)
  })
  await expect(arriving).rejects.toThrow(Refusal)
  const { rows } = await club.database.pool.query('SELECT FROM ninefold.session WHERE user_id = $1', [id])
  expect(rows).toHaveLength(0)
})

it('ends the sessions of a user, who signs in again', async () => {
  expect((await max.delete(await pathOf('Cleo', 'sessions'))).status).toBe(204)
  expect((await cleo.get('/api/notes')).status).toBe(401)
  expect((await tryToSignIn('cleo')).status).toBe(204)
})

it('shows the keys and apps of a user to whoever may suspend them, who ends each of them', async () => {
  const byKey = await keyOf(cleo)
  const { id } = await person('Cleo')
  await club.database.pool.query(
    `WITH app AS (INSERT INTO ninefold.oauth_app (name, redirect_addresses, created_at, used_at)
       VALUES ('Assistant', '{https://app.example.test/}', now(), now()) RETURNING id)
     INSERT INTO ninefold.oauth_grant (app, user_id, roles, only_reads, created_at, expires_at,
       code_hash, code_challenge, redirect_address, refresh_hash, refresh_salt)
     SELECT id, $1, '{Member}', true, now(), now() + interval '1 day', '\\x01', '', '', '\\x02', '\\x03' FROM app`,
    [id],
  )
  const programs = await max.get(await pathOf('Cleo', 'programs.json'))
  expect(programs.body).toEqual({
    keys: [expect.objectContaining({ name: 'robot', roles: ['Member'], isOver: false })],
    apps: [expect.objectContaining({ name: 'Assistant', onlyReads: true })],
  })
  const { keys, apps } = programs.body as ProgramsOfPerson
  const [key, app] = [keys[0]?.id ?? '', apps[0]?.id ?? '']
  // A key belongs to its user alone.
  expect((await max.delete(`${await pathOf('Dan', 'api-keys')}/${key}`)).status).toBe(404)
  expect((await max.delete(`${await pathOf('Cleo', 'apps')}/${key}`)).status).toBe(404)
  expect(await byKey('/api/notes')).toBe(200)
  expect((await max.delete(`${await pathOf('Cleo', 'api-keys')}/${key}`)).status).toBe(204)
  expect((await max.delete(`${await pathOf('Cleo', 'apps')}/${app}`)).status).toBe(204)
  expect(await byKey('/api/notes')).toBe(401)
  expect((await max.get(await pathOf('Cleo', 'programs.json'))).body).toEqual({ keys: [], apps: [] })
  const { rows } = await club.database.pool.query(
    `SELECT action FROM ninefold.audit WHERE record = $1 AND action LIKE 'end %' ORDER BY number`,
    [id],
  )
  expect(rows.map(({ action }) => action)).toEqual(['end API key', 'end access of app'])
  // A caller learns nothing about users whose roles the caller may not give.
  expect((await max.get(await pathOf('Ada', 'programs.json'))).status).toBe(403)
})

it('shuts out neither oneself nor somebody whose roles one does not give', async () => {
  const own = await max.post(await pathOf('Max', 'suspension'))
  expect([own.status, own.body.detail]).toEqual([403, expect.stringContaining('yourself')])
  const admin = await max.post(await pathOf('Ada', 'suspension'))
  expect([admin.status, admin.body.detail]).toEqual([403, expect.stringContaining('role')])
  expect((await max.delete(await pathOf('Ada', 'sessions'))).status).toBe(403)
  const ownOfAdmin = await ada.post(await pathOf('Ada', 'suspension'))
  expect([ownOfAdmin.status, ownOfAdmin.body.detail]).toEqual([403, expect.stringContaining('yourself')])
  expect((await ada.get('/api/notes')).status).toBe(200)
  // No offered action would be refused.
  const { people } = (await max.get('/_ninefold/people.json')).body as { people: Person[] }
  expect(people.map(({ label, may }) => [label, may])).toEqual([
    ['Ada', []],
    ['Cleo', ['suspend']],
    ['Dan', ['suspend']],
    ['Max', []],
  ])
})

it('refuses whoever may not, by each of the addresses', async () => {
  const id = (await person('Dan')).id
  const wanted: readonly (readonly ['get' | 'post' | 'delete', string, unknown?])[] = [
    ['post', `/_ninefold/people/${id}/suspension`],
    ['delete', `/_ninefold/people/${id}/suspension`],
    ['delete', `/_ninefold/people/${id}/sessions`],
    ['delete', `/_ninefold/people/${id}/personal-data`],
    ['get', `/_ninefold/people/${id}/programs.json`],
    ['delete', `/_ninefold/people/${id}/api-keys/${id}`],
    ['delete', `/_ninefold/people/${id}/apps/${id}`],
    ['post', '/_ninefold/invitations', { role: 'Member' }],
    ['delete', `/_ninefold/invitations/${id}`],
  ]
  const ask = (client: Client, [method, path, body]: (typeof wanted)[number]): Promise<Answer> =>
    method === 'post' ? client.post(path, body) : client[method](path)
  for (const each of wanted) {
    expect((await ask(club.guest, each)).status, each.join(' ')).toBe(401)
    expect((await ask(cleo, each)).status, each.join(' ')).toBe(403)
  }
  expect((await max.delete(`/_ninefold/people/${id}/personal-data`)).status).toBe(403)
  expect((await tryToSignIn('dan')).status).toBe(204)
})

it('lets nobody do it where the text says Nobody', async () => {
  await using closed = await runApplication(
    TEXT.replace('| Member | see, create | Note |', '| Nobody | suspend, invite, forget | Person | | |\n$&'),
  )
  const admin = await closed.signIn('ada@example.test', PASSWORD)
  const { people, invites } = (await admin.get('/_ninefold/people.json')).body
  expect(invites).toEqual([])
  expect(new Set((people as Person[]).flatMap(({ may }) => may))).toEqual(new Set(['give roles']))
  const { id } = people[1]
  expect((await admin.post(`/_ninefold/people/${id}/suspension`)).status).toBe(403)
  expect((await admin.post('/_ninefold/invitations', { role: 'Member' })).status).toBe(403)
})

it('forgets who a user was, and keeps what they wrote', async () => {
  const byKey = await keyOf(cleo)
  const { id } = await person('Cleo')
  await cleo.post('/api/notes', { text: 'Bring the cups.' })
  await cleo.post('/api/addresses', { street: 'Mill Lane 4' })
  await cleo.patch(`/api/people/${id}`, { name: 'Cleo' }, { 'If-Match': '*' })
  await club.database.pool.query(`UPDATE person SET nickname = 'Kat' WHERE id = $1`, [id])
  expect((await cleo.post('/api/greetings', {}, { 'Idempotency-Key': 'once' })).body).toEqual({ to: 'Cleo' })
  expect((await ada.delete(await pathOf('Cleo', 'personal-data'))).status).toBe(204)
  const { rows } = await club.database.pool.query('SELECT name, nickname, email FROM person WHERE id = $1', [id])
  expect(rows).toEqual([{ name: 'Former user', nickname: null, email: `former-user-${id}@forgotten.invalid` }])
  const { rows: streets } = await club.database.pool.query('SELECT street FROM address')
  expect(streets).toEqual([{ street: 'Former user' }])
  const { items } = (await ada.get('/api/notes')).body
  expect(items).toEqual([expect.objectContaining({ text: 'Bring the cups.', author: expect.anything() })])
  expect((await cleo.get('/api/notes')).status).toBe(401)
  expect(await byKey('/api/notes')).toBe(401)
  expect((await tryToSignIn('cleo')).status).toBe(401)
  // Nothing of it is left anywhere in the database.
  for (const word of ['Cleo', 'Kat', 'cleo@example.test', 'Mill Lane']) expect(await placesOf(word), word).toEqual([])
})

/** Tables that contain a word anywhere. The stored specification is left out. */
async function placesOf(word: string): Promise<string[]> {
  const { rows: tables } = await club.database.pool.query(
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
     WHERE table_schema IN ('public', 'ninefold') AND table_type = 'BASE TABLE'
       AND table_name NOT IN ('specification', 'loaded_data')`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await club.database.pool.query(
      `SELECT count(*)::int AS n FROM ${name} AS t WHERE t::text ILIKE '%' || $1 || '%'`,
      [word],
    )
    if (rows[0].n > 0) found.push(name)
  }
  return found
}

it('is asked for by the user themselves too, in a session that has just begun', async () => {
  const { id } = await person('Dan')
  const dan = await signIn('dan')
  expect((await dan.delete(await pathOf('Cleo', 'personal-data'))).status).toBe(403)
  await club.database.pool.query(
    `UPDATE ninefold.session SET created_at = now() - interval '1 hour' WHERE user_id = $1`,
    [id],
  )
  const late = await dan.delete(`/_ninefold/people/${id}/personal-data`)
  expect([late.status, late.body.detail]).toEqual([403, expect.stringContaining('sign in again')])
  const again = await signIn('dan')
  expect((await again.delete(`/_ninefold/people/${id}/personal-data`)).status).toBe(204)
  expect((await tryToSignIn('dan')).status).toBe(401)
})

async function open(client: Client): Promise<OpenInvitations['invitations']> {
  return (await client.get('/_ninefold/invitations.json')).body.invitations
}

it('invites to the roles that the inviter gives, by an e-mail with a link that is good once', async () => {
  expect((await max.get('/_ninefold/people.json')).body.invites).toEqual(['Member'])
  expect((await ada.get('/_ninefold/people.json')).body.invites).toEqual(['Member', 'Manager', 'Admin'])
  expect((await max.post('/_ninefold/invitations', { role: 'Manager' })).status).toBe(403)
  expect((await max.post('/_ninefold/invitations', { role: 'Member', identifier: 'no address' })).status).toBe(422)
  const made = await max.post('/_ninefold/invitations', { role: 'Member', identifier: 'eve@example.test' })
  expect(made).toMatchObject({ status: 201, body: { sentTo: 'eve@example.test', link: expect.stringContaining('#') } })
  const { rows } = await club.database.pool.query(`SELECT body FROM ninefold.message WHERE receiver = $1`, [
    'eve@example.test',
  ])
  expect(rows[0].body).toContain(made.body.link)
  expect(await open(max)).toEqual([
    { id: made.body.id, role: 'Member', identifier: 'eve@example.test', expiresAt: expect.any(String) },
  ])
  const token = String(made.body.link).split('#')[1]
  const eve = { token, user: { name: 'Eve', email: 'other@example.test', password: PASSWORD } }
  expect((await club.guest.post('/_ninefold/invited-users', eve)).status).toBe(201)
  expect((await club.guest.post('/_ninefold/invited-users', eve)).status).toBe(404)
  expect(await person('Eve')).toMatchObject({ roles: ['Member'], identifier: 'eve@example.test' })
  expect(await open(max)).toEqual([])
  const { rows: left } = await club.database.pool.query(`SELECT FROM ninefold.message`)
  expect(left).toHaveLength(0)
})

it('ends an invitation with its maker’s right to it, and by hand', async () => {
  const invited = async (): Promise<{ id: string; look: () => Promise<number> }> => {
    const { body } = await max.post('/_ninefold/invitations', { role: 'Member' })
    const token = String(body.link).split('#')[1]
    return { id: body.id, look: async () => (await club.guest.post('/_ninefold/invitation', { token })).status }
  }
  const [first, second] = [await invited(), await invited()]
  expect((await ada.delete(`/_ninefold/invitations/${first.id}`)).status).toBe(204)
  expect([await first.look(), await second.look()]).toEqual([404, 200])
  await ada.delete(await pathOf('Max', 'roles/Manager'))
  expect(await second.look()).toBe(404)
  await ada.post(await pathOf('Max', 'roles'), { role: 'Manager' })
  expect(await second.look()).toBe(200)
  await ada.post(await pathOf('Max', 'suspension'))
  expect(await second.look()).toBe(404)
  await ada.delete(await pathOf('Max', 'personal-data'))
  expect(await open(ada)).toEqual([])
})

it('keeps in the audit log who did it to whom', async () => {
  await max.post(await pathOf('Cleo', 'suspension'))
  await max.delete(await pathOf('Cleo', 'suspension'))
  await max.delete(await pathOf('Cleo', 'sessions'))
  await max.post('/_ninefold/invitations', { role: 'Member' })
  await ada.delete(await pathOf('Cleo', 'personal-data'))
  const { rows } = await club.database.pool.query(
    `SELECT action FROM ninefold.audit WHERE action NOT LIKE 'sign in%' ORDER BY at`,
  )
  expect(rows.map(({ action }) => action)).toEqual([
    'suspend',
    'end suspension',
    'end sessions',
    'invite Member',
    'forget',
  ])
})
