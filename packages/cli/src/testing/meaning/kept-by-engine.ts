// The stored data of an engine → lines that name records by their code, in the same form as those of the reference
// interpreter.

import type { CheckedFieldType } from '@ninefold/core/model/entities.ts'
import { isStored } from '@ninefold/core/model/find.ts'
import { columnName, linkColumns, linkTableName, tableName } from '@ninefold/core/plan/sql/database-names.ts'
import { inPublic, quoted } from '@ninefold/core/plan/schema/ddl.ts'
import { CHANGED_BY_CLOCK } from '@ninefold/core/plan/schema/kept-changes.ts'
import type { Application } from '@ninefold/server/gate/context/application.ts'
import { CODED } from './fields/made-by-product.ts'
import type { Json } from './json.ts'
import { comparedChange, comparedValue } from './kept-history.ts'

type Row = Readonly<Record<string, Json>>

export interface Kept {
  /** Records, roles and messages, each as JSON, sorted. */
  readonly lines: readonly string[]
  readonly identities: Identities
  /** True: deferred steps are still pending. */
  readonly isWaiting: boolean
}

/** Maps the ids of records to their codes and back, because each program generates its own ids. */
export class Identities {
  private readonly byCode = new Map<string, string>()
  private readonly byIdentity = new Map<string, string>()

  add(entity: string, code: string, id: string): void {
    this.byCode.set(`${entity}: ${code}`, id)
    this.byIdentity.set(id, `${entity}: ${code}`)
  }

  /** Undefined: no such record. */
  of(entity: string, code: string): string | undefined {
    return this.byCode.get(`${entity}: ${code}`)
  }

  /** `Alpha: alpha1`. Undefined: no record has this id. */
  nameOf(id: string): string | undefined {
    return this.byIdentity.get(id)
  }
}

export async function keptBy({ model, database }: Application): Promise<Kept> {
  const { entities } = model.entities
  const lists = entities.flatMap(({ name, fields }) =>
    fields.flatMap(({ name: field, type }): [string, string, string][] =>
      type.kind === 'collection' && type.via === null && type.through === null ? [[name, field, type.entity]] : [],
    ),
  )
  const questions = [
    ...entities.map(({ name }) => `SELECT * FROM ${inPublic(tableName(name))}`),
    'SELECT user_id, role FROM ninefold.user_role',
    `SELECT name, way, receiver, subject, body FROM ninefold.message`,
    `SELECT name, 'in-app' AS way, user_id, subject, body FROM ninefold.notification`,
    'SELECT 1 FROM ninefold.later',
    'SELECT document, record FROM ninefold.issued_document',
    `SELECT entity, record, field, (extract(epoch FROM at) * 1000)::float AS at, changed_by, before, after FROM ninefold.change`,
    ...lists.map(([entity, field, target]) => {
      const { owner, item } = linkColumns(entity, field, target)
      return `SELECT ${quoted(owner)} AS owner, ${quoted(item)} AS item FROM ${inPublic(linkTableName(entity, field))}`
    }),
  ]
  const results = (await database.pool.query(questions.join('; '))) as unknown as readonly { readonly rows: Row[] }[]
  const rowsOf = (index: number): readonly Row[] => results[index]?.rows ?? []
  const codes = new Map(
    entities.flatMap((_, index) => rowsOf(index).map((row) => [String(row['id']), row['code'] ?? null] as const)),
  )
  const codeOf = (id: Json): Json => (id === null ? null : (codes.get(String(id)) ?? 'gone'))
  const records = entities.flatMap((entity, index) => {
    const fields = entity.fields.filter((field) => isStored(field) && isCompared(field.name, field.type))
    return rowsOf(index).map((row) => ({
      entity: entity.name,
      ...Object.fromEntries(
        fields.map(({ name, type }) => {
          const value = row[columnName(name, type)] ?? null
          return [name, type.kind === 'reference' ? codeOf(value) : comparedValue(type, value)]
        }),
      ),
    }))
  })
  const roles = rowsOf(entities.length).map((row) => ({
    user: codeOf(row['user_id'] ?? null),
    role: row['role'] ?? null,
  }))
  const messages = [...rowsOf(entities.length + 1), ...rowsOf(entities.length + 2)].map((row) => ({
    message: row['name'] ?? null,
    way: row['way'] ?? null,
    to: row['receiver'] ?? codeOf(row['user_id'] ?? null),
    ...(row['way'] === 'webhook' ? wordsOf(String(row['body'])) : { subject: row['subject'], body: row['body'] }),
  }))
  const pairs = lists.flatMap(([, field], index) =>
    rowsOf(entities.length + 6 + index).map((row) => ({
      list: field,
      of: codeOf(row['owner'] ?? null),
      item: codeOf(row['item'] ?? null),
    })),
  )
  const putOff = rowsOf(entities.length + 3).map(() => ({ isPutOff: true }))
  const issued = rowsOf(entities.length + 4).map((row) => ({
    issued: row['document'] ?? null,
    of: codeOf(row['record'] ?? null),
  }))
  const changes = rowsOf(entities.length + 5).map((row) => {
    const field = entities.find(({ name }) => name === row['entity'])?.fields.find(({ name }) => name === row['field'])
    if (field === undefined) throw new Error('Defect: a history of a field that is not there.')
    const [before, after] = [row['before'] ?? null, row['after'] ?? null].map((value) =>
      comparedChange(field.type, value, codeOf),
    )
    const by = row['changed_by'] ?? null
    return {
      changed: field.name,
      of: codeOf(row['record'] ?? null),
      at: Number(row['at']),
      by: by === CHANGED_BY_CLOCK ? 'the product' : codeOf(by),
      before: before ?? null,
      after: after ?? null,
    }
  })
  const identities = new Identities()
  for (const [index, { name }] of entities.entries())
    for (const { id, code, [CODED]: coded } of rowsOf(index)) {
      if (typeof code !== 'string') continue
      identities.add(name, code, String(id))
      if (typeof coded === 'string') identities.add(name, `${code}.${CODED}`, coded)
    }
  return {
    lines: linesOf([...issued, ...records, ...roles, ...messages, ...putOff, ...changes, ...pairs]),
    identities,
    isWaiting: putOff.length > 0,
  }
}

/** The words sent to another program, without the id of the message. */
function wordsOf(sent: string): Readonly<Record<string, Json | undefined>> {
  const { type, timestamp, data } = JSON.parse(sent) as Readonly<Record<'type' | 'timestamp', Json>> & {
    readonly data: Readonly<Record<'subject' | 'body', Json>> & { readonly values: Row }
  }
  return { subject: data.subject, body: data.body, values: ordered(data.values), type, timestamp }
}

export function ordered(values: Row): Row {
  return Object.fromEntries(Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Leaves out ids, which each program generates, and password hashes, which cannot be compared. */
export function isCompared(name: string, { kind }: CheckedFieldType): boolean {
  return name !== 'id' && kind !== 'password'
}

/** Sorts the lines, so that their order does not matter. */
export function linesOf(kept: readonly object[]): string[] {
  return kept.map((each) => JSON.stringify(each)).sort()
}
