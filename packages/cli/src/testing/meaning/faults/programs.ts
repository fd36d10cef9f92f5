// Faults in access by programs' keys and by random codes.

import type { Json } from '../json.ts'
import type { MadeUpRequest } from '../made-up-requests.ts'
import type { Play } from '../meaning-machine.ts'

type Fault = (play: Play) => Play

export const PROGRAM_FAULTS: Readonly<Record<string, Fault>> = {
  'a key has all that its user has': (play) => {
    const users = new Map(play.requests.flatMap(({ kind, key, who }) => (kind === 'make key' ? [[key, who]] : [])))
    return withRequests(play, ({ withKey, ...request }) =>
      withKey === undefined || !users.has(withKey)
        ? { ...request, ...carried(withKey) }
        : { ...request, who: users.get(withKey) ?? null },
    )
  },
  'keys that only read write, too': keysMade((body) => ({ ...body, onlyReads: false })),
  'a key has the first of its roles alone': keysMade(({ roles, ...body }) => ({
    ...body,
    roles: (roles as readonly Json[]).slice(0, 1),
  })),
  'keys have no end': (play) =>
    withRequests(play, (request) =>
      request.kind === 'make key' && Number(request.body['days']) > 0 && Number(request.body['days']) <= 30
        ? { ...request, body: { ...request.body, days: 30 } }
        : request,
    ),
  'whoever asks beside a key is asked': (play) => withRequests(play, ({ withKey: _, ...request }) => request),
  'random codes find nothing': (play) =>
    withRequests(play, (request) =>
      isLink(request.body['link']) ? { ...request, body: { ...request.body, link: 'abcd' } } : request,
    ),
}

function carried(withKey: string | undefined): Pick<MadeUpRequest, 'withKey'> {
  return withKey === undefined ? {} : { withKey }
}

function isLink(value: Json | undefined): boolean {
  return typeof value === 'object' && value !== null && '$field' in value
}

function keysMade(change: (body: MadeUpRequest['body']) => MadeUpRequest['body']): Fault {
  return (play) =>
    withRequests(play, (request) =>
      request.kind === 'make key' ? { ...request, body: change(request.body) } : request,
    )
}

function withRequests(play: Play, change: (request: MadeUpRequest) => MadeUpRequest): Play {
  return { ...play, requests: play.requests.map(change) }
}
