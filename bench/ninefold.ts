// Ninefold as a contender: the help desk in production, on a database of its own, with people who signed up.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Contender, startServer, stopServer } from './contender.ts'
import { createDatabase } from './hand-written.ts'

const PASSWORD = 'correct-horse-battery'
const ROOT = join(import.meta.dirname, '..')

export async function startNinefold(adminConnection: string): Promise<Contender> {
  const connectionString = await createDatabase(adminConnection, 'by_ninefold')
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-bench-'))
  const specification = join(folder, 'app.md')
  writeFileSync(specification, unlimited(readFileSync(join(ROOT, 'examples/helpdesk/app.md'), 'utf8')))
  const launcher = join(ROOT, 'packages/cli/bin/ninefold.mjs')
  const { address, child } = await startServer(
    [launcher, 'start', specification, '--port', '0', '--host', '127.0.0.1'],
    {
      DATABASE_URL: connectionString,
      NINEFOLD_FILES: join(folder, 'files'),
    },
  )
  // The first one to sign up is an Admin.
  const admin = await signUp(address, 'Ada Admin', 'ada@example.test')
  const customer = await signUp(address, 'Cleo Customer', 'cleo@example.test')
  const agent = await signUp(address, 'Ben Agent', 'ben@example.test')
  const { caller } = await call<{ caller: { id: string } }>(address, agent, 'GET', '/_ninefold/app')
  await call(address, admin, 'POST', `/api/users/${caller.id}/roles`, { role: 'Agent' })
  const teams = await call<{ items: { id: string }[] }>(address, admin, 'GET', '/api/teams')
  await call(address, admin, 'PATCH', `/api/teams/${teams.items[0]?.id}`, { members: [caller.id] })
  const categories = await call<{ items: { id: string }[] }>(address, admin, 'GET', '/api/categories')
  return {
    name: 'Ninefold',
    address,
    processId: child.pid ?? 0,
    customer,
    agent,
    category: categories.items[0]?.id ?? '',
    stop: async () => {
      await stopServer(child)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** One customer reports thousands of problems here; the specification lets people do that, not the bench. */
function unlimited(text: string): string {
  return text.replace(/^\| ticketsPerHour \| \d+ \|/m, '| ticketsPerHour | 1000000000 |')
}

async function signUp(address: string, name: string, email: string): Promise<string> {
  const response = await post(address, null, 'POST', '/_ninefold/users', { name, email, password: PASSWORD })
  const signedIn = response.headers.getSetCookie()[0]
  const session =
    signedIn ??
    (
      await post(address, null, 'POST', '/_ninefold/session', { identifier: email, password: PASSWORD })
    ).headers.getSetCookie()[0]
  if (session === undefined) throw new Error(`${name} got no session.`)
  return session.split(';')[0] ?? ''
}

async function call<Answer>(
  address: string,
  cookie: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer> {
  const response = await post(address, cookie, method, path, body)
  const text = await response.text()
  return (text === '' ? null : JSON.parse(text)) as Answer
}

async function post(
  address: string,
  cookie: string | null,
  method: string,
  path: string,
  body?: unknown,
): Promise<Response> {
  const headers: Record<string, string> = { 'Ninefold-Client': 'web' }
  if (cookie !== null) headers['cookie'] = cookie
  if (body !== undefined) headers['content-type'] = 'application/json'
  const response = await fetch(address + path, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
  return response
}
