// Searched fields of an entity → their trigram index. The schema does not contain it: whether it exists depends on the
// size of the table and on an extension of the server, and every search finds the same records without it.

import type { Entity, Field } from '../../model/entities.ts'
import { searchedFields } from '../../model/lists/searched-fields.ts'
import type { Model } from '../../model/model.ts'
import { columnName, compositeName, tableName } from '../sql/database-names.ts'
import { hasSoughtText, soughtText } from '../sql/searched-text.ts'
import { renderSql } from '../sql/sql.ts'
import { inPublic, quoted } from './ddl.ts'

export interface SearchIndex {
  readonly name: string
  readonly entity: string
  readonly table: string
  readonly fields: readonly Field[]
  /** Names, sorted by code point. */
  readonly columns: readonly string[]
  /** The text of a row. */
  readonly text: string
}

const known = new WeakMap<Model, readonly SearchIndex[]>()

export function searchIndexes(model: Model): readonly SearchIndex[] {
  const made = known.get(model) ?? model.entities.entities.flatMap((entity) => searchIndex(model, entity))
  known.set(model, made)
  return made
}

function searchIndex(model: Model, entity: Entity): SearchIndex[] {
  const fields = searchedFields(model, entity).filter(hasSoughtText)
  if (fields.length === 0) return []
  return [
    {
      // One for all fields: PostgreSQL reads the rarest of all trigrams first, also for several words.
      name: compositeName(entity.name, 'search'),
      entity: entity.name,
      table: tableName(entity.name),
      fields,
      columns: fields.map(({ name, type }) => columnName(name, type)).toSorted((a, b) => (a < b ? -1 : 1)),
      text: renderSql(soughtText(fields)).text,
    },
  ]
}

/** Builds it without blocking writers. `schema`: that of the extension pg_trgm. */
export function createSearchIndex({ name, table, text }: SearchIndex, schema: string): string {
  return `CREATE INDEX CONCURRENTLY ${quoted(name)} ON ${inPublic(table)} USING gin (${text} ${quoted(schema)}.gin_trgm_ops)`
}
