// A known session is not looked up again: the database checks the cached caller together with the request, in one round trip.

import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { Application } from '../../gate/context/application.ts'
import { type Client, runApplication } from '../../testing/running-application.ts'

const text = readFileSync(new URL('../../../../../examples/helpdesk/app.md', import.meta.url), 'utf8')
const TICKET = { subject: 'The printer prints nothing', body: 'It makes a noise.' }

/** Wraps an application and counts its statements outside of transactions. */
function asked(counts: string[]): (honest: Application) => Application {
  return (honest) => {
    const { run, runOwn, writeAtOnce } = honest.database
    return {
      ...honest,
      database: {
        ...honest.database,
        run: (statement, bindings) => {
          counts.push('statement')
          return run(statement, bindings)
        },
        writeAtOnce: (statement, bindings) => {
          counts.push('write')
          return writeAtOnce(statement, bindings)
        },
        runOwn: (name, own, values) => {
          counts.push(name.replace(/^find-session.*/, 'who'))
          return runOwn(name, own, values)
        },
      },
    }
  }
}

async function categoryOf(client: Client): Promise<string> {
  return (await client.get('/api/categories')).body.items[0].id
}

it('reads in one round trip for whoever came before, and counts and writes in two', async () => {
  const counts: string[] = []
  await using running = await runApplication(text, { double: asked(counts) })
  const cleo = await running.signIn('cleo@example.test', 'correct-horse-3')
  const category = await categoryOf(cleo)
  const during = async (work: () => Promise<{ readonly status: number }>): Promise<string[]> => {
    counts.length = 0
    expect((await work()).status).toBeLessThan(300)
    return [...counts]
  }
  expect(await during(() => cleo.get('/api/tickets'))).toEqual(['statement'])
  expect(await during(() => cleo.post('/api/tickets', { ...TICKET, category }))).toEqual(['statement', 'write'])
  const [{ number }] = (await cleo.get('/api/tickets')).body.items
  expect(await during(() => cleo.get(`/api/tickets/${number}`))).toEqual(['statement'])
  const ben = await running.signIn('ben@example.test', 'correct-horse-2')
  expect(await during(() => ben.get('/api/teams'))).toEqual(['who', 'touch-session', 'statement'])
  expect(await during(() => ben.get('/api/teams'))).toEqual(['statement'])
})

const CONDUIT = readFileSync(new URL('../../../../../examples/conduit/app.md', import.meta.url), 'utf8')

it('answers a stated call that only finds and lists in one round trip, and nobody by a session that has ended', async () => {
  const counts: string[] = []
  await using running = await runApplication(CONDUIT, { double: asked(counts) })
  const user = { username: 'jake', email: 'jake@example.test', password: 'correct-horse-1' }
  const { body } = await running.guest.post('/api/users', { user })
  const get = async (path: string): Promise<{ status: number; asked: string[] }> => {
    counts.length = 0
    const headers = { authorization: `Token ${body.user.token}` }
    const { status } = await running.guest.send(path, { headers })
    return { status, asked: [...counts] }
  }
  expect(await get('/api/articles')).toEqual({ status: 200, asked: ['who', 'touch-session', 'statement'] })
  for (const path of ['/api/articles?limit=5', '/api/articles/feed', '/api/profiles/jake'])
    expect(await get(path)).toEqual({ status: 200, asked: ['statement'] })
  // A caller that the cache misses is looked up again, step by step.
  expect(await get('/api/profiles/nobody')).toEqual({ status: 404, asked: ['statement', 'who', 'statement'] })
  await running.database.pool.query('DELETE FROM ninefold.session')
  expect(await get('/api/articles/feed')).toEqual({ status: 401, asked: ['statement', 'who'] })
  expect(await get('/api/articles')).toEqual({ status: 200, asked: ['who', 'statement'] })
})

it('answers a wrong guess as if nobody had guessed, and does it once', async () => {
  await using running = await runApplication(text)
  const ada = await running.signIn('ada@example.test', 'correct-horse-1')
  const cleo = await running.signIn('cleo@example.test', 'correct-horse-3')
  const { id } = (await cleo.get('/_ninefold/app')).body.caller
  const category = await categoryOf(cleo)
  for (const turn of [1, 2, 3]) {
    if (turn === 2) expect((await ada.post(`/api/users/${id}/roles`, { role: 'Agent' })).status).toBe(204)
    expect((await cleo.post('/api/tickets', { ...TICKET, category })).status).toBe(201)
  }
  const { rows } = await running.database.pool.query(
    'SELECT (SELECT count(*)::int FROM ticket) AS tickets, (SELECT max(cardinality(moments)) FROM ninefold.limit_use) AS used',
  )
  expect(rows).toEqual([{ tickets: 3, used: 3 }])
  expect((await cleo.post('/api/tickets', { ...TICKET, category, subject: 'No' })).status).toBe(422)
})
