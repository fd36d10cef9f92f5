// The caller's own notifications over HTTP. `GET /_ninefold/notifications`, the number of unread ones, and marking one
// or all as read.

import {
  FOLLOWED,
  hasFollowers,
  hasNotifications,
  NOTIFICATION_SETTINGS_PATH,
  type NotificationSettings,
  NOTIFICATIONS_AT_ONCE,
  NOTIFICATIONS_AT_ONCE_MAX,
  NOTIFICATIONS_PATH,
  type Notifications,
  type UnreadNotifications,
} from '@ninefold/core/contract/wire/notifications.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import { FOLLOWED_IN_WORDS } from '@ninefold/core/contract/words/followed-in-words.ts'
import { refusalLanguage } from '@ninefold/core/contract/words/refusal-language.ts'
import { said } from '@ninefold/core/model/words.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refused } from '../../gate/context/refusal.ts'
import type { Executor } from '../../store/driver/database.ts'
import {
  markRead,
  markReadUntil,
  markUnread,
  messagesOff,
  notificationsOf,
  setMessagesOff,
  unreadFollowedOf,
  unreadMessagesOf,
} from '../../store/tables/notifications.ts'
import type { Exchange } from '../http/exchange.ts'
import { refuseOtherParameters } from '../http/list-query.ts'
import { addFollowingRoutes } from './following.ts'
import { notificationsAsRead } from './read-notifications.ts'
import { isUuid } from '../http/uuid.ts'
import { signedInUser } from '../../gate/context/signed-in-user.ts'

export function addNotificationRoutes(
  instance: FastifyInstance,
  exchangeFor: (request: FastifyRequest) => Promise<Exchange>,
): void {
  addFollowingRoutes(instance, exchangeFor)
  const answer = async (request: FastifyRequest, by: (exchange: Exchange, userId: string) => Promise<unknown>) => {
    const exchange = await exchangeFor(request)
    return by(exchange, userOf(exchange))
  }
  instance.get(NOTIFICATIONS_PATH, (request) => answer(request, listed))
  instance.get(`${NOTIFICATIONS_PATH}/unread`, (request) => answer(request, unread))
  instance.get(NOTIFICATION_SETTINGS_PATH, (request) => answer(request, settings))
  instance.put(NOTIFICATION_SETTINGS_PATH, async (request, reply) => {
    await answer(request, set)
    return done(reply)
  })
  const done = async (reply: FastifyReply): Promise<FastifyReply> => reply.status(204).send()
  instance.post(`${NOTIFICATIONS_PATH}/:id/read`, async (request, reply) => {
    await answer(request, (exchange, userId) => readOnes(exchange, userId, markRead))
    return done(reply)
  })
  instance.post(`${NOTIFICATIONS_PATH}/:id/unread`, async (request, reply) => {
    await answer(request, (exchange, userId) => readOnes(exchange, userId, markUnread))
    return done(reply)
  })
  instance.post(`${NOTIFICATIONS_PATH}/:id/read-until`, async (request, reply) => {
    await answer(request, (exchange, userId) => readOnes(exchange, userId, markReadUntil))
    return done(reply)
  })
}

/** Refuses where the text states no notifications, and callers without a session. */
function userOf({ application, caller }: Exchange): string {
  if (!hasNotifications(application.model)) throw refused('not found')
  return String(signedInUser(caller).id)
}

async function listed(exchange: Exchange, userId: string): Promise<Notifications> {
  const { query, application } = exchange
  refuseOtherParameters(query, ['after', 'take'])
  const take = takenAtOnce(query['take'])
  const { after } = query
  if (after !== undefined && (typeof after !== 'string' || !isUuid(after))) throw refused('wrong type', 'after')
  return application.database.read(async (transaction) => {
    // One more than requested shows whether there are more.
    const found = await notificationsOf(transaction, userId, after ?? null, take + 1)
    if (found === null) throw refused('wrong type', 'after')
    const kept = found.slice(0, take)
    return {
      items: await notificationsAsRead(exchange, transaction, kept),
      next: found.length > take ? (kept.at(-1)?.id ?? null) : null,
      unread: await unreadOf(exchange, transaction, userId),
    }
  })
}

function takenAtOnce(sent: Exchange['query'][string]): number {
  if (sent === undefined) return NOTIFICATIONS_AT_ONCE
  const take = typeof sent === 'string' && /^[0-9]{1,4}$/.test(sent) ? Number(sent) : 0
  if (take < 1 || take > NOTIFICATIONS_AT_ONCE_MAX) throw refused('wrong type', 'take')
  return take
}

async function settings({ query, application, headers }: Exchange, userId: string): Promise<NotificationSettings> {
  refuseOtherParameters(query, [])
  const off = await messagesOff(application.database, userId)
  const language = refusalLanguage(application.model, headers['accept-language'])
  return {
    messages: ownMessages(application.model).map((message) => ({
      message,
      label: message === FOLLOWED ? FOLLOWED_IN_WORDS[language] : said(application.model, message),
      isOn: !off.has(message),
    })),
  }
}

async function set({ query, application, body }: Exchange, userId: string): Promise<void> {
  refuseOtherParameters(query, [])
  const { off, ...others } = (body ?? {}) as Record<string, unknown>
  const [other] = Object.keys(others)
  if (other !== undefined) throw refused('unknown input', other)
  const known = ownMessages(application.model)
  const isKnown = (name: unknown): name is string => typeof name === 'string' && known.includes(name)
  if (!Array.isArray(off) || !off.every(isKnown)) throw refused('wrong type', 'off')
  await application.database.write((transaction) => setMessagesOff(transaction, userId, [...new Set<string>(off)]))
}

function ownMessages(model: Model): string[] {
  const messages = model.calls.messages.flatMap(({ name, by }) => (by === 'in-app' ? [name] : []))
  return hasFollowers(model) ? [...messages, FOLLOWED] : messages
}

/** The number of the caller's unread notifications. */
export async function unreadNotifications(exchange: Exchange): Promise<string> {
  return JSON.stringify(await unread(exchange, userOf(exchange)))
}

async function unread(exchange: Exchange, userId: string): Promise<UnreadNotifications> {
  const { query, application } = exchange
  refuseOtherParameters(query, [])
  if (!hasFollowers(application.model)) return { unread: await unreadMessagesOf(application.database, userId) }
  return application.database.read(async (transaction) => ({ unread: await unreadOf(exchange, transaction, userId) }))
}

/** Beyond this, an exact count does not help the reader. */
const FOLLOWED_COUNTED_MAX = 100
/** The maximum number read for the count, because the reader may not see some of them any more. */
const FOLLOWED_READ_MAX = 1_000

/** Notifications of followed records count only if their reader may see the records now. */
async function unreadOf(exchange: Exchange, transaction: Executor, userId: string): Promise<number> {
  const messages = await unreadMessagesOf(transaction, userId)
  if (!hasFollowers(exchange.application.model)) return messages
  let followed = 0
  for (let after = 0; after < FOLLOWED_READ_MAX && followed < FOLLOWED_COUNTED_MAX; after += FOLLOWED_COUNTED_MAX) {
    const kept = await unreadFollowedOf(transaction, userId, { take: FOLLOWED_COUNTED_MAX, after })
    followed += (await notificationsAsRead(exchange, transaction, kept)).length
    if (kept.length < FOLLOWED_COUNTED_MAX) break
  }
  return messages + followed
}

/** A notification of another user answers like a missing one. */
async function readOnes({ query, parameters, application }: Exchange, userId: string, mark: typeof markRead) {
  refuseOtherParameters(query, [])
  const id = parameters['id'] ?? ''
  const isMarked =
    isUuid(id) &&
    (await application.database.write((transaction) => mark(transaction, userId, id, application.database.nowMs())))
  if (!isMarked) throw refused('not found')
}
