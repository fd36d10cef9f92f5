import { readdirSync, readFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { compile } from '@ninefold/core/compile.ts'
import { pino } from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import { authorsHooks } from '../../testing/authors-hooks.ts'
import { runApplication } from '../../testing/running-application.ts'
import { createApplication } from '../../gate/context/application.ts'
import { openDatabase } from '../../store/driver/database.ts'
import { newSecretKey, secretTextsWith } from '../../store/data/secret-texts.ts'
import { ADMISSION_BOUNDS } from '../operation/admission.ts'
import { startServer } from '../server.ts'

const NOTES =
  '# Notes\n\n## 3. Entities and their fields\n\n### Entity: Note\n\n| Field | Type | Rules | Default | Meaning |\n| --- | --- | --- | --- | --- |\n| title | text | | | |\n'
/** A text that permits every site to call. */
const OPEN = `${NOTES}\n## 9. Business constants and limits\n\n| Setting | Value |\n| --- | --- |\n| Other sites may call | any |\n`

async function served(text = OPEN, isDevelopment = true) {
  const running = await runApplication(text)
  onTestFinished(() => running[Symbol.asyncDispose]())
  const saved: string[] = []
  const hooks = authorsHooks({
    consent: async () => void saved.push('consent'),
    save: async ({ text: given }) => (saved.push(given), { kind: 'saved' }),
  })
  const logger = pino({ level: 'silent' })
  const development = isDevelopment ? hooks : null
  const server = await startServer(
    { host: '127.0.0.1', port: 0, webFolder: null, logger, development },
    running.application,
  )
  onTestFinished(() => server.close())
  return { port: server.port, saved }
}

/** `fetch` cannot set the Host header. */
function send(
  port: number,
  [method, path]: readonly [string, string],
  headers: Readonly<Record<string, string>>,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      { host: '127.0.0.1', port, method, path, headers: { 'content-type': 'application/json', ...headers } },
      (response) => {
        response.resume()
        response.on('end', () => resolve(response.statusCode ?? 0))
      },
    )
    sent.on('error', reject)
    sent.end(method === 'GET' || method === 'DELETE' ? undefined : JSON.stringify({ text: 'New', before: 'The text.' }))
  })
}

const ADDRESSES = [
  ['GET', '/_ninefold/text'],
  ['PUT', '/_ninefold/text'],
  ['POST', '/_ninefold/plan'],
  ['POST', '/_ninefold/consent'],
  ['GET', '/_ninefold/view-as'],
  ['POST', '/_ninefold/view-as'],
  ['DELETE', '/_ninefold/view-as'],
  ['GET', '/_ninefold/clock.json'],
  ['POST', '/_ninefold/clock.json'],
  ['GET', '/_ninefold/requests.json'],
  ['GET', '/_ninefold/why'],
] as const

it('lets no page of another site read, plan or write the text, even where other sites may call', async () => {
  const { port, saved } = await served()
  const host = `localhost:${port}`
  const foreign: readonly Record<string, string>[] = [
    { host, origin: 'http://other.example' },
    { host, origin: 'null' },
    { host, origin: `https://${host}` },
    { host, origin: `http://localhost:${port + 1}` },
    { host, 'sec-fetch-site': 'cross-site' },
    { host, 'sec-fetch-site': 'same-site' },
    // DNS rebinding: a site whose name resolves to this server has the same origin for the browser.
    { host: `other.example:${port}`, origin: `http://other.example:${port}`, 'sec-fetch-site': 'same-origin' },
    { host: 'localhost.other.example' },
  ]
  for (const address of ADDRESSES)
    for (const headers of foreign) expect(await send(port, address, headers), JSON.stringify(headers)).toBe(403)
  expect(saved).toEqual([])
})

it('answers its own pages, and programs on this computer', async () => {
  const { port, saved } = await served()
  for (const host of [`localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`]) {
    expect(await send(port, ADDRESSES[0], { host })).toBe(200)
    expect(await send(port, ADDRESSES[1], { host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' })).toBe(
      200,
    )
  }
  expect(saved).toEqual(['New', 'New', 'New'])
})

it('answers the hosts of tenants below localhost, and no other name', async () => {
  const studios = readFileSync(new URL('../../testing/texts/studios.md', import.meta.url), 'utf8')
  const { port } = await served(
    studios
      .replace(
        '| name | text up to 80 | required, unique | | |',
        '$&\n| slug | slug from name, numbered when taken | | | |',
      )
      .replace('**Agents act as:**', '**Current tenant:** by host, as slug\n**Agents act as:**'),
  )
  const app = ['GET', '/_ninefold/app'] as const
  expect(await send(port, app, { host: `alder.localhost:${port}` })).toBe(200)
  expect(await send(port, app, { host: `cedar.localhost:${port}` })).toBe(404)
  expect(await send(port, app, { host: `alder.localhost.other.example:${port}` })).toBe(403)
  expect(await send((await served()).port, app, { host: `alder.localhost:${port}` }), 'without tenants').toBe(403)
})

it('has none of it in production', async () => {
  const { port } = await served(OPEN, false)
  for (const address of ADDRESSES) expect(await send(port, address, { host: `localhost:${port}` })).toBe(404)
})

it('refuses a body that is no text', async () => {
  const { port, saved } = await served()
  const answer = await fetch(`http://127.0.0.1:${port}/_ninefold/text`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text: 1 }),
  })
  expect(answer.status).toBe(422)
  expect(saved).toEqual([])
})

it('answers under no other name, whatever is asked for', async () => {
  const { port } = await served()
  const other = { host: `other.example:${port}` }
  const paths = ['app', 'specification', 'author-events', 'mailbox.json', 'openapi.json', 'health', 'nothing']
  for (const path of paths) expect(await send(port, ['GET', `/_ninefold/${path}`], other), path).toBe(403)
  expect(await send(port, ['POST', '/_ninefold/session'], { ...other, origin: `http://${other.host}` })).toBe(403)
  expect(await send(port, ['GET', '/'], other)).toBe(403)
})

const TEXTS = new URL('../../testing/texts/', import.meta.url)

it('stands beside every address that a text makes', async () => {
  // No statement is sent to it.
  const database = openDatabase({ connectionString: 'postgres://nobody@127.0.0.1:1/none' })
  onTestFinished(() => database.close())
  const logger = pino({ level: 'silent' })
  const served: string[] = []
  for (const file of readdirSync(TEXTS)) {
    const text = readFileSync(new URL(file, TEXTS), 'utf8')
    const { model } = compile(text)
    if (model === null) continue
    const secrets = secretTextsWith([newSecretKey()])
    const application = createApplication(model, 'test', 'development', database, secrets, text)
    const development = authorsHooks()
    const server = await startServer({ host: '127.0.0.1', port: 0, webFolder: null, logger, development }, application)
    await server.close()
    served.push(file)
  }
  expect(served).toContain('chambers.md')
})

it('keeps room for requests, however many pages of the author listen for events', async () => {
  const { port } = await served()
  const address = `http://localhost:${port}/_ninefold`
  const leaving = new AbortController()
  onTestFinished(() => leaving.abort())
  for (const headers of [{}, { accept: 'text/event-stream' }])
    for (let open = 0; open <= ADMISSION_BOUNDS.atOnceMax; open += 1)
      expect((await fetch(`${address}/author-events`, { headers, signal: leaving.signal })).status).toBe(200)
  expect((await fetch(`${address}/specification`)).status).toBe(200)
})
