// Keys, cookies and characters that could make a tool send another request than its call.

import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { agentWith, closeAgents, done, messageOf, refusal, use } from '../../testing/clients/agent-client.ts'
import { type Client, runApplication, type RunningApplication } from '../../testing/running-application.ts'

const LATEST = `### GET /api/tickets/latest — Latest ticket

- **Who:** Requester, Agent

| Cookie | Like | Needed |
| --- | --- | --- |
| theme | text up to 20 | no |

1. respond 200 with \`{"latest": 0}\`

### GET /:owner/:name — Anything

- **Who:** Requester, Agent

1. respond 200 with \`{"owner": path.owner}\`

### GET /ada/:name — Of Ada

- **Who:** Requester, Agent

1. respond 200 with \`{"ada": path.name}\`

### PUT /ben/:name — Of Ben

- **Who:** Requester, Agent

1. respond 200 with \`{"ben": path.name}\`

`

let desk: RunningApplication
let cleo: Client

beforeAll(async () => {
  const text = readFileSync(new URL('../../../../../examples/helpdesk/app.md', import.meta.url), 'utf8')
  desk = await runApplication(text.replace('## 8. ', `${LATEST}## 8. `))
  cleo = await desk.signIn('cleo@example.test', 'correct-horse-3')
})
afterAll(async () => {
  await closeAgents()
  await desk[Symbol.asyncDispose]()
})

it('does no other call by a key that is a word of its address', async () => {
  const agent = await agentWith(desk, { cookie: cleo.cookie ?? '' })
  expect(done(await use(agent, 'latest_ticket'))).toEqual({ latest: 0 })
  expect(refusal(await use(agent, 'get_ticket', { number: 'latest' })).status).toBe(404)
  for (const uri of ['record:///api/tickets/latest', 'record:///api/tickets/%6catest'])
    expect(await messageOf(agent.readResource({ uri }))).toContain('There is no resource')
  for (const name of ['account', 'app'])
    expect(refusal(await use(agent, 'anything', { owner: '_ninefold', name })).status).toBe(404)
  expect(refusal(await use(agent, 'anything', { owner: 'ada', name: 'notes' })).status).toBe(404)
  // Another method at the same address is a different call.
  expect(done(await use(agent, 'anything', { owner: 'ben', name: 'notes' }))).toEqual({ owner: 'ben' })
})

it('sends cookies of a call beside the session, and no half of a character', async () => {
  const session = await agentWith(desk, { cookie: cleo.cookie ?? '' })
  expect(done(await use(session, 'latest_ticket', { theme: 'dark' }))).toEqual({ latest: 0 })
  for (const [name, given] of [
    ['latest_ticket', { theme: '\ud800' }],
    ['get_ticket', { number: '\ud800' }],
    ['list_tickets', { 'subject.contains': ['a', '\ud800'] }],
  ] as const)
    expect(refusal(await use(session, name, given)).code, name).toBe('PATTERN')
})
