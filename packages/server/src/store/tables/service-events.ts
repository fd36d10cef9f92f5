// Deduplication of outside services' events: each is recorded in the transaction of its call, so that its effect
// happens exactly once.

import type { Executor } from '../driver/database.ts'

export interface ServiceEvent {
  readonly service: string
  /** Method and path, because a service may send one event to two calls. */
  readonly call: string
  readonly event: string
}

/** No service retries an event for longer. */
export const EVENT_LIFE_DAYS = 30

/** False: the event was already processed. Of two concurrent requests, the second waits for the first. */
export async function takeEvent(executor: Executor, { service, call, event }: ServiceEvent): Promise<boolean> {
  const taken = await executor.runOwn(
    'take-service-event',
    'INSERT INTO ninefold.service_event (service, call, event) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING event',
    [service, call, event],
  )
  return taken.length > 0
}
