// People in several tenants with a role in each, over real HTTP: rights, people, invitations, keys, agents, streams and
// messages follow the role in the current tenant, and a role is worth nothing in another tenant.

import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { API_KEYS_PATH } from '@ninefold/core/contract/programs/api-keys.ts'
import { INVITATION_PATH, INVITED_USERS_PATH, JOINED_TENANTS_PATH } from '@ninefold/core/contract/wire/invitations.ts'
import type { People } from '@ninefold/core/contract/wire/people.ts'
import { CURRENT_TENANT_PATH, type OwnTenants, TENANTS_PATH } from '@ninefold/core/contract/wire/tenants.ts'
import { agentWith, closeAgents } from '../../testing/clients/agent-client.ts'
import { readEvents } from '../../testing/event-reader.ts'
import { type Answer, type Client, runApplication, type RunningApplication } from '../../testing/running-application.ts'

const TEXT = readFileSync(new URL('../../testing/texts/studios.md', import.meta.url), 'utf8')

let studios: RunningApplication
/** Head of Alder. */
let mia: Client
/** Member of Alder, where he is now, and Head of Birch. */
let tom: Client
/** Head of Birch. */
let uma: Client
/** Lead of Alder. */
let pia: Client

beforeEach(async () => {
  studios = await runApplication(TEXT)
  ;[mia, tom, uma, pia] = await Promise.all([enter('mia', 1), enter('tom', 2), enter('uma', 3), enter('pia', 4)])
  await choose(tom, 'Alder')
})
afterEach(async () => {
  await closeAgents()
  await studios[Symbol.asyncDispose]()
})

const enter = (name: string, number: number): Promise<Client> =>
  studios.signIn(`${name}@example.test`, `correct-horse-${number}`)

async function choose(client: Client, name: string): Promise<void> {
  const { tenants } = (await client.get(TENANTS_PATH)).body as OwnTenants
  const id = tenants.find(({ label }) => label === name)?.id
  expect((await client.post(CURRENT_TENANT_PATH, { id })).status).toBe(204)
}

async function rolesOf(client: Client): Promise<string[]> {
  return (await client.get('/_ninefold/app')).body.caller.roles
}

async function people(client: Client): Promise<People> {
  const { status, body } = await client.get('/_ninefold/people.json')
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

async function idOf(client: Client, name: string): Promise<string> {
  return (await people(client)).people.find(({ label }) => label === name)?.id ?? ''
}

const give = (client: Client, id: string, role: string): Promise<Answer> =>
  client.post(`/_ninefold/people/${id}/roles`, { role })

async function made(client: Client, name: string, role: string): Promise<void> {
  expect((await give(client, await idOf(client, name), role)).status).toBe(204)
}

it('has the role of the current tenant, in rights, screens and offers', async () => {
  expect(await rolesOf(tom)).toEqual(['Visitor', 'Member'])
  expect((await tom.get('/api/drawings')).body.items).toEqual([{ title: 'Bridge' }])
  expect((await tom.post('/api/drawings', { title: 'Roof' })).status).toBe(403)
  expect((await tom.get('/_ninefold/people.json')).status).toBe(403)
  await choose(tom, 'Birch')
  expect(await rolesOf(tom)).toEqual(['Visitor', 'Head'])
  expect((await tom.get('/api/drawings')).body.items).toEqual([{ title: 'Tower', fee: 200 }])
  expect((await tom.post('/api/drawings', { title: 'Roof', fee: 1 })).status).toBe(201)
  await choose(tom, 'Alder')
  expect((await tom.post('/api/drawings', { title: 'Roof' })).status).toBe(403)
})

it('keeps the walls of the database by the role of the current tenant', async () => {
  const ofAlder = (await mia.get('/api/drawings')).body.items[0]
  expect(ofAlder).toMatchObject({ title: 'Bridge', fee: 100 })
  const { rows } = await studios.database.pool.query(`SELECT id FROM drawing WHERE title = 'Bridge'`)
  await choose(tom, 'Birch')
  // A Head of Birch is nobody in Alder, by any kind of request.
  expect((await tom.get(`/api/drawings/${rows[0].id}`)).status).toBe(404)
  expect((await tom.patch(`/api/drawings/${rows[0].id}`, { title: 'Mine' })).status).toBe(404)
  expect((await tom.delete(`/api/drawings/${rows[0].id}`)).status).toBe(404)
})

it('shows people with their roles here, and gives and takes the one of this tenant', async () => {
  const listed = await people(mia)
  expect(listed.roles).toEqual(['Member', 'Lead', 'Head'])
  expect(listed.people.map(({ label, roles }) => [label, roles])).toEqual([
    ['Pia', ['Visitor', 'Lead']],
    ['Tom', ['Visitor', 'Member']],
  ])
  expect((await people(uma)).people.map(({ label, roles }) => [label, roles])).toEqual([['Tom', ['Visitor', 'Head']]])
  const id = await idOf(mia, 'Tom')
  expect((await give(mia, id, 'Lead')).status).toBe(204)
  expect(await rolesOf(tom)).toEqual(['Visitor', 'Lead'])
  expect((await mia.delete(`/_ninefold/people/${id}/roles/Member`)).status).toBe(204)
  expect(await rolesOf(tom), 'he had another one').toEqual(['Visitor', 'Lead'])
  expect((await mia.delete(`/_ninefold/people/${id}/roles/Lead`)).status).toBe(204)
  expect(await rolesOf(tom)).toEqual(['Visitor'])
  expect((await tom.get('/api/drawings')).body.total).toBe(0)
  await choose(tom, 'Birch')
  expect(await rolesOf(tom)).toEqual(['Visitor', 'Head'])
  const { rows } = await studios.database.pool.query(`SELECT FROM ninefold.user_role WHERE role <> 'Visitor'`)
  expect(rows).toEqual([])
})

it('lets nobody give a higher role, take one from its holder, or reach a member of another tenant', async () => {
  await choose(tom, 'Birch')
  const [ofTom, ofMia, ofUma] = await Promise.all([idOf(mia, 'Tom'), idOf(pia, 'Mia'), idOf(tom, 'Uma')])
  expect((await give(pia, ofTom, 'Head')).status).toBe(403)
  expect((await give(pia, ofTom, 'Lead')).status).toBe(403)
  // A lead gives "Member", and would take "Head" by it.
  expect((await give(pia, ofMia, 'Member')).body.detail).toContain('may not take')
  await choose(tom, 'Alder')
  expect((await give(mia, ofUma, 'Member')).status).toBe(404)
  expect((await give(tom, ofMia, 'Member')).status).toBe(403)
  // "Visitor" holds in every studio, so a head of one neither gives nor takes it.
  expect((await mia.delete(`/_ninefold/people/${ofTom}/roles/Visitor`)).status).toBe(403)
  expect(await rolesOf(mia)).toEqual(['Visitor', 'Head'])
})

it('does not count a role that was once given everywhere', async () => {
  const id = await idOf(mia, 'Tom')
  await studios.database.pool.query(`INSERT INTO ninefold.user_role (user_id, role) VALUES ($1, 'Head')`, [id])
  expect(await rolesOf(tom)).toEqual(['Visitor', 'Member'])
  expect((await tom.post('/api/drawings', { title: 'Roof' })).status).toBe(403)
})

async function invited(client: Client, role: string, identifier: string | null = null): Promise<string> {
  const { status, body } = await client.post('/_ninefold/invitations', { role, identifier })
  expect(status, JSON.stringify(body)).toBe(201)
  return String(body.link).split('#')[1] ?? ''
}

it('invites newcomers and users of other tenants into this one, with a role', async () => {
  const token = await invited(mia, 'Lead')
  expect((await studios.guest.post(INVITATION_PATH, { token })).body).toMatchObject({ role: 'Lead', tenant: 'Alder' })
  const user = { name: 'Eve', email: 'eve@example.test', password: 'correct-horse-5' }
  expect((await studios.guest.post(INVITED_USERS_PATH, { token, user })).status).toBe(201)
  expect(await rolesOf(await enter('eve', 5))).toEqual(['Visitor', 'Lead'])
  const forUma = await invited(mia, 'Member')
  expect((await uma.post(JOINED_TENANTS_PATH, { token: forUma })).status).toBe(204)
  expect(await rolesOf(uma)).toEqual(['Visitor', 'Member'])
  expect((await uma.get('/api/drawings')).body.items).toEqual([{ title: 'Bridge' }])
  expect((await uma.post(JOINED_TENANTS_PATH, { token: forUma })).status, 'used').toBe(404)
  await choose(uma, 'Birch')
  expect(await rolesOf(uma)).toEqual(['Visitor', 'Head'])
})

it('holds an invitation to its tenant, its inviter and its address', async () => {
  expect((await pia.post('/_ninefold/invitations', { role: 'Head' })).status).toBe(403)
  expect((await tom.post('/_ninefold/invitations', { role: 'Member' })).status).toBe(403)
  const forEve = await invited(mia, 'Member', 'eve@example.test')
  expect((await uma.post(JOINED_TENANTS_PATH, { token: forEve })).status).toBe(403)
  expect((await studios.guest.post(JOINED_TENANTS_PATH, { token: forEve })).status).toBe(401)
  expect((await tom.post(JOINED_TENANTS_PATH, { token: await invited(mia, 'Head') })).status, 'a member').toBe(409)
  expect(await rolesOf(tom)).toEqual(['Visitor', 'Member'])
  // Another tenant neither sees nor ends it.
  const { invitations } = (await mia.get('/_ninefold/invitations.json')).body
  expect(invitations).toHaveLength(2)
  expect((await uma.get('/_ninefold/invitations.json')).body.invitations).toEqual([])
  expect((await uma.delete(`/_ninefold/invitations/${invitations[0].id}`)).status).toBe(404)
  // The inviter's role in Birch does not keep an invitation into Alder.
  await made(mia, 'Tom', 'Head')
  const byTom = await invited(tom, 'Head')
  await choose(tom, 'Birch')
  expect((await studios.guest.post(INVITATION_PATH, { token: byTom })).status).toBe(200)
  await made(mia, 'Tom', 'Member')
  expect((await studios.guest.post(INVITATION_PATH, { token: byTom })).status).toBe(404)
})

it('lets a key and an agent do what their user may in the current tenant', async () => {
  await choose(tom, 'Birch')
  const made = await tom.post(API_KEYS_PATH, { name: 'robot', roles: ['Head'], onlyReads: false, days: 30 })
  expect(made.status).toBe(201)
  const headers = { authorization: `Bearer ${made.body.key}` }
  const drawings = async (): Promise<Answer> => studios.guest.get('/api/drawings', headers)
  expect((await drawings()).body.items).toEqual([{ title: 'Tower', fee: 200 }])
  const agent = await agentWith(studios, headers)
  expect((await agent.listTools()).tools.map(({ name }) => name)).toContain('delete_drawing')
  await choose(tom, 'Alder')
  expect((await drawings()).status, 'no Head here, so the key is no key').toBe(401)
  const refused = await tom.post(API_KEYS_PATH, { name: 'other', roles: ['Head'], onlyReads: false, days: 30 })
  expect(refused.status).toBe(403)
})

it('ends what a stream shows with the role, and tells the heads of this tenant alone', async () => {
  await made(mia, 'Tom', 'Head')
  await using stream = await readEvents(`${studios.address}/api/drawings`, tom)
  expect((await stream.next())?.data).toContain('"fee":100')
  await made(mia, 'Tom', 'Member')
  expect((await stream.next())?.data).not.toContain('fee')
  expect((await tom.post('/api/alarms')).status).toBe(200)
  const { rows } = await studios.database.pool.query(`SELECT receiver FROM ninefold.message`)
  expect(rows).toEqual([{ receiver: 'mia@example.test' }])
})

it('keeps each change of a role in the history, and takes the role with the membership', async () => {
  await made(mia, 'Tom', 'Lead')
  const { rows } = await studios.database.pool.query(
    `SELECT m.id FROM membership AS m JOIN person AS p ON p.id = m.person_id JOIN studio AS s ON s.id = m.studio_id
     WHERE p.name = 'Tom' AND s.name = 'Alder'`,
  )
  const history = await mia.get(`/_ninefold/history/membership/${rows[0].id}`)
  expect(JSON.stringify(history.body)).toContain('Lead')
  expect((await mia.delete(`/api/memberships/${rows[0].id}`)).status).toBe(204)
  expect(await rolesOf(tom), 'in Birch, which is the current one now').toEqual(['Visitor', 'Head'])
})
