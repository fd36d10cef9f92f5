// Due work, now or soon: rows of the engine's tables. They are the truth; a job is only somebody's turn to look
// at one of them. A job too many finds nothing to do, and one that was lost is given anew within a minute.

import type { Executor } from '../store/driver/database.ts'

export type DueItem =
  | { readonly kind: 'clock'; readonly machine: string; readonly clock: string; readonly record: string }
  | { readonly kind: 'recurring'; readonly name: string }
  | { readonly kind: 'message'; readonly id: string; readonly way: string }
  | { readonly kind: 'later'; readonly id: string }

export interface Due {
  readonly item: DueItem
  readonly atMs: number
}

/** At one time; the rest is found by whoever looks next. */
const ITEMS_MAX = 5_000

const EVERY_WAY = ['email', 'webhook']

/** `ways`: in which messages can be sent here; the others wait, and are none of our business. */
export async function dueUntil(
  executor: Executor,
  untilMs: number,
  ways: readonly string[] = EVERY_WAY,
): Promise<Due[]> {
  const rows = await executor.runOwn(
    'due',
    `SELECT * FROM (
       SELECT 'clock' AS kind, machine, clock AS name, record_id AS key, due_at AS at FROM ninefold.clock WHERE due_at <= $1
       UNION ALL
       SELECT 'recurring', NULL, name, NULL, next_at FROM ninefold.recurring WHERE next_at <= $1
       UNION ALL
       SELECT 'message', NULL, way, id::text, next_try_at FROM ninefold.message WHERE way = ANY ($3::text[]) AND next_try_at <= $1
       UNION ALL
       SELECT 'later', NULL, NULL, id::text, next_try_at FROM ninefold.later WHERE next_try_at <= $1
     ) AS due ORDER BY at, kind, name, key LIMIT $2`,
    [new Date(untilMs).toISOString(), ITEMS_MAX, ways],
  )
  return rows.map((row) => ({ item: dueItem(row), atMs: Number(row['at']) }))
}

function dueItem(row: Readonly<Record<string, unknown>>): DueItem {
  const text = (name: string): string => String(row[name] ?? '')
  switch (row['kind']) {
    case 'clock':
      return { kind: 'clock', machine: text('machine'), clock: text('name'), record: text('key') }
    case 'recurring':
      return { kind: 'recurring', name: text('name') }
    case 'later':
      return { kind: 'later', id: text('key') }
    default:
      return { kind: 'message', id: text('key'), way: text('name') }
  }
}

/** The same for the same item, whoever looks. */
export function dueKey(item: DueItem): string {
  return JSON.stringify(item)
}
