import { expect, it } from 'vitest'
import { Stop } from '../terminal/exit.ts'
import { mailServer } from './mail-server.ts'

it('is none where the environment names none', () => {
  expect(mailServer({})).toBeNull()
  expect(mailServer({ MAIL_FROM: 'help@example.com' })).toBeNull()
})

it.each(['help@example.com', 'Help desk <help@example.com>', '<help@example.com>'])('writes as %s', (from) => {
  const mail = mailServer({ SMTP_URL: 'smtp://mail.example.com', MAIL_FROM: from })
  expect(mail).not.toBeNull()
  mail?.close()
})

it.each([
  ['no sender', { SMTP_URL: 'smtp://mail.example.com' }],
  ['two senders', { SMTP_URL: 'smtp://mail.example.com', MAIL_FROM: 'a@example.com, b@example.com' }],
  ['a sender with a header', { SMTP_URL: 'smtp://mail.example.com', MAIL_FROM: 'a@example.com\r\nBcc: b@example.com' }],
  ['a web address', { SMTP_URL: 'https://mail.example.com', MAIL_FROM: 'a@example.com' }],
])('refuses %s with a sentence', (_, environment) => {
  expect(() => mailServer(environment)).toThrow(Stop)
})
