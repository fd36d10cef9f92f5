// A test double that counts caller look-ups: one per request, and one per refresh of a live connection. So a test
// notices a refresh without a result. It uses no guessed callers, which would skip look-ups.

import type { Application } from '../gate/context/application.ts'
import { KnownCallers } from '../gate/context/caller-cache.ts'

export interface CountedLooks {
  readonly double: (application: Application) => Application
  readonly count: () => number
}

export function countedLooks(): CountedLooks {
  let count = 0
  return {
    count: () => count,
    double: (application) => ({
      ...application,
      known: new NobodyKnown(),
      database: {
        ...application.database,
        runOwn: async (name, text, values) => {
          const rows = await application.database.runOwn(name, text, values)
          if (name.startsWith('find-session')) count += 1
          return rows
        },
      },
    }),
  }
}

class NobodyKnown extends KnownCallers {
  override find(): null {
    return null
  }
}
