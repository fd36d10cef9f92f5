// `GET /_ninefold/events`: events for programs of a user, from a cursor on; with `Accept: text/event-stream`, new ones
// as they come.

import { EVENTS_AT_ONCE, EVENTS_PATH, type EventsPage } from '@ninefold/core/contract/programs/events.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Application } from '../../gate/context/application.ts'
import { refused } from '../../gate/context/refusal.ts'
import { eventsAfter } from '../../store/tables/operation/events.ts'
import { callerNow, callerOf } from '../authentication/authentication.ts'
import { refuseOtherParameters } from '../http/list-query.ts'
import type { Query } from '../http/query.ts'
import { problemOf } from '../http/refusals.ts'
import { isUuid } from '../http/uuid.ts'
import { type LiveReads, wantsEvents } from '../live/live.ts'
import { queryWithoutSession } from '../authentication/session-token.ts'
import { EventStream } from './event-stream.ts'
import { programEvents } from './event-words.ts'
import { signedInUser } from '../../gate/context/signed-in-user.ts'

/** Without events in the text, the route does not exist. */
export function addEventRoute(instance: FastifyInstance, application: Application, live: LiveReads): void {
  const { model, database } = application
  if (!model.calls.messages.some(({ by }) => by === 'events')) return
  instance.get(EVENTS_PATH, async (request, reply) => {
    const caller = await callerOf(application, request)
    const after = placeIn(application, request)
    const me = signedInUser(caller)
    if (wantsEvents(request))
      return live.keep(
        application,
        request,
        reply,
        new EventStream({
          application,
          after,
          userId: String(me.id),
          callerNow: (own) => callerNow(own, request),
          problemOf: (refusal) => JSON.stringify(problemOf(model, refusal, request)),
          inTurn: live.inTurn,
        }),
      )
    const found = await eventsAfter(database, String(me.id), after, EVENTS_AT_ONCE)
    if (found === null) throw refused('not found', 'after')
    const { events } = found
    return { events: programEvents(events), next: events.at(-1)?.id ?? after } satisfies EventsPage
  })
}

function placeIn(application: Application, request: FastifyRequest): string | null {
  const query = queryWithoutSession(application, request.query as Query)
  refuseOtherParameters(query, ['after'])
  const { after } = query
  if (after === undefined || after === '') return null
  if (typeof after !== 'string') throw refused('wrong type', 'after')
  if (!isUuid(after)) throw refused('not found', 'after')
  return after
}
