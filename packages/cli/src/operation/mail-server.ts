// The environment → the outgoing mail server. The operator sets it, not the specification.

import { type Mail, openMail } from '@ninefold/server/jobs/mail.ts'
import { Stop } from '../terminal/exit.ts'

/** Null: none is configured. */
export function mailServer(environment: NodeJS.ProcessEnv): Mail | null {
  const url = environment['SMTP_URL'] ?? ''
  const from = environment['MAIL_FROM'] ?? ''
  if (url === '') return null
  if (!/^smtps?:\/\/[^/]+/.test(url))
    throw new Stop('SMTP_URL must be like smtp://user:password@mail.example.com:587, or begin with smtps://.')
  if (!/^(?:[^\p{Cc}<>]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/u.test(from))
    throw new Stop('SMTP_URL is set, so MAIL_FROM must say who writes: Helpdesk <help@example.com>.')
  return openMail({ url, from })
}
