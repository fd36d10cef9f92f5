// Connections that one person keeps open to a world while it changes where the person cannot see it → what they were told.

import { ANYTHING } from '@ninefold/core/plan/statement-tables.ts'
import type { Application } from '@ninefold/server/gate/application.ts'
import { type EventReader, readEvents } from '@ninefold/server/testing/event-reader.ts'
import type { GeneratedRequest } from '@ninefold/server/testing/generated-requests.ts'

export interface Streams {
  readonly count: number
  /** Ends them. Empty: nothing was told. */
  eventsAfterChange(): Promise<readonly string[]>
}

/** Fewer than one session may have. */
const READERS_MAX = 6
/** A look is taken within this time of a change. */
const LOOKED_AFTER_MS = 400

export async function streamsOf(
  world: {
    readonly address: string
    readonly application: Application
    readonly headers: Readonly<Record<string, string>>
  },
  isSignedIn: boolean,
  questions: readonly GeneratedRequest[],
): Promise<Streams> {
  const open: { readonly path: string; readonly reader: EventReader }[] = []
  // For somebody who is not signed in, connections count for everybody at that address.
  for (const path of new Set(questions.map((question) => question.path))) {
    if (open.length === (isSignedIn ? READERS_MAX : 2)) break
    if (!/^\/[a-z0-9_/?=&%:.-]*$/i.test(path)) continue
    const reader = await readEvents(world.address + path, { cookie: null }, world.headers).catch(() => null)
    if (reader === null) continue
    if (reader.status === 200 && reader.headers.get('content-type') === 'text/event-stream') {
      await reader.next()
      open.push({ path, reader })
    } else await reader[Symbol.asyncDispose]()
  }
  return {
    count: open.length,
    eventsAfterChange: async () => {
      if (open.length > 0) {
        world.application.database.changes.tell([ANYTHING])
        await new Promise((resolve) => setTimeout(resolve, LOOKED_AFTER_MS))
      }
      const events = open.flatMap(({ path, reader }) =>
        reader.waiting.map(({ event, data }) => `${path}: ${event} ${data.slice(0, 300)}`),
      )
      await Promise.all(open.map(({ reader }) => reader[Symbol.asyncDispose]()))
      return events
    },
  }
}
