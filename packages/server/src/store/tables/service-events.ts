// Events of outside services: taken in the transaction of their call, so that there is never an effect that could come
// twice, nor an event that was taken without one.

import type { Executor } from '../driver/database.ts'

export interface ServiceEvent {
  readonly service: string
  /** Method and path: a service may tell two calls of one event. */
  readonly call: string
  readonly event: string
}

/** No service sends an event again after so long. */
export const EVENT_LIFE_DAYS = 30

/** False: it has had its effect. Two at the same time: the second waits for the first. */
export async function takeEvent(executor: Executor, { service, call, event }: ServiceEvent): Promise<boolean> {
  const taken = await executor.runOwn(
    'take-service-event',
    'INSERT INTO ninefold.service_event (service, call, event) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING event',
    [service, call, event],
  )
  return taken.length > 0
}
