// A message that waits → its receiver. What was sent and not marked, because something broke in between, is sent again
// under the same id.

import type { Application } from '../gate/context/application.ts'
import { type KeptMessage, markFailed, markSent, putBack, takeMessage } from '../store/tables/outbox.ts'
import { type Mail, MailRefused } from './mail.ts'
import { AddressRefused } from '../outside/open-addresses.ts'
import { WebhookRefused, type Webhooks } from './webhooks.ts'

/** The ways out of here. Null: nobody has said through which; then messages wait until somebody does. */
export interface WaysOut {
  readonly mail: Mail | null
  readonly webhooks: Webhooks | null
}

export type Delivery = 'sent' | 'nothing due' | 'no way out' | { readonly failed: string; readonly isGivenUp: boolean }

/** How messages can be sent here, as the outbox calls it. */
export function waysOf({ mail, webhooks }: WaysOut): string[] {
  return [...(mail === null ? [] : ['email']), ...(webhooks === null ? [] : ['webhook'])]
}

export async function deliver(
  { database, mode }: Application,
  out: WaysOut,
  id: string,
  nowMs: number,
): Promise<Delivery> {
  if (waysOf(out).length === 0) return 'no way out'
  const message = await takeMessage(database, id, nowMs)
  if (message === null) return 'nothing due'
  if (!waysOf(out).includes(message.way)) {
    await putBack(database, message)
    return 'no way out'
  }
  try {
    await send(out, message, nowMs)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    const isGivenUp = await markFailed(database, message, { reason, isFinal: isFinal(cause), nowMs })
    return { failed: reason, isGivenUp }
  }
  // While it is developed, what was sent is looked at. Otherwise nobody has any use for it.
  await markSent(database, id, nowMs, mode === 'development')
  return 'sent'
}

async function send({ mail, webhooks }: WaysOut, message: KeptMessage, nowMs: number): Promise<void> {
  if (message.way === 'webhook') await webhooks?.send(message, nowMs)
  else await mail?.send(message)
}

/** Trying again would change nothing. */
function isFinal(cause: unknown): boolean {
  return cause instanceof MailRefused || cause instanceof WebhookRefused || cause instanceof AddressRefused
}
