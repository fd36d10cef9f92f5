// A statement that failed → whether another process has brought the tables to another version meanwhile. Then the
// failure is nobody's mistake: whoever asks again is answered by a process that serves the new one.

import type { Schema } from '@ninefold/core/plan/schema/schema.ts'
import { isMisfit } from '../../store/driver/database.ts'
import type { Application } from '../context/application.ts'
import { isAmongRecords } from './constraint-refusal.ts'

/** The newest version of the tables, and whether it is another one than is served here. */
interface Newest {
  readonly id: unknown
  readonly isOther: boolean
}

const known = new WeakMap<Schema, Newest>()

/** Whether that is why it failed. */
export async function isOfSuperseded(application: Application, cause: unknown): Promise<boolean> {
  return isMisfit(cause) && !isAmongRecords(application.schema, cause) && (await isSuperseded(application))
}

/** Asks the database, which one row is read of as long as the answer stays the same. */
export async function isSuperseded({ database, schema }: Pick<Application, 'database' | 'schema'>): Promise<boolean> {
  const [newest] = await database.runOwn(
    'newest-specification',
    'SELECT id::text FROM ninefold.specification ORDER BY ninefold.specification.id DESC LIMIT 1',
    [],
  )
  // Nobody has said what the tables are for.
  if (newest === undefined) return false
  const before = known.get(schema)
  if (before !== undefined && before.id === newest['id']) return before.isOther
  const [found] = await database.runOwn(
    'is-other-specification',
    'SELECT schema <> $2::jsonb AS "isOther" FROM ninefold.specification WHERE ninefold.specification.id = $1::bigint',
    [newest['id'], JSON.stringify(schema)],
  )
  const isOther = found?.['isOther'] === true
  known.set(schema, { id: newest['id'], isOther })
  return isOther
}

/**
 * Somebody was told so before, it still holds, and the process that serves the next version is there: it should be asked
 * instead. Before that, part of what is asked for may still be answered here, and by nobody else.
 */
export async function isReplaced(application: Application): Promise<boolean> {
  const { database, schema, revision } = application
  if (known.get(schema)?.isOther !== true || !(await isSuperseded(application))) return false
  const [served] = await database.runOwn('replaced-by', 'SELECT revision FROM ninefold.served_revision', [])
  return served !== undefined && served['revision'] !== revision
}
