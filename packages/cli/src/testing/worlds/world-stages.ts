// A specification → databases with much to hide: its sample data, more people, and records written by all of them. Ids
// are counted, so that the same seed gives the same run, and both worlds name new records alike.

import { NEXT_ID } from '@ninefold/core/plan/schema/engine/made-values.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { entityNamed, fieldNamed } from '@ninefold/core/model/find.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import { signInOf } from '@ninefold/core/model/users/sign-in-of.ts'
import { columnName, tableName } from '@ninefold/core/plan/sql/database-names.ts'
import { inPublic, quoted } from '@ninefold/core/plan/schema/ddl.ts'
import { screenKey } from '@ninefold/core/contract/screens/screens.ts'
import type { Application } from '@ninefold/server/gate/context/application.ts'
import { type GeneratedRequest, requestsTo } from '@ninefold/server/testing/generated-requests.ts'
import { sendRaw } from '@ninefold/server/testing/raw-request.ts'
import { keepView } from '@ninefold/server/store/tables/views.ts'
import { folderOfFiles } from '@ninefold/server/store/files/folder-of-files.ts'
import fc from 'fast-check'
import { buildStages, headersOfSession, type Stages } from '../../examples/stages.ts'
import { addHistories } from './histories-of-worlds.ts'
import { addRecords } from './hidden-changes.ts'
import { runExample } from '../../examples/run-example.ts'
import { addFiles } from './files-of-worlds.ts'
import { poolOf } from './world-pool.ts'

const SEED = 9
const WRITES = 180
const COPIES = 90
/** Existing records are looked up again after this many requests. */
const CHUNK = 60
const PARTS = 60
const SECRETS_MAX = 30
const DELETED_TRIED = 6

export async function worldStages(model: Model, text: string): Promise<Stages> {
  const folder = await mkdtemp(join(tmpdir(), 'ninefold-worlds-'))
  const files = folderOfFiles(folder)
  const stages = await buildStages(model, text, {
    files,
    tables: countIds,
    records: async (stage, application) => {
      const { address } = stage
      // The author's examples do meaningful things that random requests would not; even one that ends early has done
      // some of them.
      for (const example of model.calls.examples) for await (const _ of runExample(example, stage));
      await addPeople(application)
      for (let sent = 0; sent < WRITES; sent += CHUNK) await write(address, application, SEED + sent)
      await addRecords(application, SEED, COPIES)
      await addRecords(application, SEED + 1, PARTS, partsOf(model))
      await addHistories(application, await peopleOf(application))
      await addSecretTexts(application)
      await addFiles(application, files)
      await addViews(application)
      await deleteSome(address, application)
    },
  })
  return {
    ...stages,
    [Symbol.asyncDispose]: async () => {
      await stages[Symbol.asyncDispose]()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function write(address: string, application: Application, seed: number): Promise<void> {
  const people = await Promise.all((await peopleOf(application)).map((id) => headersOfSession(application, id)))
  const requests = requestsTo(application, await poolOf([application])).filter(isWrite)
  const anybody = people.length === 0 ? fc.constant({}) : fc.constantFrom(...people)
  for (const [headers, request] of fc.sample(fc.tuple(anybody, requests), { numRuns: CHUNK, seed }))
    await sendRaw(address, null, { ...request, headers: { ...request.headers, ...headers } }).catch(cutOff)
}

/** Adds parts of records: comments and the like, by everybody to everything. */
function partsOf({ entities: { entities } }: Model): string[] {
  return entities.filter(({ partOf }) => partOf !== null).map(({ name }) => name)
}

/** Adds a saved view for everybody. */
async function addViews(application: Application): Promise<void> {
  const { model, database } = application
  const screen = model.screens.screens.find(({ blocks }) => blocks.some(({ kind }) => kind === 'list'))
  if (screen === undefined) return
  const place = { screen: screenKey(screen), block: 0 }
  for (const person of await peopleOf(application))
    await database.write((transaction) =>
      keepView(transaction, person, { ...place, name: `View of ${person}`, query: '' }),
    )
}

/** Adds secret texts to everybody's records, no matter who may write them. */
async function addSecretTexts({ model, database, secretTexts }: Application): Promise<void> {
  for (const { name, fields } of model.entities.entities)
    for (const field of fields) {
      if (field.type.kind !== 'secret text' || secretTexts === null) continue
      const { rows } = await database.pool.query<{ id: string }>(
        `SELECT id::text FROM ${inPublic(tableName(name))} ORDER BY id LIMIT ${SECRETS_MAX}`,
      )
      for (const { id } of rows)
        await database.pool.query(
          `UPDATE ${inPublic(tableName(name))} SET ${quoted(columnName(field.name, field.type))} = $1 WHERE id::text = $2`,
          [secretTexts.seal(`The secret of ${id}`), id],
        )
    }
}

/** Deletes some records, which are kept but hidden in their own way. */
async function deleteSome(address: string, application: Application): Promise<void> {
  const { model, operations, database } = application
  for (const operation of operations) {
    if (operation.kind !== 'delete') continue
    const { entity, foundBy } = operation.standard
    const deleted = entityNamed(model, entity)
    if (deleted.keptDeleted === null) continue
    const key = quoted(columnName(foundBy, fieldNamed(deleted, foundBy).type))
    const { rows } = await database.pool.query<{ key: string }>(
      `SELECT ${key}::text AS key FROM ${inPublic(tableName(entity))} ORDER BY id DESC LIMIT ${DELETED_TRIED}`,
    )
    for (const person of await peopleOf(application))
      for (const { key: named } of rows)
        await sendRaw(address, null, {
          method: 'DELETE',
          path: operation.path.replace(`:${foundBy}`, encodeURIComponent(named)),
          body: null,
          headers: await headersOfSession(application, person),
        })
  }
}

/** The server does not read a body that is too large to its end, so sending it may fail before the refusal arrives. */
export function cutOff(error: unknown): null {
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'EPIPE' || code === 'ECONNRESET') return null
  throw error
}

/** Leaves out deletions and sign-outs. */
function isWrite({ method, path }: GeneratedRequest): boolean {
  return ['POST', 'PUT', 'PATCH'].includes(method) && path.startsWith('/api')
}

/** Each new person has one of the existing roles. */
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
    if (field === null && columns.some((column) => column.name === 'id' && column.default === NEXT_ID))
      await database.pool.query(
        `ALTER TABLE ${inPublic(name)} ALTER id SET DEFAULT ('00000000-0000-4000-9000-' || lpad(nextval('ninefold.proof_ids')::text, 12, '0'))::uuid`,
      )
}
