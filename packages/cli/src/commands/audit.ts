// `ninefold audit FILE`: prints the audit log of a database: who changed which record, by which call, under which
// revision of the specification.

import { auditOf, type Done } from '@ninefold/server/store/tables/audit.ts'
import { bringEngineTables } from '@ninefold/server/store/migrate/migrate.ts'
import { type PlaceOptions, withPlaceOpened } from '../evolution/open-database.ts'
import { Stop } from '../terminal/exit.ts'

export interface AuditOptions extends PlaceOptions {
  readonly since?: string
  readonly who?: string
  readonly json?: true
}

export async function audit(file: string, options: AuditOptions): Promise<void> {
  const since = options.since === undefined ? null : momentFrom(options.since)
  await withPlaceOpened(file, options, 'as it is', async ({ pool }) => {
    await bringEngineTables(pool)
    for await (const done of auditOf(pool, { since, caller: options.who ?? null }))
      process.stdout.write(`${options.json === true ? JSON.stringify(done) : lineOf(done)}\n`)
  })
}

function momentFrom(text: string): Date {
  const moment = new Date(text)
  if (!Number.isNaN(moment.getTime())) return moment
  throw new Stop(`--since is a day or a moment, such as 2026-11-21 or 2026-11-21T08:00:00Z, and not ${text}.`)
}

function lineOf({ at, caller, key, keyName, byAgent, action, entity, record, call, request, revision }: Done): string {
  const by = request === null ? call : `${call} (request ${request})`
  const byKey = key === null ? '' : ` by key ${key}${keyName === null ? '' : ` "${keyName}"`}`
  return `${at.toISOString()}  ${caller ?? '-'}${byKey}${byAgent ? ' through an agent' : ''}  ${action} ${entity} ${record}  ${by}  revision ${revision}`
}
