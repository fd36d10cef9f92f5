// The messages that the application has sent, for whoever writes its specification: `GET /_ninefold/mailbox.json`.
// In development only; the web app shows it at `/_ninefold/mailbox`.

import type { Mailbox } from '@ninefold/core/contract/mailbox.ts'
import type { FastifyInstance } from 'fastify'
import type { Application } from '../gate/application.ts'
import { refused } from '../gate/refusal.ts'
import { newestMessages } from '../store/outbox.ts'

const MESSAGES_MAX = 200

export function mailboxRoute(instance: FastifyInstance, { database, mode }: Application): void {
  if (mode !== 'development') return
  instance.get('/_ninefold/mailbox.json', async (request): Promise<Mailbox> => {
    // Pages of other sites may be allowed to make calls; what was written to people is nothing for them.
    if (!['same-origin', 'none', undefined].includes(request.headers['sec-fetch-site'])) throw refused('forbidden')
    const messages = await newestMessages(database, MESSAGES_MAX)
    return {
      messages: messages.map(({ id, name, receiver, subject, body, createdAtMs }) => ({
        id,
        name,
        receiver,
        subject,
        body,
        at: new Date(createdAtMs).toISOString(),
      })),
    }
  })
}
