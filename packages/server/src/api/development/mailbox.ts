// The messages that the application has sent, for its author: `GET /_ninefold/mailbox.json`, with the deferred steps
// that wait or have failed. Only in development; the web app shows it at `/_ninefold/mailbox`.

import type { Mailbox, MailboxLater, MailboxMessage } from '@ninefold/core/contract/wire/mailbox.ts'
import * as build from '@ninefold/core/expression/build.ts'
import { labelExpression } from '@ninefold/core/contract/screens/screen-rows.ts'
import { entityNamed } from '@ninefold/core/model/find.ts'
import { signInOf } from '@ninefold/core/model/users/sign-in-of.ts'
import { planList } from '@ninefold/core/plan/read/lists.ts'
import type { FastifyInstance } from 'fastify'
import { type DocumentContent, fileNameOf } from '../../documents/content.ts'
import { type Letter, letterHtml } from '../../documents/email-html.ts'
import type { Application } from '../../gate/context/application.ts'
import { bindingsOf } from '../../gate/context/bindings.ts'
import { THE_CLOCK } from '../../gate/context/caller.ts'
import { refused } from '../../gate/context/refusal.ts'
import { newestLater } from '../../store/tables/deferred-steps.ts'
import { newestNotifications } from '../../store/tables/notifications.ts'
import { newestEvents } from '../../store/tables/operation/events.ts'
import { newestMessages } from '../../store/tables/outbox.ts'
import { planner } from '../../gate/context/planner.ts'

const namesPlan = planner('names of users', (viewer, users: string) =>
  planList(viewer, {
    entity: entityNamed(viewer.model, users),
    conditions: [],
    relation: null,
    order: [],
    output: build.object([{ key: 'label', value: labelExpression(viewer.model, users) }]),
    page: { kind: 'offset' },
  }),
)

const MESSAGES_MAX = 200

export function mailboxRoute(instance: FastifyInstance, application: Application): void {
  if (application.mode !== 'development') return
  instance.get('/_ninefold/mailbox.json', async (request): Promise<Mailbox> => {
    // CORS may admit other sites to calls, but not to messages.
    if (!['same-origin', 'none', undefined].includes(request.headers['sec-fetch-site'])) throw refused('forbidden')
    const messages = [
      ...(await sentOut(application)),
      ...(await shownInside(application)),
      ...(await readByPrograms(application)),
    ]
    return {
      messages: messages.sort((one, other) => (one.at < other.at ? 1 : -1)).slice(0, MESSAGES_MAX),
      later: await putOff(application),
    }
  })
}

async function sentOut({ database }: Application): Promise<MailboxMessage[]> {
  const messages = await newestMessages(database, MESSAGES_MAX)
  return messages.map(
    ({ id, name, way, receiver, subject, body, documents, letter, createdAtMs, attempts, lastError, isGivenUp }) => ({
      id,
      name,
      receiver,
      subject,
      attempts,
      isGivenUp,
      way: way === 'webhook' ? 'webhook' : 'email',
      body: way === 'webhook' ? indented(body) : body,
      html: letter === null ? null : letterHtml({ subject, body }, JSON.parse(letter) as Letter),
      error: lastError,
      attached: (JSON.parse(documents) as DocumentContent[]).map(fileNameOf),
      at: new Date(createdAtMs).toISOString(),
    }),
  )
}

function indented(json: string): string {
  return JSON.stringify(JSON.parse(json), null, 2)
}

async function shownInside(application: Application): Promise<MailboxMessage[]> {
  const kept = await newestNotifications(application.database, MESSAGES_MAX)
  const names = await namesOfUsers(application, kept.length > 0)
  return kept.map(({ id, name, userId, subject, body, atMs }) => ({
    id,
    name,
    way: 'in-app',
    receiver: names.get(userId) ?? userId,
    subject,
    body,
    html: null,
    attached: [],
    attempts: 1,
    error: null,
    isGivenUp: false,
    at: new Date(atMs).toISOString(),
  }))
}

async function readByPrograms(application: Application): Promise<MailboxMessage[]> {
  const kept = await newestEvents(application.database, MESSAGES_MAX)
  const names = await namesOfUsers(application, kept.length > 0)
  return kept.map(({ id, name, userId, body, atMs }) => ({
    id,
    name,
    way: 'events',
    receiver: names.get(userId) ?? userId,
    subject: (JSON.parse(body) as { data: { subject: string } }).data.subject,
    body: indented(body),
    html: null,
    attached: [],
    attempts: 1,
    error: null,
    isGivenUp: false,
    at: new Date(atMs).toISOString(),
  }))
}

/** No rights are checked: the author of an application sees all of it. */
async function namesOfUsers(application: Application, isNeeded: boolean): Promise<ReadonlyMap<string, string>> {
  const users = signInOf(application.model.roles)
  if (users === null || !isNeeded) return new Map()
  const statement = application.planned(namesPlan, THE_CLOCK, users.entity)
  const bindings = { ...bindingsOf(application, THE_CLOCK), 'page.take': MESSAGES_MAX, 'page.after': 0 }
  const rows = (await application.database.run(statement, bindings)).filter(({ id }) => id !== null)
  return new Map(
    rows.map(({ id, json }) => [String(id), String((JSON.parse(String(json)) as { label: unknown }).label)]),
  )
}

async function putOff({ database }: Application): Promise<MailboxLater[]> {
  const later = await newestLater(database, MESSAGES_MAX)
  return later.map(({ id, owner, attempts, lastError, isGivenUp, atMs }) => ({
    id,
    owner,
    attempts,
    isGivenUp,
    error: lastError,
    at: new Date(atMs).toISOString(),
  }))
}
