// All that an engine keeps of a made-up specification → lines that name records by their code, as the reference interpreter's
// store gives them too.

import type { CheckedFieldType } from '@ninefold/core/model/entities.ts'
import { isStored } from '@ninefold/core/model/find.ts'
import { columnName, linkColumns, linkTableName, tableName } from '@ninefold/core/plan/sql/database-names.ts'
import { inPublic, quoted } from '@ninefold/core/plan/schema/ddl.ts'
import type { Application } from '@ninefold/server/gate/context/application.ts'
import type { Json } from './json.ts'

type Row = Readonly<Record<string, Json>>

export async function keptBy({ model, database }: Application): Promise<string[]> {
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
    subject: row['subject'] ?? null,
    body: row['body'] ?? null,
  }))
  const pairs = lists.flatMap(([, field], index) =>
    rowsOf(entities.length + 4 + index).map((row) => ({
      list: field,
      of: codeOf(row['owner'] ?? null),
      item: codeOf(row['item'] ?? null),
    })),
  )
  const putOff = rowsOf(entities.length + 3).map(() => ({ isPutOff: true }))
  return linesOf([...records, ...roles, ...messages, ...putOff, ...pairs])
}

/** Identities are made up by each program; what a password is kept as, nobody can compare. */
export function isCompared(name: string, { kind }: CheckedFieldType): boolean {
  return name !== 'id' && kind !== 'password'
}

const NUMBERS = ['whole number', 'decimal', 'percent', 'duration']

/** PostgreSQL gives numbers as text, with the zeros that were sent, and several words as `{red,blue}`. */
export function comparedValue(type: CheckedFieldType, value: Json): Json {
  if (value === null) return null
  const isNumber = NUMBERS.includes(type.kind) || (type.kind === 'money' && type.currency !== null)
  if (isNumber) return Number(value)
  if (type.kind === 'choices' && typeof value === 'string') return value.slice(1, -1).split(',').filter(Boolean)
  if (type.kind === 'money' && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
  return value
}

/** In an order of its own, whatever order they come in. */
export function linesOf(kept: readonly object[]): string[] {
  return kept.map((each) => JSON.stringify(each)).sort()
}
