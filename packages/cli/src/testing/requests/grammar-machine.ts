// The grammar test: generates requests from a specification's own nine points, sends them as each person of its sample
// data and as a guest, and judges every answer. Each world is a database with the sample data and a seed of its own, so
// that a fault is reproduced by running that world alone.

import { openApiDocument } from '@ninefold/core/contract/open-api/document.ts'
import type { Operation } from '@ninefold/core/contract/calls/calls.ts'
import type { CheckedFieldType, Entity, Field } from '@ninefold/core/model/entities.ts'
import { entityNamed } from '@ninefold/core/model/find.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import { columnName, tableName } from '@ninefold/core/plan/sql/database-names.ts'
import { inPublic } from '@ninefold/core/plan/schema/ddl.ts'
import type { Application } from '@ninefold/server/gate/context/application.ts'
import type { Database } from '@ninefold/server/store/driver/database.ts'
import { answerJudge } from '@ninefold/server/testing/declared-answers.ts'
import { type GeneratedRequest, type RequestPool, requestsTo } from '@ninefold/server/testing/generated-requests.ts'
import { type RawAnswer, sendRaw } from '@ninefold/server/testing/raw-request.ts'
import { isSameValue } from '@ninefold/server/testing/same-value.ts'
import fc from 'fast-check'
import { escapeIdentifier } from 'pg'
import { buildStages, headersOfSession, type Stages } from '../../examples/stages.ts'

export interface GrammarOptions {
  readonly model: Model
  readonly text: string
  readonly worlds: number
  readonly requestsPerWorld: number
  readonly seed: number
  /** Worlds that run concurrently; the results do not depend on it. */
  readonly worldsAtOnce?: number
  /** Called for each world's database before the first request, to plant a fault that the test must find. */
  readonly prepare?: (database: Database) => Promise<void>
}

export interface GrammarFault {
  readonly seed: number
  readonly person: string
  readonly request: GeneratedRequest
  readonly status: number
  readonly what: string
}

export interface GrammarResult {
  readonly requests: number
  readonly faults: readonly GrammarFault[]
  /** `POST /api/tickets` for each operation with at least one successful answer. */
  readonly reached: ReadonlySet<string>
  readonly operations: number
}

interface Person {
  readonly name: string
  readonly headers: Readonly<Record<string, string>>
}

const NOBODY: Person = { name: 'nobody', headers: {} }
const PEOPLE_MAX = 6
const KEYS_MAX = 40
const STRANGE_KEYS = ['1', '99', '1000', '00000000-0000-4000-8000-000000000000']
const TEXTS = ['2026-01-31', '2026-01-31T12:00:00.000Z', '10:00', '1.25']
/** Existing records are looked up again after this many requests. */
const CHUNK = 250

export async function runGrammarMachine(options: GrammarOptions): Promise<GrammarResult> {
  await using stages = await buildStages(options.model, options.text)
  const seeds = Array.from({ length: options.worlds }, (_, world) => options.seed + world)
  const results: GrammarResult[] = []
  const lane = async (): Promise<void> => {
    for (let seed = seeds.shift(); seed !== undefined; seed = seeds.shift())
      results.push(await runWorld(stages, seed, options))
  }
  await Promise.all(Array.from({ length: options.worldsAtOnce ?? 1 }, lane))
  return {
    requests: results.reduce((sum, { requests }) => sum + requests, 0),
    faults: results.flatMap(({ faults }) => faults),
    reached: new Set(results.flatMap(({ reached }) => [...reached])),
    operations: results[0]?.operations ?? 0,
  }
}

function runWorld(stages: Stages, seed: number, options: GrammarOptions): Promise<GrammarResult> {
  return stages.play(async ({ address }, application) => {
    await options.prepare?.(application.database)
    const judge = answerJudge(openApiDocument(application.model, application.revision))
    const faults: GrammarFault[] = []
    const reached = new Set<string>()
    for (let sent = 0; sent < options.requestsPerWorld; sent += CHUNK) {
      const people = [NOBODY, ...(await peopleOf(application))]
      const pool = await poolOf(address, application, people)
      for (const [person, request] of fc.sample(fc.tuple(fc.constantFrom(...people), requestsTo(application, pool)), {
        numRuns: Math.min(CHUNK, options.requestsPerWorld - sent),
        seed: seed * 10_007 + sent,
      })) {
        const operation = operationOf(application, request)
        const answer = await answerTo(address, person, request)
        const what = typeof answer === 'string' ? answer : faultIn(application, request, answer, operation, judge)
        const status = typeof answer === 'string' ? 0 : answer.status
        if (what !== null) faults.push({ seed, person: person.name, request, status, what })
        if (operation !== null && status >= 200 && status < 300) reached.add(`${operation.method} ${operation.path}`)
      }
    }
    return { requests: options.requestsPerWorld, faults, reached, operations: application.operations.length }
  })
}

/** All users, of the sample data or signed up since, each with a new session. */
async function peopleOf(application: Application): Promise<Person[]> {
  const { signIn } = application.model.roles
  if (signIn === null) return []
  const { rows } = await application.database.pool.query<{ id: string }>(
    `SELECT id FROM ${inPublic(tableName(signIn.entity))} ORDER BY id LIMIT ${PEOPLE_MAX}`,
  )
  return Promise.all(
    rows.map(async ({ id }, index) => ({
      name: `person ${index + 1}`,
      headers: await headersOfSession(application, id),
    })),
  )
}

/** Values for requests: texts that people see in lists, and the key of every record. */
async function poolOf(address: string, application: Application, people: readonly Person[]): Promise<RequestPool> {
  const texts = new Set(TEXTS)
  for (const { method, path } of application.operations) {
    if (method !== 'GET' || path.includes(':')) continue
    for (const person of people) {
      const answer = await answerTo(address, person, { method, path, body: null, headers: {} })
      if (typeof answer === 'string' || answer.status !== 200) continue
      for (const value of valuesIn(JSON.parse(answer.body))) if (value.length <= 40) texts.add(value)
    }
  }
  const found = await keysOf(application)
  const keys = new Set([...STRANGE_KEYS, ...Object.values(found).flatMap((values) => values.slice(0, 5))])
  return { keys: [...keys].slice(0, KEYS_MAX), texts: [...texts].slice(0, KEYS_MAX), found }
}

/** Values of every field that identifies one record, no matter who may see it. */
async function keysOf({ model, database }: Application): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for (const { name: entity, fields } of model.entities.entities) {
    for (const { name, type } of fields.filter(isKey)) {
      const { rows } = await database.pool.query<{ value: unknown }>(
        `SELECT ${escapeIdentifier(columnName(name, type))} AS value FROM ${inPublic(tableName(entity))}
         ORDER BY id DESC LIMIT ${KEYS_MAX}`,
      )
      found[`${entity}.${name}`] = rows.map(({ value }) => String(value))
    }
  }
  return found
}

function isKey({ name, unique, type, computed }: Field): boolean {
  return name === 'id' || (computed === null && (unique !== null || type.kind === 'sequence' || type.kind === 'slug'))
}

function* valuesIn(value: unknown): Generator<string> {
  if (typeof value === 'string' || typeof value === 'number') yield String(value)
  if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) yield* valuesIn(part)
}

/** Returns the answer, or the reason why there is none. */
function answerTo(address: string, { headers }: Person, request: GeneratedRequest): Promise<RawAnswer | string> {
  return sendRaw(address, null, { ...request, headers: { ...request.headers, ...headers } }).catch((error: unknown) =>
    error instanceof Error ? error.message : String(error),
  )
}

function operationOf({ operations }: Application, { method, path }: GeneratedRequest): Operation | null {
  const [address = ''] = path.split('?')
  const parts = address.split('/')
  const found = operations.filter((operation) => {
    const wanted = operation.path.split('/')
    return (
      operation.method === method &&
      wanted.length === parts.length &&
      wanted.every((part, index) => part.startsWith(':') || part === parts[index])
    )
  })
  return found.toSorted((one, other) => one.path.split(':').length - other.path.split(':').length)[0] ?? null
}

function faultIn(
  { model }: Application,
  request: GeneratedRequest,
  answer: RawAnswer,
  operation: Operation | null,
  judge: ReturnType<typeof answerJudge>,
): string | null {
  if (answer.status >= 500) return `answered ${answer.status}: ${answer.body.slice(0, 300)}`
  const undeclared = judge(request, answer)
  if (undeclared !== null) return `not as declared: ${undeclared} ${answer.body.slice(0, 300)}`
  if (operation === null && answer.status >= 400 && request.method !== 'HEAD' && !saysWhy(answer.body))
    return `refused without a code: ${answer.body.slice(0, 300)}`
  const altered =
    operation?.kind === 'create' || operation?.kind === 'change'
      ? alteredBy(request, answer, entityNamed(model, operation.standard.entity))
      : []
  return altered.length === 0 ? null : `altered ${altered.join(', ')}`
}

function saysWhy(body: string): boolean {
  const { code, error, errors } = objectIn(body)
  return typeof code === 'string' || typeof error === 'object' || typeof errors === 'object'
}

/** Values of a new or changed record that come back different from the sent ones. */
function alteredBy(request: GeneratedRequest, answer: RawAnswer, entity: Entity): string[] {
  if (answer.status >= 300 || request.body === null) return []
  const sent = objectIn(request.body)
  const kept = objectIn(answer.body)
  return entity.fields
    .filter(({ name }) => Object.hasOwn(sent, name) && Object.hasOwn(kept, name))
    .filter(({ name, type }) => !isKeptAs(type, sent[name], kept[name]))
    .map(
      ({ name }) => `${name}: ${JSON.stringify(sent[name]).slice(0, 80)} → ${JSON.stringify(kept[name]).slice(0, 80)}`,
    )
}

function isKeptAs({ kind }: CheckedFieldType, sent: unknown, kept: unknown): boolean {
  // The answer has the fields that the person may read, in the form of the shape.
  if (kind === 'reference') return (sent === null) === (kept === null)
  if (kind === 'collection') return Array.isArray(kept)
  if (kind === 'choices' && Array.isArray(sent) && Array.isArray(kept))
    return new Set(sent).size === kept.length && sent.every((value) => kept.includes(value))
  if (kind === 'period') return (sent === null) === (kept === null)
  return isSameValue(sent, kept)
}

function objectIn(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
