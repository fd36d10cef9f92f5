// A request of the application's page, from the service worker → the server's answer, on a port.

import { AGENTS_PATH } from '@ninefold/core/contract/programs/agents.ts'
import { send, type SentRequest } from '../node/http.ts'
import type { Answer } from '../protocol.ts'
import type { Cookies } from './cookies.ts'

/** The host name of an application in development. */
const HOST = 'localhost'

export function answerOn(port: MessagePort, request: SentRequest, cookies: Cookies): void {
  const tell = (answer: Answer): void => port.postMessage(answer)
  if (new URL(request.url, `http://${HOST}`).pathname === AGENTS_PATH) return refuseAgents(tell)
  const cancel = send(asBrowsersSend(request, cookies), {
    head: (status, headers) => {
      for (const [name, value] of headers) if (name === 'set-cookie') cookies.take(value)
      tell({ kind: 'head', status, headers: headers.filter(([name]) => name !== 'set-cookie') })
    },
    body: (bytes) => tell({ kind: 'body', bytes }),
    end: () => tell({ kind: 'end' }),
  })
  port.addEventListener('message', cancel)
  port.start()
}

/** Adds the headers that browsers set themselves and hide from service workers. */
function asBrowsersSend(request: SentRequest, cookies: Cookies): SentRequest {
  const { header } = cookies
  const headers = {
    ...request.headers,
    host: HOST,
    'sec-fetch-site': 'same-origin',
    ...(request.method === 'GET' || request.method === 'HEAD' ? {} : { origin: `http://${HOST}` }),
    ...(header === null ? {} : { cookie: header }),
    ...(request.body === null ? {} : { 'content-length': String(request.body.length) }),
  }
  return { ...request, headers }
}

/** Refuses agents: no other program can reach this server. */
function refuseAgents(tell: (answer: Answer) => void): void {
  const headers = [['content-type', 'text/plain; charset=utf-8']] as const
  tell({ kind: 'head', status: 501, headers })
  tell({
    kind: 'body',
    bytes: new TextEncoder().encode(
      'Agents are not supported in the playground. Take the application home to use them.',
    ),
  })
  tell({ kind: 'end' })
}
