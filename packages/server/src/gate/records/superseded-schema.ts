// A failed statement → whether another process has migrated the tables meanwhile. The failure is then no mistake: a
// retry reaches a process with the new version.

import type { Schema } from '@ninefold/core/plan/schema/schema.ts'
import { isMisfit } from '../../store/driver/failures.ts'
import type { Application } from '../context/application.ts'
import { isAmongRecords, isOfNext } from './constraint-refusal.ts'

/** The newest version of the tables, and whether it differs from the served one. */
interface Newest {
  readonly id: unknown
  readonly isOther: boolean
}

const known = new WeakMap<Schema, Newest>()

/** Tells whether the migration caused the failure. */
export async function isOfSuperseded(application: Application, cause: unknown): Promise<boolean> {
  if (!isMisfit(cause) || isAmongRecords(application.schema, cause)) return false
  return (await isSuperseded(application)) || (isOfNext(application.schema, cause) && (await isPreparing(application)))
}

/** Tells whether another process prepares its tables. A unique index then binds this process too, shortly before. */
async function isPreparing({ database }: Pick<Application, 'database'>): Promise<boolean> {
  const [row] = await database.runOwn('is-preparing', 'SELECT EXISTS (SELECT FROM ninefold.evolution) AS "isThere"', [])
  return row?.['isThere'] === true
}

/** Reads the newest version from the database, by one row. */
async function isSuperseded({ database, schema }: Pick<Application, 'database' | 'schema'>): Promise<boolean> {
  const [newest] = await database.runOwn(
    'newest-specification',
    'SELECT id::text FROM ninefold.specification ORDER BY ninefold.specification.id DESC LIMIT 1',
    [],
  )
  // The database does not record a version.
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
 * True if a newer version was found before, still holds, and a process that serves it is running, so that requests
 * should go there. Until then, this process may still answer some of them.
 */
export async function isReplaced(application: Application): Promise<boolean> {
  const { database, schema, revision } = application
  if (known.get(schema)?.isOther !== true || !(await isSuperseded(application))) return false
  const [served] = await database.runOwn('replaced-by', 'SELECT revision FROM ninefold.served_revision', [])
  return served !== undefined && served['revision'] !== revision
}
