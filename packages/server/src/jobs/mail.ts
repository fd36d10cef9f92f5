// E-mail through any SMTP server. The operator configures sender and server, and the specification does not.

import { type Letter, letterHtml, letterText } from '../documents/email-html.ts'
import type { KeptMessage } from '../store/tables/outbox.ts'

export interface AttachedFile {
  readonly name: string
  readonly type: string
  readonly bytes: Buffer
}

/** A mail transport. */
export interface Mail {
  /** Throws on failure; MailRefused if a retry cannot help. */
  send(message: KeptMessage, attached?: readonly AttachedFile[]): Promise<void>
  close(): void
}

/** The receiver's address or the mail server refuses permanently. */
export class MailRefused extends Error {
  override name = 'MailRefused'
}

export interface MailSettings {
  /** `smtp://user:password@mail.example.com:587`, or `smtps://…`. */
  readonly url: string
  /** `Helpdesk <help@example.com>` */
  readonly from: string
}

/** In development mail stays in the mailbox page, so that experiments reach nobody. */
export const MAILBOX_ONLY: Mail = { send: async () => {}, close: () => {} }

const TIMEOUT_MS = 30_000

/** A single address: no list, no display name, no header injection. */
const ADDRESS = /^[^\s@<>(),;:"[\]\\\p{Cc}]+@[^\s@<>(),;:"[\]\\\p{Cc}]+$/u

export function openMail({ url, from }: MailSettings): Mail {
  let opened: ReturnType<typeof openTransport> | null = null
  const domain = /@([^\s@>]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'
  return {
    send: async ({ id, receiver, subject, body, letter }, attached = []) => {
      if (!ADDRESS.test(receiver)) throw new MailRefused(`"${receiver}" is no e-mail address.`)
      try {
        const transport = await (opened ??= openTransport(url))
        await transport.sendMail({
          from,
          // As an object, an address is never parsed as a list.
          to: { name: '', address: receiver },
          subject,
          ...bodiesOf({ subject, body }, letter),
          attachments: attached.map(({ name, type, bytes }) => ({ filename: name, contentType: type, content: bytes })),
          // The same at each attempt, so that receivers can detect duplicates.
          messageId: `<${id}@${domain}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
      } catch (cause) {
        if (isForGood(cause)) throw new MailRefused(cause instanceof Error ? cause.message : String(cause), { cause })
        throw cause
      }
    },
    close: () => void opened?.then((transport) => transport.close()),
  }
}

/** Plain text, or HTML with a plain alternative. */
function bodiesOf(words: Pick<KeptMessage, 'subject' | 'body'>, kept: string | null): { text: string; html?: string } {
  if (kept === null) return { text: words.body }
  const letter = JSON.parse(kept) as Letter
  return { text: letterText(words, letter), html: letterHtml(words, letter) }
}

/** Loaded lazily, for the first message. */
async function openTransport(url: string) {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/** SMTP replies that begin with 5 are permanent; failed authentication can be repaired by the operator. */
function isForGood(cause: unknown): boolean {
  if (typeof cause !== 'object' || cause === null) return false
  const { responseCode, code } = cause as { responseCode?: unknown; code?: unknown }
  return code === 'EENVELOPE' && typeof responseCode === 'number' && responseCode >= 500
}
