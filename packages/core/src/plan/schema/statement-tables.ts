// The text of a statement → the tables that it looks at, and those that it writes. Every table of an entity stands
// quoted in every statement, and every table of the engine with its schema, so the text alone says it. A name too many
// (a column or an author's word that is called like a table) only makes somebody look again who need not.

import { ENGINE_SCHEMA } from './engine/engine-tables.ts'
import type { Schema } from './schema.ts'

/**
 * Something was written: `ticket`, `ninefold.file`; behind a minus, something was deleted there. Of sessions and roles it
 * is known whose: `ninefold.user_role=7`.
 */
export type Change = string

/** Nobody knows what was written. */
export const ANYTHING: Change = '*'

/** Tables of the engine that no read of a caller looks at. One that is missing here makes somebody look who need not. */
export const NEVER_READ: ReadonlySet<string> = new Set(
  'audit limit_use quota_turn rule_turn idempotency_key service_event counter sign_in_attempt sign_in_link openid_identity pending_sign_in passkey passkey_challenge invitation clock recurring later served_revision'
    .split(' ')
    .map((table) => `${ENGINE_SCHEMA}.${table}`),
)

const LITERAL = String.raw`\bE'(?:[^'\\]|''|\\.)*'|'(?:[^']|'')*'`
const NAME = String.raw`"((?:[^"]|"")*)"|\bninefold\.(\w+)`
/** A literal is passed over as a whole: it may hold anything, quotes too. */
const NAMED = new RegExp(`${LITERAL}|${NAME}`, 'gs')
const WRITTEN = new RegExp(
  `${LITERAL}|\\b(INSERT INTO|UPDATE|DELETE FROM)\\s+(?:public\\.)?(?:${NAME})|"(?:[^"]|"")*"`,
  'gs',
)

/** Quoted names that are no tables are among them: whoever compares them with tables does not meet them. */
export function namesIn(text: string): string[] {
  return [...new Set([...text.matchAll(NAMED)].flatMap(([, quoted, own]) => nameOf(quoted, own) ?? []))]
}

export function changesIn(text: string): Change[] {
  const found = [...text.matchAll(WRITTEN)].flatMap(([, verb, quoted, own]) => {
    const table = nameOf(quoted, own)
    if (table === null || NEVER_READ.has(table)) return []
    const isDeletion = verb === 'DELETE FROM'
    // A new session is nobody's yet, and one that is used goes on as it was.
    if ((own === 'session' || own === 'api_key') && !isDeletion) return []
    return [isDeletion ? `-${table}` : table]
  })
  return [...new Set(found)]
}

const OF_SOMEBODY = /^-?ninefold\.(?:session|user_role|event)$/

/** The same, for a statement of the engine whose first value says whose sessions, roles or events they are. */
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

export function rolesOf(user: string): string {
  return `${ENGINE_SCHEMA}.user_role=${user}`
}

function nameOf(quoted: string | undefined, own: string | undefined): string | null {
  if (quoted !== undefined) return quoted.replaceAll('""', '"')
  return own === undefined ? null : `${ENGINE_SCHEMA}.${own}`
}

/** Tables that have other rows after these changes: a deletion goes on to rows that depend on those that it takes away. */
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
      // A set grows while it is walked through: what goes with these rows may take others along.
      if (reference.onDelete === 'CASCADE') deleted.add(reference.table)
    }
  }
  return changed
}
