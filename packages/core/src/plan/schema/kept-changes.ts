// Kept changes → the statements that create and drop a trigger for one table. The column names are part of the
// function's text, so PostgreSQL plans it once per connection.

import { inPublic, quoted, quotedText } from './ddl.ts'
import { ENGINE_SCHEMA } from './engine/engine-tables.ts'
import type { History } from './schema.ts'

export interface Keeping {
  readonly trigger: string
  readonly function: string
  readonly events: 'UPDATE OR DELETE' | 'INSERT OR UPDATE OR DELETE'
  readonly table: string
  readonly body: string
}

/** Without a search path of its own, which would cost more than the rest and would hide a moved clock. */
export function keeping({
  trigger,
  function: name,
  events,
  table,
  body,
}: Keeping): Pick<History, 'tables' | 'create' | 'drop'> {
  const call = `${ENGINE_SCHEMA}.${quoted(name)}()`
  const onTable = inPublic(table)
  return {
    tables: [table],
    create: [
      `CREATE FUNCTION ${call} RETURNS trigger LANGUAGE plpgsql AS ${quotedText(`\nBEGIN\n${body}RETURN NULL;\nEND`)}`,
      `CREATE TRIGGER ${quoted(trigger)} AFTER ${events} ON ${onTable} FOR EACH ROW EXECUTE FUNCTION ${call}`,
    ],
    drop: [`DROP TRIGGER IF EXISTS ${quoted(trigger)} ON ${onTable}`, `DROP FUNCTION IF EXISTS ${call}`],
  }
}

/** The actor of clocks in histories; no record can have this id. */
export const CHANGED_BY_CLOCK = '(clock)'

export interface KeptChange {
  readonly entity: string
  readonly field: string
  /** SQL texts: the record's id, and its values. */
  readonly record: string
  readonly before: string
  readonly after: string
}

export function keepChange({ entity, field, record, before, after }: KeptChange): string {
  const values = [
    quotedText(entity),
    `${record}::text`,
    quotedText(field),
    'now()',
    `nullif(current_setting('${ENGINE_SCHEMA}.caller', true), '')`,
    before,
    after,
  ]
  return `INSERT INTO ${ENGINE_SCHEMA}.change (entity, record, field, at, changed_by, before, after) VALUES (${values.join(', ')});\n`
}
