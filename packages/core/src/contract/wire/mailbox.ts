// Content of the mailbox page of development: every message that the application has sent, and all deferred work.

import type { MessageWay } from '../../model/calls.ts'

/** Answer of `GET /_ninefold/mailbox.json`: the newest first. */
export interface Mailbox {
  readonly messages: readonly MailboxMessage[]
  /** Steps that wait for their turn, or have failed; what is done is not there. */
  readonly later: readonly MailboxLater[]
}

/** How often it was tried, and what went wrong the last time. */
interface Tried {
  readonly attempts: number
  readonly error: string | null
  /** Nobody tries any more. */
  readonly isGivenUp: boolean
}

export interface MailboxMessage extends Tried {
  /** The event's: the same however often it is sent. */
  readonly id: string
  /** As the specification calls it. */
  readonly name: string
  readonly way: MessageWay
  /** An address; of a message in the application, the user's name. */
  readonly receiver: string
  readonly subject: string
  readonly body: string
  /** Names of the files that it brings. */
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
