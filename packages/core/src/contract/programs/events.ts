// Messages by `events`: kept for a while for the programs of a user, which read them in order from where they were.

export const EVENTS_PATH = '/_ninefold/events'
/** So long a program may be away and miss nothing. */
export const EVENT_DAYS = 30
export const EVENTS_AT_ONCE = 100

/** Answer of `GET /_ninefold/events?after=ID`. */
export interface EventsPage {
  /** The oldest first. */
  readonly events: readonly ProgramEvent[]
  /** For `after` next time; null: there has been no event yet. */
  readonly next: string | null
}

/** Behind the id as a webhook has it. */
export interface ProgramEvent {
  readonly id: string
  /** The message's name. */
  readonly type: string
  readonly timestamp: string
  readonly data: {
    readonly id: string
    readonly subject: string
    readonly body: string
    readonly values: Readonly<Record<string, unknown>>
  }
}
