// Due work, now or soon, from rows of engine tables. The rows are authoritative, and a job only triggers a look at one
// of them. A superfluous job finds nothing to do; a lost job is created again within a minute.

import type { Executor } from '../store/driver/database.ts'

export type DueItem =
  | { readonly kind: 'clock'; readonly machine: string; readonly clock: string; readonly record: string }
  | { readonly kind: 'recurring'; readonly name: string }
  | { readonly kind: 'message'; readonly id: string; readonly way: string }
  | { readonly kind: 'later'; readonly id: string }
  /** An issued document that is not rendered yet. */
  | { readonly kind: 'document'; readonly id: string }

export interface Due {
  readonly item: DueItem
  readonly atMs: number
}

/** Items per scan; the next scan finds the rest. */
const ITEMS_MAX = 5_000

const EVERY_WAY = ['email', 'webhook']

/** `ways`: the ways in which this process can send messages; others are left alone. */
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
       UNION ALL
       SELECT 'document', NULL, NULL, id::text, next_try_at FROM ninefold.issued_document WHERE next_try_at <= $1
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
    case 'document':
      return { kind: row['kind'], id: text('key') }
    default:
      return { kind: 'message', id: text('key'), way: text('name') }
  }
}

/** A key that identifies the item in all processes. */
export function dueKey(item: DueItem): string {
  return JSON.stringify(item)
}
