// A message that waits → its receiver. A message that was sent and not marked, because of a failure in between, is sent
// again under the same id.

import { type DocumentContent, fileNameOf } from '../documents/content.ts'
import type { Application } from '../gate/context/application.ts'
import { renderedDocument } from '../gate/documents/document-pictures.ts'
import type { FileStore } from '../store/files/file-store.ts'
import { type KeptMessage, markFailed, markSent, putBack, takeMessage } from '../store/tables/outbox.ts'
import { type AttachedFile, type Mail, MailRefused } from './mail.ts'
import { AddressRefused } from '../outside/open-addresses.ts'
import { WebhookRefused, type Webhooks } from './webhooks.ts'

/** The ways out of here. Null: nobody has said through which; then messages wait until somebody does. */
export interface WaysOut {
  readonly mail: Mail | null
  readonly webhooks: Webhooks | null
  /** Where pictures of documents are. Missing: their names stand in their places. */
  readonly files?: FileStore | undefined
}

export type Delivery = 'sent' | 'nothing due' | 'no way out' | { readonly failed: string; readonly isGivenUp: boolean }

/** How messages can be sent here, as the outbox calls it. */
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
  // While it is developed, what was sent is looked at. Otherwise nobody has any use for it.
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

/** Laid out here, so that whoever has caused the message does not wait for it; one that cannot be made now is tried again. */
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

/** Trying again would change nothing. */
function isFinal(cause: unknown): boolean {
  return cause instanceof MailRefused || cause instanceof WebhookRefused || cause instanceof AddressRefused
}
