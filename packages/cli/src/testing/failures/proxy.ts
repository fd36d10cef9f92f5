// A proxy for several processes: it asks each whether it is ready, and forwards every request once, to a ready one.
// Failures are passed on without a retry.

import { Agent, createServer, get, request as send, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const LOOK_EVERY_MS = 50

export interface Proxy extends AsyncDisposable {
  readonly address: string
  /** From now on, this address gets requests as soon as it is ready. */
  add(address: string): void
  /** The number of ready processes. */
  ready(): number
}

export async function startProxy(): Promise<Proxy> {
  const agent = new Agent({ keepAlive: true })
  const ready = new Map<string, boolean>()
  let turn = 0
  const looking = setInterval(() => {
    for (const address of ready.keys()) look(address, (is) => ready.set(address, is))
  }, LOOK_EVERY_MS)
  const server = createServer((request, response) => {
    const open = [...ready].filter(([, is]) => is).map(([address]) => address)
    const address = open[turn++ % open.length]
    if (address === undefined) response.writeHead(503).end('nobody is ready')
    else pass(agent, address, request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    add: (address) => void ready.set(address, false),
    ready: () => [...ready.values()].filter((is) => is).length,
    [Symbol.asyncDispose]: async () => {
      clearInterval(looking)
      server.closeAllConnections()
      agent.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function look(address: string, tell: (isReady: boolean) => void): void {
  get(`${address}/_ninefold/ready`, { agent: false }, (answer) => {
    answer.resume()
    tell(answer.statusCode === 200)
  }).on('error', () => tell(false))
}

function pass(agent: Agent, address: string, request: IncomingMessage, response: ServerResponse): void {
  const { method = 'GET', headers, url } = request
  const passed = send(`${address}${url}`, { method, headers, agent }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
    answer.on('error', () => response.destroy())
  })
  passed.on('error', (cause) => {
    if (response.headersSent) response.destroy()
    else response.writeHead(502).end(cause.message)
  })
  request.pipe(passed)
}
