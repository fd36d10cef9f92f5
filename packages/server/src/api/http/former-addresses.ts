// A former address of an operation → a route that exists until the end of its last day. Its answers say when the
// address moved (RFC 9745), when it ends (RFC 8594), and where it moved to.

import { filledPath, inAddress } from '@ninefold/core/model/addresses/call-path.ts'
import type { Operation } from '@ninefold/core/contract/calls/calls.ts'
import { DAY_MS, dayNumberOf } from '@ninefold/core/expression/calendar.ts'
import { fromLocal } from '@ninefold/core/expression/evaluate/time-zone.ts'
import type { FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify'
import type { Application } from '../../gate/context/application.ts'
import { todayOf } from '../../gate/context/bindings.ts'
import { placesOf } from './methods.ts'

type RouteCondition = NonNullable<NonNullable<FastifyServerOptions['routerOptions']>['constraints']>[string]
type Route = Parameters<ReturnType<RouteCondition['storage']>['set']>[1]

/** The router checks the day, so that the route is gone after its last day. */
export function untilItsLastDay(application: Application): RouteCondition {
  return {
    name: 'until',
    deriveConstraint: () => todayOf(application),
    storage: () => {
      const routes: { readonly until: string; readonly route: Route }[] = []
      return {
        get: (day) => routes.findLast(({ until }) => day <= until)?.route ?? null,
        set: (until, route) => void routes.push({ until, route }),
      }
    },
  }
}

export function lastDayOf({ until }: Operation): { readonly constraints?: { readonly until: string } } {
  return until === undefined || until === null ? {} : { constraints: { until } }
}

export type Tell = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/** Undefined: the operation has never moved. */
export function tellOfMoving(application: Application, operation: Operation): Tell[] {
  const { movedTo, until } = operation
  const words = writtenIn(operation)
  if (movedTo === undefined || words === null) return []
  const sunset = until === undefined || until === null ? null : new Date(endOf(until, application)).toUTCString()
  let since: Promise<number> | null = null
  return [
    async (request, reply) => {
      since ??= movedSince(application, words).catch((cause: unknown) => {
        since = null
        throw cause
      })
      const parameters = placesOf(request)
      const now = filledPath(movedTo, (place) => inAddress(place, parameters[place.name] ?? ''))
      reply.headers({ deprecation: `@${Math.floor((await since) / 1000)}`, link: `<${now}>; rel="successor-version"` })
      if (sunset !== null) reply.header('sunset', sunset)
    },
  ]
}

/** The moment at which the next day begins in the application's time zone. */
function endOf(day: string, { timeZone }: Application): number {
  return fromLocal((dayNumberOf(day) + 1) * DAY_MS, timeZone)
}

/** The former address, as the text has it in backticks; null: none is stated. */
function writtenIn(operation: Operation): string | null {
  if (operation.kind !== 'stated') return operation.standard?.was?.path ?? null
  const { was, method } = operation.call
  return was === null ? null : `${method} ${was.path}`
}

/** When the first version was applied since which every version has stated the move. */
async function movedSince({ database }: Application, words: string): Promise<number> {
  const rows = await database.runOwn(
    'moved-since',
    `SELECT min(applied_at) AS since FROM ninefold.specification
     WHERE id > coalesce((SELECT max(id) FROM ninefold.specification WHERE text !~ $1), 0)`,
    [`was\\W+${words.replace(/[^\p{L}\p{N}]/gu, '\\$&')}\``],
  )
  const since = rows[0]?.['since'] ?? null
  return since === null ? database.nowMs() : Number(since)
}
