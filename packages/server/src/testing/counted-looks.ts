// A double of an application that counts how often somebody is recognised: once for each request, and once for each look
// of a connection that is kept up to date. So a test knows that a look has been taken, also when nothing came of it.
// Nobody is guessed by it: a guess is no look.

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
