// The page of people: callers who may give roles see the users to whom they may give them; other callers see nobody.

import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, runApplication, type RunningApplication } from '../../testing/running-application.ts'

const HELP_DESK = readFileSync(new URL('../../../../../examples/helpdesk/app.md', import.meta.url), 'utf8')
const [ADA, BEN, CLEO] = [
  ['ada@example.test', 'correct-horse-1'],
  ['ben@example.test', 'correct-horse-2'],
  ['cleo@example.test', 'correct-horse-3'],
] as const

let helpDesk: RunningApplication
let ada: Client
let ben: Client

beforeAll(async () => {
  helpDesk = await runApplication(HELP_DESK)
  ;[ada, ben] = await Promise.all([helpDesk.signIn(...ADA), helpDesk.signIn(...BEN)])
})

afterAll(() => helpDesk[Symbol.asyncDispose]())

const PERSON = { id: expect.any(String), isSuspended: false, may: ['give roles', 'suspend'] }

interface Told {
  readonly id: string
  readonly label: string
  readonly identifier: string | null
  readonly roles: string[]
}

async function people(client: Client, query = ''): Promise<readonly Told[]> {
  const { status, body } = await client.get(`/_ninefold/people.json${query}`)
  expect(status).toBe(200)
  return body.people
}

async function called(identifier: string): Promise<Told> {
  const [found] = await people(ada, `?search=${encodeURIComponent(identifier)}`)
  if (found === undefined) throw new Error(`Nobody is called ${identifier}.`)
  return found
}

it('lists people with their roles for those who may give some, and tells the browser so', async () => {
  const { body } = await ada.get('/_ninefold/people.json')
  expect(body.roles).toEqual(['Requester', 'Agent', 'Admin'])
  expect(body.people).toEqual(
    expect.arrayContaining([
      { ...PERSON, label: 'Ben Agent', identifier: 'ben@example.test', roles: ['Agent'] },
      { ...PERSON, label: 'Cleo Customer', identifier: 'cleo@example.test', roles: ['Requester'] },
    ]),
  )
  expect(body.total).toBe(body.people.length)
  expect((await ada.get('/_ninefold/app')).body.mayManagePeople).toBe(true)
  expect((await ben.get('/_ninefold/app')).body.mayManagePeople).toBe(false)
  expect((await helpDesk.guest.get('/_ninefold/app')).body.mayManagePeople).toBe(false)
})

it('gives a role and takes it, from the next request on', async () => {
  const { id } = await called('cleo')
  const cleo = await helpDesk.signIn(...CLEO)
  const roles = async (): Promise<string[]> => (await cleo.get('/_ninefold/app')).body.caller.roles
  expect((await ada.post(`/_ninefold/people/${id}/roles`, { role: 'Admin' })).status).toBe(204)
  expect((await ada.post(`/_ninefold/people/${id}/roles`, { role: 'Admin' })).status).toBe(204)
  expect(await roles()).toEqual(['Admin'])
  expect((await called('cleo')).roles).toEqual(['Requester', 'Admin'])
  expect((await ada.delete(`/_ninefold/people/${id}/roles/Admin`)).status).toBe(204)
  expect(await roles()).toEqual(['Requester'])
})

it('refuses whoever may not, whatever they ask for', async () => {
  const { id } = await called('cleo')
  for (const [client, status] of [
    [ben, 403],
    [helpDesk.guest, 401],
  ] as const) {
    expect((await client.get('/_ninefold/people.json')).status).toBe(status)
    expect((await client.post(`/_ninefold/people/${id}/roles`, { role: 'Agent' })).status).toBe(status)
    expect((await client.delete(`/_ninefold/people/${id}/roles/Requester`)).status).toBe(status)
  }
  expect((await called('cleo')).roles).toEqual(['Requester'])
})

it.each([
  ['POST', 'x', { role: 'Agent' }, 404],
  ['POST', '00000000-0000-4000-8000-000000000000', { role: 'Agent' }, 404],
  ['POST', null, { role: 'Chief' }, 404],
  ['POST', null, { role: 'Guest' }, 403],
  ['POST', null, {}, 422],
  ['POST', null, { role: 'Agent', also: 1 }, 422],
])('refuses %s to %s with %j: %i', async (_method, to, body, status) => {
  const id = to ?? (await called('cleo')).id
  expect((await ada.post(`/_ninefold/people/${id}/roles`, body)).status).toBe(status)
})

it.each(['?search=a&search=b', '?after=-1', '?after=x', '?more=1'])('refuses %s', async (query) => {
  expect([400, 422]).toContain((await ada.get(`/_ninefold/people.json${query}`)).status)
})

it('leaves out so many, and finds by name or address alone', async () => {
  const all = await people(ada)
  expect(await people(ada, '?after=1')).toEqual(all.slice(1))
  expect((await people(ada, '?search=CUSTOMER')).map(({ label }) => label)).toContain('Cleo Customer')
  expect(await people(ada, '?search=nobody-at-all')).toEqual([])
})

it('shows and changes only those of whom the permission speaks', async () => {
  expect(HELP_DESK).toContain('| Admin | give roles | User | `id != me.id` | |')
  expect((await people(ada)).map(({ label }) => label)).not.toContain('Ada Admin')
  const own = (await ada.get('/_ninefold/app')).body.caller.id
  expect((await ada.post(`/_ninefold/people/${own}/roles`, { role: 'Agent' })).status).toBe(403)
})

it('lets nobody give roles where the text says Nobody, by no call', async () => {
  await using forbidden = await runApplication(
    HELP_DESK.replace(/^(\| Admin \| give roles .*\n)/m, '$1| Nobody | give roles, suspend, invite | User | | |\n'),
  )
  const admin = await forbidden.signIn(...ADA)
  expect((await admin.get('/_ninefold/app')).body.mayManagePeople).toBe(false)
  expect((await admin.get('/_ninefold/people.json')).status).toBe(403)
  const { rows } = await forbidden.database.pool.query(`SELECT id FROM "user" WHERE email LIKE 'cleo%'`)
  expect((await admin.post(`/api/users/${rows[0].id}/roles`, { role: 'Agent' })).status).toBe(403)
  expect(
    (await forbidden.database.pool.query(`SELECT FROM ninefold.user_role WHERE user_id = $1`, [rows[0].id])).rows,
  ).toHaveLength(1)
})
