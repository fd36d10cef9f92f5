// Messages in the application over HTTP: one's own, and only those. `GET /_ninefold/notifications`, how many are unread,
// and that one, or all so far, have been read.

import {
  hasNotifications,
  NOTIFICATION_SETTINGS_PATH,
  type NotificationSettings,
  type Notification,
  NOTIFICATIONS_AT_ONCE,
  NOTIFICATIONS_AT_ONCE_MAX,
  NOTIFICATIONS_PATH,
  type Notifications,
  type NotificationSubject,
  type UnreadNotifications,
} from '@ninefold/core/contract/wire/notifications.ts'
import * as build from '@ninefold/core/expression/build.ts'
import { addressOfRecord, type RecordPage } from '@ninefold/core/contract/screens/record-pages.ts'
import { pageOfRecord } from '@ninefold/core/contract/screens/screens.ts'
import { keysExpression } from '@ninefold/core/contract/record-page/keys.ts'
import { labelExpression } from '@ninefold/core/contract/screens/screen-rows.ts'
import { entityNamed, fieldNamed } from '@ninefold/core/model/find.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import { said } from '@ninefold/core/model/words.ts'
import { planList } from '@ninefold/core/plan/read/lists.ts'
import { isOneOf } from '@ninefold/core/rights/list-conditions.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refused } from '../../gate/context/refusal.ts'
import type { Executor } from '../../store/driver/database.ts'
import {
  type KeptNotification,
  markRead,
  markReadUntil,
  markUnread,
  messagesOff,
  notificationsOf,
  setMessagesOff,
  unreadOf,
} from '../../store/tables/notifications.ts'
import { pathValue } from '../http/bodies.ts'
import type { Exchange } from '../http/exchange.ts'
import { refuseOtherParameters } from '../http/list-query.ts'
import { scopeOf } from './screen-scope.ts'
import { planner } from '../../gate/context/planner.ts'
import type { Entity } from '@ninefold/core/model/entities.ts'
import { isUuid } from '../http/uuid.ts'

const subjectsPlan = planner('subjects', (viewer, entity: Entity, keys: readonly string[]) =>
  planList(viewer, {
    entity,
    relation: null,
    conditions: [isOneOf(viewer, entity, fieldNamed(entity, 'id'), 'values')],
    order: [],
    page: { kind: 'all' },
    output: build.object([
      { key: 'label', value: labelExpression(viewer.model, entity.name) },
      { key: 'keys', value: keysExpression(viewer.model, entity.name, keys) },
    ]),
  }),
)

export function addNotificationRoutes(
  instance: FastifyInstance,
  exchangeFor: (request: FastifyRequest) => Promise<Exchange>,
): void {
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

/** Without such messages there is nothing here, and whoever has no session has none. */
function userOf({ application, caller }: Exchange): string {
  if (!hasNotifications(application.model)) throw refused('not found')
  if (caller.me === null) throw refused('not signed in')
  return String(caller.me.id)
}

async function listed(exchange: Exchange, userId: string): Promise<Notifications> {
  const { query, application } = exchange
  refuseOtherParameters(query, ['after', 'take'])
  const take = takenAtOnce(query['take'])
  const { after } = query
  if (after !== undefined && (typeof after !== 'string' || !isUuid(after))) throw refused('wrong type', 'after')
  return application.database.read(async (transaction) => {
    // One more than asked for says whether there are more.
    const found = await notificationsOf(transaction, userId, after ?? null, take + 1)
    if (found === null) throw refused('wrong type', 'after')
    const kept = found.slice(0, take)
    const subjects = await subjectsOf(exchange, transaction, kept)
    return {
      items: kept.map((each) => asRead(each, subjects)),
      next: found.length > take ? (kept.at(-1)?.id ?? null) : null,
      unread: await unreadOf(transaction, userId),
    }
  })
}

function takenAtOnce(sent: Exchange['query'][string]): number {
  if (sent === undefined) return NOTIFICATIONS_AT_ONCE
  const take = typeof sent === 'string' && /^[0-9]{1,4}$/.test(sent) ? Number(sent) : 0
  if (take < 1 || take > NOTIFICATIONS_AT_ONCE_MAX) throw refused('wrong type', 'take')
  return take
}

async function settings({ query, application }: Exchange, userId: string): Promise<NotificationSettings> {
  refuseOtherParameters(query, [])
  const off = await messagesOff(application.database, userId)
  return {
    messages: ownMessages(application.model).map((message) => ({
      message,
      label: said(application.model, message),
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

function ownMessages({ calls }: Model): string[] {
  return calls.messages.flatMap(({ name, by }) => (by === 'in-app' ? [name] : []))
}

/** How many wait for whoever asks. */
export async function unreadNotifications(exchange: Exchange): Promise<string> {
  return JSON.stringify(await unread(exchange, userOf(exchange)))
}

async function unread({ query, application }: Exchange, userId: string): Promise<UnreadNotifications> {
  refuseOtherParameters(query, [])
  return { unread: await unreadOf(application.database, userId) }
}

/** A message of another user answers like a missing one. */
async function readOnes({ query, parameters, application }: Exchange, userId: string, mark: typeof markRead) {
  refuseOtherParameters(query, [])
  const id = parameters['id'] ?? ''
  const isMarked =
    isUuid(id) &&
    (await application.database.write((transaction) => mark(transaction, userId, id, application.database.nowMs())))
  if (!isMarked) throw refused('not found')
}

type Subjects = ReadonlyMap<string, NotificationSubject>

function asRead({ id, name, subject, body, atMs, isRead, about }: KeptNotification, subjects: Subjects): Notification {
  const at = new Date(atMs).toISOString()
  const found = about === null ? undefined : subjects.get(keyOf(about.entity, about.record))
  return { id, message: name, subject, body, at, isRead, about: found ?? null }
}

function keyOf(entity: string, record: string): string {
  return JSON.stringify([entity, record])
}

/** The records that they speak of, as far as their reader may see them now. */
async function subjectsOf(
  exchange: Exchange,
  transaction: Executor,
  kept: readonly KeptNotification[],
): Promise<Subjects> {
  const found = new Map<string, NotificationSubject>()
  const { entities } = exchange.application.model.entities
  for (const { name } of entities) {
    const ids = kept.flatMap(({ about }) => (about?.entity === name ? [about.record] : []))
    if (ids.length === 0) continue
    for (const subject of await visibleOnes(exchange, transaction, name, [...new Set(ids)]))
      found.set(keyOf(name, subject.id), subject)
  }
  return found
}

async function visibleOnes(
  exchange: Exchange,
  transaction: Executor,
  name: string,
  ids: readonly string[],
): Promise<NotificationSubject[]> {
  const { application, caller, bindings } = exchange
  const entity = entityNamed(application.model, name)
  const id = fieldNamed(entity, 'id')
  const page = pageOfRecord(scopeOf(exchange), name)
  const statement = application.planned(subjectsPlan, caller, entity, page?.fields ?? [])
  const values = ids.map((each) => pathValue(id.type, each)).filter((each) => each !== null)
  const rows = await transaction.run(statement, { ...bindings, values })
  return rows.flatMap((row) => (row['id'] === null ? [] : [subjectIn(row, name, page)]))
}

function subjectIn(
  row: Readonly<Record<string, unknown>>,
  entity: string,
  page: RecordPage | null,
): NotificationSubject {
  const { label, keys } = JSON.parse(String(row['json'])) as { label?: string | null; keys: Record<string, unknown> }
  const address = page === null ? null : addressOfRecord(page, keys)
  return { entity, id: String(row['id']), label: label ?? null, address }
}
