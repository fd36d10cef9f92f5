import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { runApplication, type RunningApplication } from '../../testing/running-application.ts'
import { newMetrics } from './metrics.ts'
import type { RequestReport } from './request-reports.ts'
import { tracesFrom } from './traces.ts'
import { members } from '@ninefold/core/check/specification-for-tests.ts'

const TEXT = `# Shelf

## 3. Entities and their fields

### Entity: Person

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| name | text up to 80 | required | | |
| email | email | required, unique | | |
| password | password 10 to 200 | required, hidden | | |

### Entity: Book

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| title | text up to 80 | required, unique | | |

## 5. Validation rules

| Rule | Entity | When | If | Must hold | Otherwise |
| --- | --- | --- | --- | --- | --- |
| Titles are clean | Book | create | | \`title != "spam"\` | SPAM |

## 6. Roles and permissions

${members('Person')}

### Permissions

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | create | Person | | name, email, password |
| Member | see, create | Book | | all |

## 7. The calls it makes

### Standard calls

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Book | \`/books\` | list, get, create | id | everything visible |

## 8. The error catalogue

| Code | Status | About | Message |
| --- | --- | --- | --- |
| SPAM | 422 | title | We do not want {title}. |
`
const lineOf = (words: string): number => TEXT.slice(0, TEXT.indexOf(words)).split('\n').length

let application: RunningApplication
const reports: RequestReport[] = []
const metrics = newMetrics()
beforeAll(async () => {
  application = await runApplication(TEXT, { observers: [(report) => reports.push(report), metrics.observe] })
  metrics.serve(application.application)
})
afterAll(() => application[Symbol.asyncDispose]())

/** A response ends before all observers have received its report. */
async function reported(call: string): Promise<RequestReport> {
  return vi.waitUntil(() => reports.findLast((report) => report.call === call), { timeout: 60_000 })
}

it('names the call, the caller by id, and the line of the text that refused, and nothing that somebody sent', async () => {
  const ada = await application.signUp({ name: 'Ada', email: 'ada@example.test', password: 'correct-horse-1' })
  const refused = await ada.post('/books', { title: 'spam' }, { 'user-agent': 'Ada' })
  expect(refused.body).toMatchObject({ code: 'SPAM' })
  expect(await reported('POST /books')).toMatchObject({
    requestId: refused.headers.get('x-request-id'),
    status: 422,
    code: 'SPAM',
    refusalLine: lineOf('| SPAM | 422'),
    callLine: lineOf('| Book | `/books'),
    caller: expect.stringMatching(/./),
  })
  await application.guest.get('/books/ada@example.test?q=ada@example.test')
  expect(await reported('GET /books/:id')).toMatchObject({ caller: null, code: expect.any(String), refusalLine: null })
  await application.guest.get('/ada@example.test')
  expect(await reported('unknown')).toMatchObject({ status: 404, code: 'NOT_FOUND', callLine: null })
  expect(JSON.stringify(reports)).not.toMatch(/ada@|Ada|spam/)
})

it('counts by call, status and code, at an address of its own, and says what waits', async () => {
  const server = await metrics.listen({ host: '127.0.0.1', port: 0 })
  try {
    await application.guest.get('/books')
    await reported('GET /books')
    const answer = await fetch(`http://127.0.0.1:${server.port}/metrics`)
    const text = await answer.text()
    expect(answer.headers.get('content-type')).toContain('text/plain')
    expect(text).toMatch(/^ninefold_requests_total\{call="POST \/books",status="422",code="SPAM"\} 1$/m)
    expect(text).toContain(`ninefold_refusals_total{code="SPAM",line="${lineOf('| SPAM | 422')}"} 1`)
    expect(text).toMatch(/^ninefold_request_duration_seconds_count\{call="GET \/books"\} 1$/m)
    expect(text).toMatch(/^ninefold_database_connections\{pool="writing",mode="idle"\} \d+$/m)
    expect(text).toMatch(/^ninefold_due\{kind="email",of="due"\} 0$/m)
    expect(text).toMatch(/^nodejs_eventloop_lag_seconds /m)
    expect((await application.guest.get('/metrics')).status).toBe(404)
  } finally {
    await server.close()
  }
})

it('sends traces where the variables of OpenTelemetry say, and belongs to the trace that a request names', async () => {
  expect(await tracesFrom({}, '0')).toBeNull()
  const sent: unknown[] = []
  const collector = createServer((request, response) => {
    void json(request).then((body) => {
      sent.push(body)
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', endpoint)
  try {
    const traces = await tracesFrom(process.env, '0')
    const traceId = '0af7651916cd43dd8448eb211c80319c'
    const report = await reported('POST /books')
    traces?.observe({ ...report, traceParent: `00-${traceId}-b7ad6b7169203331-01` })
    await traces?.close()
    const text = JSON.stringify(sent)
    expect(text).toContain('"name":"POST /books"')
    expect(text).toContain(`"traceId":"${traceId}"`)
    expect(text).toContain(`{"key":"ninefold.refusal.line","value":{"intValue":${lineOf('| SPAM | 422')}}}`)
    expect(text).toContain('{"key":"service.name","value":{"stringValue":"ninefold"}}')
  } finally {
    vi.unstubAllEnvs()
    collector.closeAllConnections()
    collector.close()
  }
})
