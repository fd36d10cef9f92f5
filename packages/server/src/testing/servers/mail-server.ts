// A mail server for one test, which keeps all received mail.

import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { onTestFinished } from 'vitest'
import { openMail } from '../../jobs/mail.ts'

export interface Received {
  readonly to: readonly string[]
  readonly text: string
}

/** Accepts mail to `…@example.test`; `refuse`: reply codes for the first messages. */
export async function mailServer(refuse: number[] = []) {
  const received: Received[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: (stream, session, done) => {
      const pieces: Buffer[] = []
      stream.on('data', (piece: Buffer) => pieces.push(piece))
      stream.on('end', () => {
        const responseCode = refuse.shift()
        if (responseCode !== undefined) return done(Object.assign(new Error('Not now.'), { responseCode }))
        const to = session.envelope.rcptTo.map(({ address }) => address)
        received.push({ to, text: Buffer.concat(pieces).toString('utf8') })
        done()
      })
    },
    onRcptTo: ({ address }, _, done) =>
      done(address.endsWith('@example.test') ? null : Object.assign(new Error('Nobody here.'), { responseCode: 550 })),
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  const mail = openMail({ url: `smtp://127.0.0.1:${port}`, from: 'Lending <lending@example.test>' })
  onTestFinished(() => {
    mail.close()
    server.close(() => {})
  })
  return { received, mail }
}
