// The text of a statement → the tables that it reads and writes. Table names are always quoted and engine tables
// qualified, so the text is sufficient. A false positive (a column or literal like a table's name) only causes a
// superfluous refresh.

import { ENGINE_SCHEMA } from './engine/engine-tables.ts'
import type { Schema } from './schema.ts'

/**
 * A change: `ticket`, `ninefold.file`; with a minus for a deletion. For sessions and roles the user is included:
 * `ninefold.user_role=7`.
 */
export type Change = string

/** The changed tables are unknown. */
export const ANYTHING: Change = '*'

/** Engine tables that no caller's read uses. A table missing here only causes superfluous refreshes. */
export const NEVER_READ: ReadonlySet<string> = new Set(
  'audit limit_use quota_turn rule_turn idempotency_key service_event counter sign_in_attempt sign_in_link openid_identity pending_sign_in passkey passkey_challenge invitation clock recurring later served_revision replication_mark stream_process open_stream'
    .split(' ')
    .map((table) => `${ENGINE_SCHEMA}.${table}`),
)

const LITERAL = String.raw`\bE'(?:[^'\\]|''|\\.)*'|'(?:[^']|'')*'`
const NAME = String.raw`"((?:[^"]|"")*)"|\bninefold\.(\w+)`
/** Skips whole literals, which may contain quotes. */
const NAMED = new RegExp(`${LITERAL}|${NAME}`, 'gs')
const WRITTEN = new RegExp(
  `${LITERAL}|\\b(INSERT INTO|UPDATE|DELETE FROM)\\s+(?:public\\.)?(?:${NAME})|"(?:[^"]|"")*"`,
  'gs',
)

/** Includes quoted names that are not tables, which match no table later. */
export function namesIn(text: string): string[] {
  return [...new Set([...text.matchAll(NAMED)].flatMap(([, quoted, own]) => nameOf(quoted, own) ?? []))]
}

export function changesIn(text: string): Change[] {
  const found = [...text.matchAll(WRITTEN)].flatMap(([, verb, quoted, own]) => {
    const table = nameOf(quoted, own)
    if (table === null || NEVER_READ.has(table)) return []
    const isDeletion = verb === 'DELETE FROM'
    // A new session has no readers yet, and a used one keeps its identity.
    if ((own === 'session' || own === 'api_key') && !isDeletion) return []
    return [isDeletion ? `-${table}` : table]
  })
  return [...new Set(found)]
}

const OF_SOMEBODY = /^-?ninefold\.(?:session|user_role|event|stream_presence)$/

/** The same for an engine statement whose first value is the user of the session, role or event, or the topic of presence. */
export function changesOfSomebody(changes: readonly Change[], whose: unknown): readonly Change[] {
  if (!changes.some((change) => OF_SOMEBODY.test(change)) || typeof whose !== 'string') return changes
  return changes.map((change) => (OF_SOMEBODY.test(change) ? `${change}=${whose}` : change))
}

export function sessionsOf(whose: string): string {
  return `${ENGINE_SCHEMA}.session=${whose}`
}

export function eventsOf(user: string): string {
  return `${ENGINE_SCHEMA}.event=${user}`
}

/** `topic`: a record at which users are. */
export function presenceAt(topic: string): string {
  return `${ENGINE_SCHEMA}.stream_presence=${topic}`
}

export function rolesOf(user: string): string {
  return `${ENGINE_SCHEMA}.user_role=${user}`
}

function nameOf(quoted: string | undefined, own: string | undefined): string | null {
  if (quoted !== undefined) return quoted.replaceAll('""', '"')
  return own === undefined ? null : `${ENGINE_SCHEMA}.${own}`
}

/** Tables whose rows these changes may affect: deletions cascade to dependent rows. */
export function changedTables(schema: Schema, changes: readonly Change[]): ReadonlySet<string> {
  const changed = new Set<string>()
  const deletions = changes.flatMap((change) => (change.startsWith('-') ? [change.slice(1)] : []))
  for (const change of changes) if (!change.startsWith('-')) changed.add(change)
  const deleted = new Set(deletions)
  for (const table of deleted) {
    changed.add(table)
    for (const reference of schema.tables.flatMap(({ references }) => references)) {
      if (reference.target.table !== table || reference.onDelete === 'RESTRICT' || reference.onDelete === 'NO ACTION')
        continue
      changed.add(reference.table)
      // The set grows during the iteration, because cascades continue.
      if (reference.onDelete === 'CASCADE') deleted.add(reference.table)
    }
  }
  return changed
}
