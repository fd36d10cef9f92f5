// A waiting message → its delivery. At-least-once: if a failure prevents marking it, it is sent again under the same
// id.

import { type DocumentContent, fileNameOf } from '../documents/content.ts'
import type { Application } from '../gate/context/application.ts'
import { renderedDocument } from '../gate/documents/document-pictures.ts'
import type { FileStore } from '../store/files/file-store.ts'
import { type KeptMessage, markFailed, markSent, putBack, takeMessage } from '../store/tables/outbox.ts'
import { type AttachedFile, type Mail, MailRefused } from './mail.ts'
import { AddressRefused } from '../outside/ssrf-protection.ts'
import { WebhookRefused, type Webhooks } from './webhooks.ts'

/** The configured transports. Null: the operator has configured none, and messages wait. */
export interface WaysOut {
  readonly mail: Mail | null
  readonly webhooks: Webhooks | null
  /** The store with pictures of documents. Missing: their names are printed instead. */
  readonly files?: FileStore | undefined
}

export type Delivery = 'sent' | 'nothing due' | 'no way out' | { readonly failed: string; readonly isGivenUp: boolean }

/** The ways in which this process can send messages, in the outbox's terms. */
export function waysOf({ mail, webhooks }: WaysOut): string[] {
  return [...(mail === null ? [] : ['email']), ...(webhooks === null ? [] : ['webhook'])]
}

export async function deliver(application: Application, out: WaysOut, id: string, nowMs: number): Promise<Delivery> {
  const { database, mode } = application
  if (waysOf(out).length === 0) return 'no way out'
  const message = await takeMessage(database, id, nowMs)
  if (message === null) return 'nothing due'
  if (!waysOf(out).includes(message.way)) {
    await putBack(database, message)
    return 'no way out'
  }
  try {
    await send(application, out, message, nowMs)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    const isGivenUp = await markFailed(database, message, { reason, isFinal: isFinal(cause), nowMs })
    return { failed: reason, isGivenUp }
  }
  // Sent messages are kept in development, where the mailbox shows them.
  await markSent(database, id, nowMs, mode === 'development')
  return 'sent'
}

async function send(
  application: Application,
  { mail, webhooks, files }: WaysOut,
  message: KeptMessage,
  nowMs: number,
): Promise<void> {
  if (message.way === 'webhook') await webhooks?.send(message, nowMs)
  else await mail?.send(message, await attachedFiles(application, files, message))
}

/** Rendered at delivery, so that the cause of the message does not wait for it; a failure is retried. */
async function attachedFiles(
  application: Application,
  files: FileStore | undefined,
  { documents }: KeptMessage,
): Promise<AttachedFile[]> {
  const attached: AttachedFile[] = []
  for (const content of JSON.parse(documents) as DocumentContent[])
    attached.push({
      name: fileNameOf(content),
      type: 'application/pdf',
      bytes: await renderedDocument(application, files, content),
    })
  return attached
}

/** Retrying would not help. */
function isFinal(cause: unknown): boolean {
  return cause instanceof MailRefused || cause instanceof WebhookRefused || cause instanceof AddressRefused
}
