// Stored events → events as programs read them.

import type { ProgramEvent } from '@ninefold/core/contract/programs/events.ts'
import type { ReadEvent } from '../../store/tables/operation/events.ts'

/** Erased events are left out. */
export function programEvents(events: readonly ReadEvent[]): ProgramEvent[] {
  return events.flatMap(({ id, body }) =>
    body === '' ? [] : [{ id, ...(JSON.parse(body) as Omit<ProgramEvent, 'id'>) }],
  )
}
