// A message that waits → its receiver. What was sent and not marked, because something broke in between, is sent again
// under the same id.

import type { Application } from '../gate/application.ts'
import { markFailed, markSent, putBack, takeMessage } from '../store/outbox.ts'
import { type Mail, MailRefused } from './mail.ts'

export type Delivery = 'sent' | 'nothing due' | 'no mail server' | { readonly failed: string }

/** `mail` null: nobody has said through which server. Then messages wait until somebody does. */
export async function deliver(
  { database }: Application,
  mail: Mail | null,
  id: string,
  nowMs: number,
): Promise<Delivery> {
  if (mail === null) return 'no mail server'
  const message = await takeMessage(database, id, nowMs)
  if (message === null) return 'nothing due'
  if (message.way !== 'email') {
    await putBack(database, message)
    return 'nothing due'
  }
  try {
    await mail.send(message)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    await markFailed(database, message, { reason, isFinal: cause instanceof MailRefused, nowMs })
    return { failed: reason }
  }
  await markSent(database, id, nowMs)
  return 'sent'
}
