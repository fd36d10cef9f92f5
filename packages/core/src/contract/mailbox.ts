// What the mailbox page of development shows: every message that the application has sent.

/** Answer of `GET /_ninefold/mailbox.json`: the newest first. */
export interface Mailbox {
  readonly messages: readonly MailboxMessage[]
}

export interface MailboxMessage {
  /** The event's: the same however often it is sent. */
  readonly id: string
  /** As the specification calls it. */
  readonly name: string
  readonly receiver: string
  readonly subject: string
  readonly body: string
  /** ISO 8601 */
  readonly at: string
}
