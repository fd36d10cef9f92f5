// Two databases → what a person asks both of them: every operation, screen, form and picker with names and values of
// either world, and the addresses of everything else that is told of a record.

import type { Field } from '@ninefold/core/model/entities.ts'
import { addressPart } from '@ninefold/core/model/words.ts'
import { screenKey } from '@ninefold/core/contract/screens.ts'
import { columnName, tableName } from '@ninefold/core/plan/database-names.ts'
import { inPublic, quoted } from '@ninefold/core/plan/ddl.ts'
import type { Application } from '@ninefold/server/gate/application.ts'
import { type GeneratedRequest, type RequestPool, requestsTo } from '@ninefold/server/testing/generated-requests.ts'
import fc from 'fast-check'

export interface Questions {
  readonly application: Application
  /** Names and values are taken from here, too. */
  readonly other?: Application
  readonly seed: number
  readonly count: number
  readonly isReading: boolean
  /** Only what can be kept up to date. */
  readonly isStream?: boolean
}

const VALUES_MAX = 40
const TEXTS = ['', 'a', 'Zoe', '2026-01-31', '1.25']

export async function questionsTo(asked: Questions): Promise<GeneratedRequest[]> {
  const { application, other = application, seed, count, isReading, isStream = false } = asked
  const pool = await poolOf([application, ...(isReading ? [other] : [])])
  const requests = fc
    .oneof(
      { weight: 6, arbitrary: requestsTo(application, pool) },
      { weight: isStream ? 0 : 2, arbitrary: addressesOf(application, pool) },
    )
    .filter((request) => (!isReading && !isStream) || request.method === 'GET' || request.method === 'HEAD')
    .filter((request) => !isStream || request.method === 'GET')
    .filter((request) => isOfThePerson(request))
  return fc.sample(requests, { numRuns: count, seed })
}

/** Sessions are another for each who signs in, whoever it is. */
function isOfThePerson({ path }: GeneratedRequest): boolean {
  return !/^\/_ninefold\/(session|users)/i.test(path)
}

/** Names of records, and texts and numbers that stand in them, whoever may see them. */
export async function poolOf(worlds: readonly Application[]): Promise<RequestPool> {
  const found: Record<string, string[]> = {}
  const texts = new Set<string>(TEXTS)
  for (const { model, database } of worlds) {
    for (const { name: entity, fields } of model.entities.entities) {
      for (const field of fields.filter((each) => isKey(each) || isAskable(each))) {
        const { rows } = await database.pool.query<{ value: string }>(
          `SELECT DISTINCT ${quoted(columnName(field.name, field.type))}::text AS value FROM ${inPublic(tableName(entity))}
           WHERE ${quoted(columnName(field.name, field.type))} IS NOT NULL ORDER BY 1 LIMIT ${VALUES_MAX}`,
        )
        const values = rows.map(({ value }) => value)
        if (isKey(field))
          found[`${entity}.${field.name}`] = [...new Set([...(found[`${entity}.${field.name}`] ?? []), ...values])]
        else for (const value of values.slice(-6)) if (value.length < 60) texts.add(value)
      }
    }
  }
  const keys = new Set(['1', '99', ...Object.values(found).flatMap((values) => values.slice(-12))])
  return { keys: [...keys], texts: [...texts], found }
}

function isKey({ name, unique, type, computed }: Field): boolean {
  return name === 'id' || (computed === null && (unique !== null || type.kind === 'sequence' || type.kind === 'slug'))
}

const ASKABLE = ['text', 'long text', 'email', 'whole number', 'decimal', 'choice', 'state', 'date', 'yes/no']

function isAskable({ type, computed, isHidden }: Field): boolean {
  return ASKABLE.includes(type.kind) && computed === null && !isHidden
}

/** What no operation, screen or picker is: histories, secret texts, what was deleted, titles, messages, the document. */
function addressesOf({ model }: Application, { keys, found = {}, texts }: RequestPool): fc.Arbitrary<GeneratedRequest> {
  const entity = fc.constantFrom(...model.entities.entities)
  const records = entity.chain(({ name, fields }) => {
    const address = addressPart(name)
    const id = fc.constantFrom(...(found[`${name}.id`] ?? []), ...keys.slice(0, 3))
    const field = fc.constantFrom(...fields.map((each) => each.name))
    return fc
      .tuple(id, field)
      .chain(([key, by]) =>
        fc.constantFrom(
          `/_ninefold/history/${address}/${encodeURIComponent(key)}`,
          `/_ninefold/secrets/${address}/${encodeURIComponent(key)}/${by}`,
          `/_ninefold/options/${encodeURIComponent(name)}?by=${by}`,
        ),
      )
  })
  const screens = model.screens.screens.map((screen) => `/_ninefold/screens/${screenKey(screen)}/titles`)
  const titles = fc
    .tuple(
      fc.constantFrom('/_ninefold/app', ...screens),
      fc.constantFrom('id', 'number', 'slug'),
      fc.constantFrom(...keys),
    )
    .map(([address, name, key]) =>
      address.endsWith('titles') ? `${address}?${name}=${encodeURIComponent(key)}` : address,
    )
  const others = fc.constantFrom(
    '/_ninefold/deleted.json',
    '/_ninefold/notifications',
    '/_ninefold/notifications?take=1',
    '/_ninefold/notifications/unread',
    '/api/openapi.json',
    '/openapi.json',
    '/_ninefold/app',
    ...texts.slice(0, 3).map((text) => `/_ninefold/files/${encodeURIComponent(text)}`),
  )
  return fc
    .oneof({ weight: 4, arbitrary: records }, { weight: 2, arbitrary: titles }, { weight: 2, arbitrary: others })
    .map((path) => ({ method: 'GET', path, body: null, headers: {} }))
}
