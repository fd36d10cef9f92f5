// Invitations: the holder of the link becomes a user with its role, once, and nobody learns anything without it.

import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { INVITATION_VALID_MS, invitationProblem, invite, inviteFirstHolders } from '../../gate/users/invitations.ts'
import type { Invitation } from '../../store/tables/users/invitations.ts'
import { tidyUp } from '../../store/tables/housekeeping.ts'
import { type Answer, runApplication, type RunningApplication } from '../../testing/running-application.ts'

const HELP_DESK = readFileSync(new URL('../../../../../examples/helpdesk/app.md', import.meta.url), 'utf8')
const CLOSED = HELP_DESK.replace('open, gives Requester', 'closed').replace(
  'from an Admin; the first user who signs up',
  'from an Admin',
)
const PASSWORD = 'long enough indeed'

let helpDesk: RunningApplication

beforeAll(async () => {
  expect(CLOSED).toContain('| from an Admin |')
  helpDesk = await runApplication(CLOSED)
})

afterAll(() => helpDesk[Symbol.asyncDispose]())

async function tokenOf(invitation: Invitation): Promise<string> {
  return (await invite(helpDesk.database, invitation, INVITATION_VALID_MS)).split('#')[1] ?? ''
}

function look(token: string): Promise<Answer> {
  return helpDesk.guest.post('/_ninefold/invitation', { token })
}

function become(token: string, user: Record<string, unknown>): Promise<Answer> {
  return helpDesk.guest.post('/_ninefold/invited-users', { token, user })
}

const ada = (email: string) => ({ name: 'Ada', email, password: PASSWORD })

it('makes one user with its role, who is signed in, where nobody can sign up', async () => {
  const token = await tokenOf({ role: 'Admin', given: {} })
  const kept = await helpDesk.database.pool.query(`SELECT encode(token_hash, 'hex') AS hash FROM ninefold.invitation`)
  expect(JSON.stringify(kept.rows)).not.toContain(token)
  const { status, body } = await look(token)
  expect([status, body.role, body.identifier]).toEqual([200, 'Admin', null])
  expect(body.inputs.map(({ path }: { path: string[] }) => path[0])).toEqual(['name', 'email', 'password'])
  const answer = await become(token, ada('ada1@example.test'))
  expect(answer.status).toBe(201)
  expect(answer.headers.get('set-cookie')).toContain('session')
  const client = await helpDesk.signIn('ada1@example.test', PASSWORD)
  expect((await client.get('/_ninefold/app')).body.caller).toMatchObject({ roles: ['Admin'] })
  expect((await look(token)).status).toBe(404)
  expect(await become(token, ada('ada2@example.test'))).toMatchObject({
    status: 404,
    body: { errors: [{ about: 'invitation' }] },
  })
  const { rows } = await helpDesk.database.pool.query(
    `SELECT action, call FROM ninefold.audit WHERE entity = 'User' ORDER BY at`,
  )
  expect(rows).toEqual([
    { action: 'create', call: 'POST /_ninefold/invited-users' },
    { action: 'sign in', call: 'POST /_ninefold/session' },
  ])
})

it('makes one user of several who come with it at the same time', async () => {
  const token = await tokenOf({ role: 'Agent', given: {} })
  const answers = await Promise.all([1, 2, 3, 4].map((each) => become(token, ada(`race${each}@example.test`))))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 404, 404, 404])
  const { rows } = await helpDesk.database.pool.query(`SELECT FROM "user" WHERE email LIKE 'race%'`)
  expect(rows).toHaveLength(1)
})

it('settles what the invitation says, and asks for the rest', async () => {
  const token = await tokenOf({ role: 'Agent', given: { email: 'bea@example.test' } })
  const { body } = await look(token)
  expect(body.identifier).toBe('bea@example.test')
  expect(body.inputs.map(({ path }: { path: string[] }) => path[0])).toEqual(['name', 'password'])
  expect((await become(token, { name: 'Bea', email: 'eve@example.test', password: PASSWORD })).status).toBe(201)
  await helpDesk.signIn('bea@example.test', PASSWORD)
})

it('is not used up by what is refused', async () => {
  const token = await tokenOf({ role: 'Agent', given: {} })
  expect((await become(token, { ...ada('cal@example.test'), password: 'short' })).body).toMatchObject({
    status: 422,
    errors: [{ about: 'password', code: 'TOO_SHORT' }],
  })
  expect((await become(token, ada('bea@example.test'))).status).toBe(409)
  expect((await become(token, { ...ada('cal@example.test'), roles: ['Admin'] })).status).toBe(422)
  expect((await become(token, ada('cal@example.test'))).status).toBe(201)
})

it.each([{}, { user: null }, { user: 7 }, { user: [] }, { user: 'x' }, { user: { name: 7 } }])(
  'refuses %j as a user',
  async (body) => {
    const token = await tokenOf({ role: 'Agent', given: {} })
    expect((await helpDesk.guest.post('/_ninefold/invited-users', { token, ...body })).status).toBe(422)
  },
)

it('is over after its time, and is forgotten then', async () => {
  const token = await tokenOf({ role: 'Agent', given: {} })
  await helpDesk.database.pool.query(`UPDATE ninefold.invitation SET expires_at = now() - interval '1 second'`)
  expect((await look(token)).status).toBe(404)
  expect((await become(token, ada('dan@example.test'))).status).toBe(404)
  await tidyUp(helpDesk.database, null)
  expect((await helpDesk.database.pool.query('SELECT FROM ninefold.invitation')).rows).toEqual([])
})

it('tells nothing to whoever guesses', async () => {
  for (const token of ['', 'x', 'x'.repeat(300), 7, null]) {
    const { status } = await helpDesk.guest.post('/_ninefold/invitation', { token })
    expect([404, 422]).toContain(status)
  }
})

it('invites the first holder of a role that only its holders give, once, and nobody once somebody has it', async () => {
  await using fresh = await runApplication(CLOSED)
  const { database, application } = fresh
  await database.pool.query('TRUNCATE ninefold.user_role')
  const [first, ...others] = await inviteFirstHolders(database, application.model)
  expect(others).toEqual([])
  expect(first?.role).toBe('Admin')
  expect(await inviteFirstHolders(database, application.model)).toEqual([])
  const token = first?.link.split('#')[1]
  expect((await fresh.guest.post('/_ninefold/invited-users', { token, user: ada('ada@first.test') })).status).toBe(201)
  await database.pool.query('TRUNCATE ninefold.invitation')
  expect(await inviteFirstHolders(database, application.model)).toEqual([])
})

it('invites nobody where the first user who signs up has the role', async () => {
  await using open = await runApplication(HELP_DESK)
  await open.database.pool.query('TRUNCATE ninefold.user_role')
  expect(await inviteFirstHolders(open.database, open.application.model)).toEqual([])
})

it('says why there can be no such invitation', () => {
  const { model } = helpDesk.application
  expect(invitationProblem(model, { role: 'Agent', given: {} })).toBeNull()
  expect(invitationProblem(model, { role: 'Guest', given: {} })).toEqual({
    kind: 'no such role',
    roles: ['Requester', 'Agent', 'Admin'],
  })
  expect(invitationProblem(model, { role: 'Agent', given: { email: 'nobody' } })).toMatchObject({
    kind: 'wrong field',
    refusals: [{ input: 'email' }],
  })
  expect(invitationProblem(model, { role: 'Agent', given: { shoeSize: '44' } })).toMatchObject({
    kind: 'wrong field',
    refusals: [{ input: 'shoeSize', error: 'unknown input' }],
  })
})
