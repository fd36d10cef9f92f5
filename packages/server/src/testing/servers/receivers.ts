// A mail server and a webhook receiver on this machine, which record received messages with their ids.

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface Came {
  readonly id: string
  readonly text: string
}

export interface Receivers extends AsyncDisposable {
  readonly letters: readonly Came[]
  readonly calls: readonly Came[]
  readonly mailUrl: string
  readonly host: string
}

export async function startReceivers(): Promise<Receivers> {
  const letters: Came[] = []
  const calls: Came[] = []
  const mail = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: (stream, _, done) => {
      let text = ''
      stream.setEncoding('utf8').on('data', (piece: string) => (text += piece))
      stream.on('end', () => {
        letters.push({ id: /^message-id: (.*)$/im.exec(text)?.[1]?.trim() ?? '', text })
        done()
      })
    },
  })
  // A client that is killed within a mail is not a failure of the server.
  mail.on('error', () => {})
  mail.listen(0, '127.0.0.1')
  const hooks = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8').on('data', (piece: string) => (text += piece))
    request.on('end', () => {
      calls.push({ id: String(request.headers['webhook-id']), text })
      response.writeHead(204).end()
    })
  })
  hooks.listen(0, '127.0.0.1')
  await Promise.all([once(mail.server, 'listening'), once(hooks, 'listening')])
  return {
    letters,
    calls,
    mailUrl: `smtp://127.0.0.1:${(mail.server.address() as AddressInfo).port}`,
    host: `127.0.0.1:${(hooks.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      hooks.closeAllConnections()
      await Promise.all([new Promise((done) => hooks.close(done)), new Promise<void>((done) => mail.close(done))])
    },
  }
}
