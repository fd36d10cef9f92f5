// The audit log → one page for an operator, newest first.

import type { Executor } from '../../driver/database.ts'

export interface AuditPlace {
  readonly atMs: number
  /** Orders entries of one moment. */
  readonly number: string
}

export interface AuditPageAsked {
  /** Null: any caller. */
  readonly caller: string | null
  readonly entity: string | null
  /** Prefix of the action. */
  readonly action: string | null
  /** Days in the application's time zone, both inclusive. */
  readonly from: string | null
  readonly until: string | null
  readonly timeZone: string
  /** Only entries after this cursor; null: from the newest on. */
  readonly after: AuditPlace | null
  readonly take: number
}

export interface AuditRow extends AuditPlace {
  readonly caller: string | null
  readonly key: string | null
  readonly byAgent: boolean
  readonly action: string
  readonly entity: string
  readonly record: string
  readonly call: string
  readonly request: string | null
  readonly revision: string
}

/** Conditions are included only if requested, so that each statement can use its index. */
export async function auditPage(executor: Executor, asked: AuditPageAsked): Promise<AuditRow[]> {
  const values: unknown[] = []
  const value = (given: unknown): string => `$${values.push(given)}`
  const { caller, entity, action, from, until, timeZone, after, take } = asked
  const startOf = (day: string, days: number): string =>
    `((${value(day)}::date + ${days})::timestamp AT TIME ZONE ${value(timeZone)}::text)`
  const conditions = [
    ...(caller === null ? [] : [`caller = ${value(caller)}::text`]),
    ...(entity === null ? [] : [`entity = ${value(entity)}::text`]),
    ...(action === null ? [] : [`starts_with(action, ${value(action)}::text)`]),
    ...(from === null ? [] : [`at >= ${startOf(from, 0)}`]),
    ...(until === null ? [] : [`at < ${startOf(until, 1)}`]),
    ...(after === null
      ? []
      : [
          `(a.at, a.number) < (${value(new Date(after.atMs).toISOString())}::timestamptz, ${value(after.number)}::bigint)`,
        ]),
  ]
  const kinds = [caller, entity, action, from, until, after].map((each) => (each === null ? '0' : '1')).join('')
  const rows = await executor.runOwn(
    `audit-page-${kinds}`,
    `SELECT at, number::text AS number, caller, api_key, coalesce(by_agent, false) AS by_agent, action, entity, record, call, request, revision
     FROM ninefold.audit AS a ${conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`}
     ORDER BY a.at DESC, a.number DESC LIMIT ${value(take)}::integer`,
    values,
  )
  const text = (found: unknown): string | null => (found === null || found === undefined ? null : String(found))
  return rows.map((row) => ({
    atMs: Number(row['at']),
    number: String(row['number']),
    caller: text(row['caller']),
    key: text(row['api_key']),
    byAgent: row['by_agent'] === true,
    action: String(row['action']),
    entity: String(row['entity']),
    record: String(row['record']),
    call: String(row['call']),
    request: text(row['request']),
    revision: String(row['revision']),
  }))
}
