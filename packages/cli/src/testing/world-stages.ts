// A specification → stages on which there is much to hide: its sample data, more people, and what all of them have
// written. Ids are counted, so that the same seed goes the same way, and what two worlds make is called the same in both.

import type { Model } from '@ninefold/core/model/model.ts'
import { signInOf } from '@ninefold/core/model/sign-in-of.ts'
import { tableName } from '@ninefold/core/plan/database-names.ts'
import { inPublic } from '@ninefold/core/plan/ddl.ts'
import type { Application } from '@ninefold/server/gate/application.ts'
import { type GeneratedRequest, requestsTo } from '@ninefold/server/testing/generated-requests.ts'
import { sendRaw } from '@ninefold/server/testing/raw-request.ts'
import fc from 'fast-check'
import { buildStages, headersOfSession, type Stages } from '../examples/stages.ts'
import { addRecords } from './hidden-changes.ts'
import { poolOf } from './worlds-questions.ts'

const SEED = 9
const WRITES = 180
const COPIES = 90
/** What there is to be addressed is looked up again after so many requests. */
const CHUNK = 60

export function worldStages(model: Model, text: string): Promise<Stages> {
  return buildStages(model, text, {
    tables: countIds,
    records: async ({ address }, application) => {
      await addPeople(application)
      for (let sent = 0; sent < WRITES; sent += CHUNK) await write(address, application, SEED + sent)
      await addRecords(application, SEED, COPIES)
    },
  })
}

async function write(address: string, application: Application, seed: number): Promise<void> {
  const people = await Promise.all((await peopleOf(application)).map((id) => headersOfSession(application, id)))
  const requests = requestsTo(application, await poolOf([application])).filter(isWrite)
  const anybody = people.length === 0 ? fc.constant({}) : fc.constantFrom(...people)
  for (const [headers, request] of fc.sample(fc.tuple(anybody, requests), { numRuns: CHUNK, seed }))
    await sendRaw(address, null, { ...request, headers: { ...request.headers, ...headers } }).catch(cutOff)
}

/** A body that is too large is not read to its end, so that writing it may fail before the refusal comes. */
export function cutOff(error: unknown): null {
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'EPIPE' || code === 'ECONNRESET') return null
  throw error
}

/** Nothing is taken away, and no session ends. */
function isWrite({ method, path }: GeneratedRequest): boolean {
  return ['POST', 'PUT', 'PATCH'].includes(method) && path.startsWith('/api')
}

/** Each of those who are new has one of the roles that the others have. */
async function addPeople(application: Application): Promise<void> {
  const signIn = signInOf(application.model.roles)
  if (signIn === null) return
  await addRecords(application, SEED, 20, [signIn.entity])
  await application.database.pool.query(
    `INSERT INTO ninefold.user_role (user_id, role)
     SELECT one.id::text, given.role
     FROM (SELECT id, row_number() OVER (ORDER BY id) AS place FROM ${inPublic(tableName(signIn.entity))}) AS one
     JOIN (SELECT role, row_number() OVER (ORDER BY role) AS place, count(*) OVER () AS count
           FROM (SELECT DISTINCT role FROM ninefold.user_role) AS roles) AS given
       ON one.place % given.count = given.place - 1
     WHERE NOT EXISTS (SELECT FROM ninefold.user_role AS kept WHERE kept.user_id = one.id::text)
     ON CONFLICT DO NOTHING`,
  )
}

export async function peopleOf({ model, database }: Application): Promise<string[]> {
  const signIn = signInOf(model.roles)
  if (signIn === null) return []
  const { rows } = await database.pool.query<{ id: string }>(
    `SELECT id::text FROM ${inPublic(tableName(signIn.entity))} ORDER BY id LIMIT ${PEOPLE_MAX}`,
  )
  return rows.map(({ id }) => id)
}

const PEOPLE_MAX = 8

async function countIds({ schema, database }: Application): Promise<void> {
  await database.pool.query('CREATE SEQUENCE ninefold.proof_ids')
  for (const { name, field, columns } of schema.tables)
    if (field === null && columns.some((column) => column.name === 'id' && column.default?.startsWith('gen_random')))
      await database.pool.query(
        `ALTER TABLE ${inPublic(name)} ALTER id SET DEFAULT ('00000000-0000-4000-9000-' || lpad(nextval('ninefold.proof_ids')::text, 12, '0'))::uuid`,
      )
}
