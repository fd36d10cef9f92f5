// One request as the gate sees it: for whom, with what.

import type { Application } from '../../gate/context/application.ts'
import type { Caller } from '../../gate/context/caller.ts'
import type { Bindings } from '../../store/driver/rows.ts'
import type { ShownAnswer } from '../../gate/context/shown-answer.ts'
import type { Query } from './query.ts'

export interface Exchange {
  readonly application: Application
  readonly caller: Caller
  /** From the path, as text. */
  readonly parameters: Readonly<Record<string, string>>
  readonly query: Query
  readonly body: unknown
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly cookies: Readonly<Record<string, string | undefined>>
  readonly bindings: Bindings
  /** The event that an outside service has told of; missing: it is no request of a service. */
  readonly event?: string
  readonly shown?: ShownAnswer
  /** The caller was guessed: only what one statement does is done for them, because it is judged with it. */
  readonly isGuess?: true
}

/** A request of a guessed caller takes more than one statement. */
export class MoreThanAtOnce extends Error {
  override name = 'MoreThanAtOnce'
}
