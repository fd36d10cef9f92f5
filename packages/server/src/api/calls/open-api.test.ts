// Every answer is one that the OpenAPI document declares: its status, and its body.

import { readFileSync } from 'node:fs'
import { openApiDocument, type OpenApiDocument } from '@ninefold/core/contract/open-api/document.ts'
import { PROBLEM_BODY } from '@ninefold/core/contract/open-api/refusals.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { answerJudge } from '../../testing/declared-answers.ts'
import { requestsTo } from '../../testing/generated-requests.ts'
import { sendRaw } from '../../testing/raw-request.ts'
import { type Client, runApplication, type RunningApplication } from '../../testing/running-application.ts'

const RUNS = Number(process.env['NINEFOLD_REQUESTS'] ?? 400)
const SEED = Number(process.env['NINEFOLD_SEED'] ?? 10)

const text = readFileSync(new URL('../../../../../examples/helpdesk/app.md', import.meta.url), 'utf8')

let helpDesk: RunningApplication
let document: OpenApiDocument
let ada: Client
let keys: string[]

beforeAll(async () => {
  helpDesk = await runApplication(text)
  document = (await helpDesk.guest.get('/_ninefold/openapi.json')).body
  ada = await helpDesk.signIn('ada@example.test', 'correct-horse-1')
  const team = (await ada.get('/api/teams')).body.items[0].id as string
  const category = (await ada.get('/api/categories')).body.items[0].id as string
  expect((await ada.post('/api/tickets', { subject: 'It is on fire', body: 'Help', category })).status).toBe(201)
  keys = ['1000', '1001', '00000000-0000-4000-8000-000000000000', team, category]
})
afterAll(() => helpDesk[Symbol.asyncDispose]())

async function expectDeclared(declared: OpenApiDocument, cookie: string | null): Promise<void> {
  const judge = answerJudge(declared)
  const requests = requestsTo(helpDesk.application, {
    keys,
    texts: ['Printer', 'open', '2026-01-31', 'ben@example.test'],
  })
  await fc.assert(
    fc.asyncProperty(requests, async (request) => {
      const answer = await sendRaw(helpDesk.address, cookie, request)
      expect(judge(request, answer), `${request.method} ${request.path} → ${answer.status} ${answer.body}`).toBeNull()
    }),
    { numRuns: RUNS, seed: SEED, endOnFailure: true },
  )
}

it('is the document of the model', () => {
  expect(document).toEqual(JSON.parse(JSON.stringify(openApiDocument(helpDesk.application.model, 'test'))))
})

it('declares every answer to an admin', () => expectDeclared(document, ada.cookie), 600_000)

it('declares every answer to a guest', () => expectDeclared(document, null), 600_000)

it('finds an answer that is not declared', async () => {
  const list = document.paths['/api/tickets']?.['get']
  const { 200: _, ...responses } = list?.responses ?? {}
  const silent = { ...document, paths: { ...document.paths, '/api/tickets': { get: { ...list, responses } } } }
  await expect(expectDeclared(silent as OpenApiDocument, ada.cookie)).rejects.toThrow('Property failed')
}, 600_000)

it('finds an answer with another body than the declared one', async () => {
  const problem = { type: 'object', required: ['nothing'] }
  const schemas = { ...document.components.schemas, [PROBLEM_BODY]: problem }
  const other = { ...document, components: { ...document.components, schemas } }
  await expect(expectDeclared(other, ada.cookie)).rejects.toThrow('Property failed')
}, 600_000)
