// One person's open connections to a world, while it changes where the person cannot see it → the events that they
// received. Each connection has its own session, which tells when its re-evaluation of the changed world has started.
// The re-evaluation after that is refused, which ends the connection, so that by its end all events of the first one
// have arrived.

import { signInOf } from '@ninefold/core/model/users/sign-in-of.ts'
import { ANYTHING } from '@ninefold/core/plan/schema/statement-tables.ts'
import { SESSION_COOKIE } from '@ninefold/server/api/authentication/session-cookie.ts'
import type { Application } from '@ninefold/server/gate/context/application.ts'
import { refused } from '@ninefold/server/gate/context/refusal.ts'
import { createSession } from '@ninefold/server/store/tables/users/sessions.ts'
import { newToken, tokenHash } from '@ninefold/server/store/tables/users/tokens.ts'
import { type EventReader, readEvents } from '@ninefold/server/testing/event-reader.ts'

export interface Streams {
  readonly count: number
  /** Ends the connections. Empty: no events. */
  eventsAfterChange(): Promise<readonly string[]>
}

interface Open {
  readonly path: string
  readonly token: string
  readonly reader: EventReader
}

const READERS_MAX = 12

/** A test double that serves each session normally until its remaining re-evaluations are used up. */
export class CountedLooks {
  private readonly left = new Map<string, number>()
  private readonly ended = new Set<string>()

  readonly double = (application: Application): Application => ({
    ...application,
    database: {
      ...application.database,
      runOwn: async (name, text, values) => {
        if (name.startsWith('find-session')) this.look(application, values[0])
        return application.database.runOwn(name, text, values)
      },
    },
  })

  endAfterNext(token: string): void {
    this.left.set(keyOf(tokenHash(token)), 1)
  }

  hasEnded(token: string): boolean {
    return this.ended.has(keyOf(tokenHash(token)))
  }

  private look({ database }: Application, hash: unknown): void {
    const key = keyOf(hash)
    const left = this.left.get(key)
    if (left === undefined) return
    this.left.set(key, left - 1)
    if (left <= 0) {
      this.ended.add(key)
      throw refused('too many')
    }
    // A notification during a re-evaluation causes another one after it.
    database.changes.tell([ANYTHING])
  }
}

function keyOf(hash: unknown): string {
  return Buffer.isBuffer(hash) ? hash.toString('hex') : String(hash)
}

export interface StreamedWorld {
  readonly address: string
  /** Without test doubles. */
  readonly application: Application
  readonly person: string | null
  /** Of the served test double. */
  readonly looks: CountedLooks
}

export async function streamsOf(
  { address, application, person, looks }: StreamedWorld,
  paths: readonly string[],
): Promise<Streams> {
  const open: Open[] = []
  // Without sign-in, no re-evaluation belongs to a person.
  const isAnybodys = signInOf(application.model.roles) === null
  for (const path of isAnybodys ? [] : new Set(paths)) {
    if (open.length === READERS_MAX) break
    // A person with an unknown session is a guest.
    const token = person === null ? newToken() : await createSession(application.database, person)
    const reader = await readEvents(address + path, { cookie: `${SESSION_COOKIE}=${token}` })
    if (reader.status === 200 && reader.headers.get('content-type') === 'text/event-stream') {
      for (let told = 0; told < readsOf(path); told++) await reader.next()
      open.push({ path, token, reader })
    } else await reader[Symbol.asyncDispose]()
  }
  return {
    count: open.length,
    eventsAfterChange: async () => {
      for (const { token } of open) looks.endAfterNext(token)
      application.database.changes.tell([ANYTHING])
      const told = await Promise.all(open.map((one) => eventsOf(one, looks)))
      await Promise.all(open.map(({ reader }) => reader[Symbol.asyncDispose]()))
      return told.flat()
    },
  }
}

/** Each read of a connection starts with an event of its own. */
function readsOf(path: string): number {
  return path.startsWith('/_ninefold/live?') ? path.split('read=').length - 1 : 1
}

async function eventsOf({ path, token, reader }: Open, looks: CountedLooks): Promise<string[]> {
  const events: string[] = []
  for (let event = await reader.next(); event !== null; event = await reader.next())
    events.push(`${event.event.replace(/-\d+$/, '')} ${event.data}`)
  const end = events.at(-1)
  // A refused re-evaluation sends the same event for each of its reads.
  const told = looks.hasEnded(token) ? events.filter((event) => event !== end) : events
  return told.map((event) => `${path}: ${event.slice(0, 300)}`)
}
