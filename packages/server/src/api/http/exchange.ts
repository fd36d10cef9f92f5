// One request as the gate sees it: its caller and its values.

import type { Application } from '../../gate/context/application.ts'
import type { Caller } from '../../gate/context/caller.ts'
import type { Bindings } from '../../store/driver/rows.ts'
import type { ShownAnswer } from '../../gate/context/shown-answer.ts'
import type { Query } from './query.ts'

/** A connection for server-sent events, as the read behind it sees it. */
export interface StreamSide {
  /** The caller is at the record of this topic as long as the read shows it. */
  joins(topic: string): Promise<void>
  /** The people at a record whom the answer names: by id, each as JSON. Arrivals and departures are events of their own. */
  tells(topic: string, people: ReadonlyMap<string, string>): void
}

export interface Exchange {
  readonly application: Application
  readonly caller: Caller
  /** Path parameters, as text. */
  readonly parameters: Readonly<Record<string, string>>
  readonly query: Query
  readonly body: unknown
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly cookies: Readonly<Record<string, string | undefined>>
  readonly bindings: Bindings
  /** The event of an outside service; missing: the request is not from a service. */
  readonly event?: string
  readonly shown?: ShownAnswer
  /** The connection that keeps the answer up to date; missing: there is one answer. */
  readonly stream?: StreamSide
  /** The caller was guessed. Only a single statement may run, because it verifies the guess. */
  readonly isGuess?: true
}

/** The request of a guessed caller needs more than one statement. */
export class MoreThanAtOnce extends Error {
  override name = 'MoreThanAtOnce'
}
