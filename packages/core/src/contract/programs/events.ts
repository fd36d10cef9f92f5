// Messages by `events`: stored for a while for a user's programs, which read them in order from a cursor.

export const EVENTS_PATH = '/_ninefold/events'
/** How long events are available to a program that was offline. */
export const EVENT_DAYS = 30
export const EVENTS_AT_ONCE = 100

/** Answer of `GET /_ninefold/events?after=ID`. */
export interface EventsPage {
  /** Oldest first. */
  readonly events: readonly ProgramEvent[]
  /** The next `after`; null: there has been no event yet. */
  readonly next: string | null
}

/** The same data as in a webhook, with the id. */
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
