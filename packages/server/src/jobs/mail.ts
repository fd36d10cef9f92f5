// E-mail through any SMTP server. Where from and through which server is the operator's to say, not the specification's.

import type { KeptMessage } from '../store/tables/outbox.ts'

export interface AttachedFile {
  readonly name: string
  readonly type: string
  readonly bytes: Buffer
}

/** Something that takes messages to their receivers. */
export interface Mail {
  /** Throws when it did not work; MailRefused when it never will. */
  send(message: KeptMessage, attached?: readonly AttachedFile[]): Promise<void>
  close(): void
}

/** The address, or the mail server for good, says no. */
export class MailRefused extends Error {
  override name = 'MailRefused'
}

export interface MailSettings {
  /** `smtp://user:password@mail.example.com:587`, or `smtps://…`. */
  readonly url: string
  /** `Helpdesk <help@example.com>` */
  readonly from: string
}

/** In development everything stays in the mailbox page, so that nobody gets mail from somebody's experiments. */
export const MAILBOX_ONLY: Mail = { send: async () => {}, close: () => {} }

const TIMEOUT_MS = 30_000

/** One address and nothing else: no list, no name, no line that begins another header. */
const ADDRESS = /^[^\s@<>(),;:"[\]\\\p{Cc}]+@[^\s@<>(),;:"[\]\\\p{Cc}]+$/u

export function openMail({ url, from }: MailSettings): Mail {
  let opened: ReturnType<typeof openTransport> | null = null
  const domain = /@([^\s@>]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'
  return {
    send: async ({ id, receiver, subject, body }, attached = []) => {
      if (!ADDRESS.test(receiver)) throw new MailRefused(`"${receiver}" is no e-mail address.`)
      try {
        const transport = await (opened ??= openTransport(url))
        await transport.sendMail({
          from,
          // As a value of its own, an address is never read as a list of them.
          to: { name: '', address: receiver },
          subject,
          text: body,
          attachments: attached.map(({ name, type, bytes }) => ({ filename: name, contentType: type, content: bytes })),
          // The same however often it is sent, so that whoever gets it twice can tell.
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

/** The library is loaded for the first message: most starts send none. */
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

/** Of a server's answers, those that begin with 5 say that trying again changes nothing; a wrong sign-in can be mended. */
function isForGood(cause: unknown): boolean {
  if (typeof cause !== 'object' || cause === null) return false
  const { responseCode, code } = cause as { responseCode?: unknown; code?: unknown }
  return code === 'EENVELOPE' && typeof responseCode === 'number' && responseCode >= 500
}
