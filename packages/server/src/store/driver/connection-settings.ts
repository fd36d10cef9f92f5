// Settings of a connection, told at its beginning, which hold for as long as it lasts. They are said by a statement and
// not while connecting, because poolers take few settings there: they refuse the others, or drop them without a word.

import type { ClientBase } from 'pg'

export type ConnectionSettings = Readonly<Record<string, string>>

/** A pooler that has no connection to spare lets whoever asks wait for one. */
const ANSWER_MS_MAX = 10_000

/** For the beginning of each connection of a pool. */
export function sayingSettings(settings: ConnectionSettings): (client: ClientBase) => Promise<void> {
  const names = Object.keys(settings)
  const calls = names.map((_, at) => `set_config($${at * 2 + 1}, $${at * 2 + 2}, false)`)
  const asked = {
    text: `SELECT ${calls.join(', ')}`,
    values: Object.entries(settings).flat(),
    query_timeout: ANSWER_MS_MAX,
  }
  return async (client) => {
    await client.query(asked)
  }
}
