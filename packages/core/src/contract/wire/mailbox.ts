// Content of the development mailbox: all sent messages, and all deferred steps.

import type { MessageWay } from '../../model/outside/messages.ts'

/** Answer of `GET /_ninefold/mailbox.json`: newest first. */
export interface Mailbox {
  readonly messages: readonly MailboxMessage[]
  /** Deferred steps that wait or have failed; finished ones are left out. */
  readonly later: readonly MailboxLater[]
}

/** The number of attempts, and the last error. */
interface Tried {
  readonly attempts: number
  readonly error: string | null
  /** There are no further attempts. */
  readonly isGivenUp: boolean
}

export interface MailboxMessage extends Tried {
  /** The event's id, the same for every attempt. */
  readonly id: string
  /** Its name in the specification. */
  readonly name: string
  readonly way: MessageWay
  /** An address; for a notification, the user's name. */
  readonly receiver: string
  readonly subject: string
  readonly body: string
  /** For an e-mail: its HTML. Null: it has only the text body. */
  readonly html: string | null
  /** Names of attached files. */
  readonly attached: readonly string[]
  /** ISO 8601 */
  readonly at: string
}

export interface MailboxLater extends Tried {
  readonly id: string
  /** `POST /api/orders`, `schedule nightly` */
  readonly owner: string
  /** ISO 8601 */
  readonly at: string
}
