// A made-up specification on the real thing: PostgreSQL and HTTP. Its answers and its records come in the terms of
// the reference interpreter: records are named by their code, because identities are made up by each program.

import type { Model } from '@ninefold/core/model/model.ts'
import { isStored } from '@ninefold/core/model/find.ts'
import { columnName, tableName } from '@ninefold/core/plan/database-names.ts'
import { inPublic } from '@ninefold/core/plan/ddl.ts'
import type { Application } from '@ninefold/server/gate/application.ts'
import { openDatabase } from '@ninefold/server/store/database.ts'
import { newSecretKey, secretTextsWith } from '@ninefold/server/store/secret-texts.ts'
import { pino } from 'pino'
import type { Stage } from '../../examples/run-example.ts'
import { stageOf } from '../../examples/stages.ts'
import { applicationOf, bringTo, loadData, startServer } from '../../pipeline.ts'

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

export interface HttpRequest {
  /** The code of a person; null: somebody who is not signed in. */
  readonly who: string | null
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly path: string
  /** References are given as `{"$code": …}` with the entity. */
  readonly body?: Readonly<Record<string, Json>>
}

export interface HttpAnswer {
  readonly status: number
  readonly body: Json | undefined
  readonly codes: readonly string[]
}

export interface Engine extends AsyncDisposable {
  readonly send: (request: HttpRequest) => Promise<HttpAnswer>
  /** Every stored record, with references as codes, in no order. */
  readonly stored: () => Promise<Readonly<Record<string, Json>>[]>
}

export async function engineOf(
  model: Model,
  text: string,
  connectionString: string,
  fault: (model: Model) => Model = (honest) => honest,
): Promise<Engine> {
  const database = openDatabase({ connectionString })
  await bringTo(database, model, text, { consent: false, lock: null })
  const application = applicationOf(fault(model), text, 'development', database, secretTextsWith([newSecretKey()]))
  await loadData(application, ['reference', 'sample'])
  const logger = pino({ level: 'silent' })
  const server = await startServer(
    { host: '127.0.0.1', port: 0, webFolder: null, logger, development: null },
    application,
  )
  const stage = stageOf(application, `http://127.0.0.1:${server.port}`)
  return {
    send: (request) => sent(stage, request, application),
    stored: () => storedRecords(application),
    [Symbol.asyncDispose]: async () => {
      await server.close()
      await database.close()
    },
  }
}

async function sent(
  stage: Stage,
  { who, method, path, body }: HttpRequest,
  application: Application,
): Promise<HttpAnswer> {
  const headers = who === null ? {} : await stage.signedIn(who)
  const content = body === undefined ? undefined : JSON.stringify(await withIdentities(application, body))
  const response = await fetch(stage.address + path, {
    method,
    headers: {
      ...headers,
      accept: 'application/json',
      ...(content === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(content === undefined ? {} : { body: content }),
  })
  const text = await response.text()
  const parsed = text === '' ? undefined : (JSON.parse(text) as Json)
  const isRefusal = response.status >= 400
  return { status: response.status, body: isRefusal ? undefined : parsed, codes: isRefusal ? codesOf(parsed) : [] }
}

function codesOf(problem: Json | undefined): string[] {
  const { errors } = (problem ?? {}) as { readonly errors?: readonly { readonly code?: string }[] }
  return (errors ?? []).map(({ code }) => String(code))
}

async function withIdentities(
  application: Application,
  body: Readonly<Record<string, Json>>,
): Promise<Record<string, Json>> {
  const entries = Object.entries(body).map(async ([name, value]): Promise<[string, Json]> => {
    if (typeof value !== 'object' || value === null || !('$code' in value)) return [name, value]
    const { rows } = await application.database.pool.query<{ id: string }>(
      `SELECT id FROM ${inPublic(tableName(String(value['$entity'])))} WHERE code = $1`,
      [value['$code']],
    )
    return [name, rows[0]?.id ?? '00000000-0000-4000-8000-000000000000']
  })
  return Object.fromEntries(await Promise.all(entries))
}

async function storedRecords({ model, database }: Application): Promise<Record<string, Json>[]> {
  const all = await Promise.all(
    model.entities.entities.map(async (entity) => {
      const { rows } = await database.pool.query<Record<string, Json>>(
        `SELECT * FROM ${inPublic(tableName(entity.name))}`,
      )
      return { entity, rows }
    }),
  )
  const codes = new Map(
    all.flatMap(({ rows }) => rows.map((row): [Json, Json] => [row['id'] ?? null, row['code'] ?? null])),
  )
  return all.flatMap(({ entity, rows }) =>
    rows.map((row) => ({
      entity: entity.name,
      ...Object.fromEntries(
        entity.fields
          .filter((field) => isStored(field) && field.name !== 'id' && field.type.kind !== 'password')
          .map((field): [string, Json] => {
            const value = row[columnName(field.name, field.type)] ?? null
            if (field.type.kind === 'reference')
              return [field.name, value === null ? null : (codes.get(value) ?? 'gone')]
            return [field.name, field.type.kind === 'whole number' && value !== null ? Number(value) : value]
          }),
      ),
    })),
  )
}
