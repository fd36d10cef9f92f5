// Names of the model → names in the database, readable in other tools: entity `Ticket` is table `ticket`, field
// `firstRepliedAt` column `first_replied_at`, reference `category` column `category_id`, to-many `Team.members` link
// table `team_members`.

import type { CheckedFieldType } from '../../model/entities.ts'
import { snakeCase } from '../../model/snake-case.ts'

/** PostgreSQL silently truncates longer names, so two could collide. */
const NAME_BYTES_MAX = 63

export function tableName(entity: string): string {
  const name = fitting(snakeCase(entity))
  // PostgreSQL looks such names up among its own tables first.
  return name.startsWith('pg_') ? `pg$${name.slice(3)}` : name
}

export function columnName(field: string, type: CheckedFieldType): string {
  const name = snakeCase(field)
  if (type.kind === 'reference') return fitting(`${name}_id`)
  return SYSTEM_COLUMNS.has(name) ? `${name}$field` : fitting(name)
}

/** Every PostgreSQL table has these columns already. */
const SYSTEM_COLUMNS: ReadonlySet<string> = new Set(['ctid', 'cmin', 'cmax', 'xmin', 'xmax', 'tableoid'])

/** The column for the previous state, beside that of the state. No field can have this name. */
export function stateBeforeColumn(field: string): string {
  return fitting(`${snakeCase(field)}$before`)
}

/** The link table of a many-to-many field. */
export function linkTableName(entity: string, field: string): string {
  return fitting(`${snakeCase(entity)}_${snakeCase(field)}`)
}

/** The two columns of a link table: the owner, and the linked record. */
export function linkColumns(entity: string, field: string, target: string): { owner: string; item: string } {
  const owner = `${snakeCase(entity)}_id`
  const item = entity === target ? `${snakeCase(field)}_id` : `${snakeCase(target)}_id`
  return { owner: fitting(owner), item: fitting(item) }
}

/** Joins words into one name: `ticket_subject_length`. */
export function compositeName(...words: readonly string[]): string {
  return fitting(words.map(snakeCase).join('_'))
}

/** Names are ASCII here, so characters are bytes. A truncated name ends in a checksum of the whole one. */
function fitting(name: string): string {
  if (name.length <= NAME_BYTES_MAX) return name
  const checksum = checksumOf(name)
  return `${name.slice(0, NAME_BYTES_MAX - checksum.length - 1)}_${checksum}`
}

/** FNV-1a, 32 bits, in base 36. */
function checksumOf(text: string): string {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    hash ^= text.charCodeAt(index)
    hash = Math.imul(hash, 0x01000193)
  }
  return (hash >>> 0).toString(36)
}
