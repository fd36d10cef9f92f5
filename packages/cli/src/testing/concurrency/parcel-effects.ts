// Sent parcels → their effects that are missing or duplicated: in the database, and at the receivers of their messages.

import { setTimeout as wait } from 'node:timers/promises'
import type { Came } from '@ninefold/server/testing/servers/receivers.ts'

const DONE_MS_MAX = 120_000

/** Returns the rows of a single statement. */
export type Ask = (text: string) => Promise<any[]>

/** Waits for pending messages and later steps. */
export async function untilDone(ask: Ask): Promise<string[]> {
  const giveUpAt = performance.now() + DONE_MS_MAX
  for (;;) {
    const [left] = await ask(
      `SELECT (SELECT count(*)::int FROM ninefold.message WHERE next_try_at IS NOT NULL) AS messages,
              (SELECT count(*)::int FROM ninefold.later) AS later`,
    )
    if (left.messages + left.later === 0) return []
    if (performance.now() > giveUpAt) return [`${left.messages} messages and ${left.later} later steps are left over`]
    await wait(100)
  }
}

const EFFECTS = {
  parcel: 'SELECT title FROM parcel',
  entry: 'SELECT title FROM entry',
  remark: 'SELECT title FROM parcel, generate_series(1, remarks)',
  notification: `SELECT substr(subject, 6) AS title FROM ninefold.notification`,
}

/** For each title exactly one parcel, one entry, one change and one notification must exist, and nothing else. */
export async function wrongInDatabase(
  ask: Ask,
  titles: ReadonlySet<string>,
  more: Readonly<Record<string, string>> = {},
): Promise<string[]> {
  const wrong: string[] = []
  for (const [name, text] of Object.entries({ ...EFFECTS, ...more })) {
    const found = (await ask(text)).map(({ title }) => String(title))
    wrong.push(...wrongCounts(name, found, titles))
  }
  return wrong
}

function wrongCounts(name: string, found: readonly string[], titles: ReadonlySet<string>): string[] {
  const counts = new Map<string, number>([...titles].map((title) => [title, 0]))
  for (const title of found) counts.set(title, (counts.get(title) ?? 0) + 1)
  return [...counts].flatMap(([title, count]) =>
    count === 1 && titles.has(title) ? [] : [`${title}: ${count} times a ${name}`],
  )
}

/** A message arrives at least once, and always with the same id. */
export function wrongAt(name: string, came: readonly Came[], titles: ReadonlySet<string>): string[] {
  const ids = new Map<string, Set<string>>()
  for (const { id, text } of came) {
    const title = /R\d+ W\d+ T\d+/.exec(text)?.[0] ?? text
    ids.set(title, (ids.get(title) ?? new Set()).add(id))
  }
  const absent = [...titles].filter((title) => !ids.has(title)).map((title) => `${title}: no ${name} came`)
  const several = [...ids].filter(([, all]) => all.size > 1).map(([title]) => `${title}: a ${name} under several ids`)
  return [...absent, ...several]
}
