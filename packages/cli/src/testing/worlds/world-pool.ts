// Databases and one person's view of them → names of records, and values and words in them, for generating requests, no
// matter who may see them. Values of records that the person sees make up half of them.

import type { Field } from '@ninefold/core/model/entities.ts'
import { isStored } from '@ninefold/core/model/find.ts'
import { columnName, tableName } from '@ninefold/core/plan/sql/database-names.ts'
import { inPublic, quoted } from '@ninefold/core/plan/schema/ddl.ts'
import type { Application } from '@ninefold/server/gate/context/application.ts'
import type { RequestPool } from '@ninefold/server/testing/generated-requests.ts'

export interface WorldPool extends Required<RequestPool> {
  /** For each field with a filter, as an address writes it. */
  readonly values: Readonly<Record<string, readonly string[]>>
  /** Ids of uploads. */
  readonly files: readonly string[]
}

const VALUES_MAX = 40
const TEXTS = ['', 'a', 'Zoe', '2026-01-31', '1.25']
/** Searches for longer values are not drawn. */
const TEXT_LENGTH_MAX = 60
const NOT_WRITTEN = ['file', 'secret text', 'password', 'period', 'map', 'json', 'collection', 'inverse', 'money']

/** `seen`: ids of records by entity. */
export async function poolOf(
  worlds: readonly Application[],
  seen: ReadonlyMap<string, ReadonlySet<string>> = new Map(),
): Promise<WorldPool> {
  const found: Record<string, string[]> = {}
  const values: Record<string, string[]> = {}
  const texts = new Set<string>(TEXTS)
  const files = new Set<string>()
  for (const { model, database } of worlds) {
    for (const { name: entity, fields } of model.entities.entities) {
      const kept = fields.filter((field) => isStored(field) && !NOT_WRITTEN.includes(field.type.kind))
      const columns = kept.map(({ name, type }, index) => `${written(name, type)} AS "v${index}"`).join(', ')
      const { rows } = await database.pool.query<Record<string, string | null>>(
        `SELECT id::text AS "own id", ${columns} FROM ${inPublic(tableName(entity))} ORDER BY id`,
      )
      const ids = seen.get(entity)
      const [theirs, others] = [true, false].map((isSeen) =>
        rows.filter((row) => (ids?.has(String(row['own id'])) === true) === isSeen).slice(0, VALUES_MAX),
      ) as [typeof rows, typeof rows]
      for (const [index, field] of kept.entries()) {
        const place = `${entity}.${field.name}`
        const valuesOf = (some: typeof rows): string[] => some.flatMap((row) => row[`v${index}`] ?? [])
        const all = balanced(valuesOf(theirs), valuesOf(others))
        values[place] = [...(values[place] ?? []), ...all]
        if (isKey(field)) found[place] = [...(found[place] ?? []), ...all]
        else for (const value of all.slice(-6)) if (value.length < TEXT_LENGTH_MAX) texts.add(value)
      }
    }
    const uploads = await database.pool.query<{ id: string }>('SELECT id::text FROM ninefold.file ORDER BY id')
    for (const { id } of uploads.rows) files.add(id)
  }
  const keys = new Set(['1', '99', ...Object.values(found).flatMap((all) => all.slice(-12))])
  return { keys: [...keys], texts: [...texts], found, values, files: [...files] }
}

/** In the notation of addresses: moments with T and Z. */
function written(name: string, type: Field['type']): string {
  const column = quoted(columnName(name, type))
  return type.kind === 'date and time' ? `to_json(${column})#>>'{}'` : `${column}::text`
}

function balanced(theirs: readonly string[], others: readonly string[]): string[] {
  const times = theirs.length === 0 ? 0 : Math.max(1, Math.ceil((others.length * 1.5) / theirs.length))
  return [...others, ...Array.from({ length: times }, () => theirs).flat()]
}

function isKey({ name, unique, type, computed }: Field): boolean {
  return name === 'id' || (computed === null && (unique !== null || type.kind === 'sequence' || type.kind === 'slug'))
}
