// `GET /_ninefold/live?read=screens/tickets/0%3Fpage=2&read=…`: all reads of a page over one connection, because
// browsers open only a few per server. Each read gives what `/_ninefold/<read>` would answer. `language=de` replaces
// the header Accept-Language, which a page cannot set for an event stream.

import { parse } from 'node:querystring'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Application } from '../../gate/context/application.ts'
import { localizedApplication } from '../../gate/context/localized-application.ts'
import { refused } from '../../gate/context/refusal.ts'
import type { Exchange } from '../http/exchange.ts'
import { history } from '../calls/history.ts'
import type { LiveReads } from './live.ts'
import { presentOnScreen } from './present-on-screen.ts'
import { LIVE_PATH } from './live-bounds.ts'
import type { LiveRead } from './live-stream.ts'
import { refuseOtherParameters } from '../http/list-query.ts'
import type { Query } from '../http/query.ts'
import { unreadNotifications } from '../notifications/notifications.ts'
import { ownFields } from '../screens/app-description.ts'
import { navigationCounts } from '../screens/navigation.ts'
import { screenTitles } from '../screens/screen-titles.ts'
import { screenBlock } from '../screens/screens.ts'

const READS_MAX = 30

interface Known {
  readonly address: RegExp
  readonly answer: (exchange: Exchange) => Promise<string>
}

const KNOWN: readonly Known[] = [
  { address: /^screens\/(?<screen>[^/?]+)\/titles$/, answer: screenTitles },
  { address: /^screens\/(?<screen>[^/?]+)\/(?<block>[^/?]+)$/, answer: screenBlock },
  { address: /^screens\/(?<screen>[^/?]+)\/(?<block>[^/?]+)\/present$/, answer: presentOnScreen },
  { address: /^notifications\/unread$/, answer: unreadNotifications },
  { address: /^counts$/, answer: navigationCounts },
  { address: /^own-fields$/, answer: ownFields },
  { address: /^history\/(?<entity>[^/?]+)\/(?<id>[^/?]+)$/, answer: history },
]

export function liveBlocksRoute(instance: FastifyInstance, application: Application, live: LiveReads): void {
  instance.get(LIVE_PATH, async (request: FastifyRequest, reply: FastifyReply) => {
    const query = request.query as Query
    refuseOtherParameters(query, ['read', 'language'])
    const addresses = listOf(query['read'])
    if (addresses.length === 0) throw refused('blank', 'read')
    if (addresses.length > READS_MAX) throw refused('wrong type', 'read')
    const [language = request.headers['accept-language']] = listOf(query['language'])
    const spoken = localizedApplication(application, language)
    const reads = addresses.map((address) => readAt(address, request.cookies))
    return live.open(spoken, request, reply, reads, { isNumbered: true })
  })
}

function listOf(sent: Query[string]): readonly string[] {
  return typeof sent === 'string' ? [sent] : (sent ?? [])
}

/**
 * Calls behind a screen read the cookies of the viewer, but not the headers of this request, which are those of a
 * stream.
 */
function readAt(address: string, cookies: Exchange['cookies']): LiveRead {
  const [path = '', ...rest] = address.split('?')
  for (const { address: known, answer } of KNOWN) {
    const found = known.exec(path)
    if (found === null) continue
    const parameters = Object.fromEntries(
      Object.entries(found.groups ?? {}).map(([name, part]) => [name, decoded(part)]),
    )
    const query = parse(rest.join('?')) as Query
    return (asked) => answer({ ...asked, parameters, query, body: undefined, headers: {}, cookies })
  }
  throw refused('wrong type', 'read')
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw refused('wrong type', 'read')
  }
}
