// A payment provider in a process of its own, modelled on public documentation of such providers: a bearer token,
// idempotency keys, and stored payments. `POST /behave` sets the next answers.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

/** Faults of the next requests, in order; afterwards requests succeed. */
type Behaviour = 'fail' | 'silent' | 'charge and break' | 'decline' | 'wrong type' | 'no JSON' | 'endless' | 'redirect'

const behaviours: Behaviour[] = []
const payments = new Map<string, { readonly id: string; readonly amount: number }>()
/** Answers by idempotency key. */
const answered = new Map<string, string>()
const requests: { readonly method: string; readonly path: string; readonly headers: object; readonly body: string }[] =
  []

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const pieces: Buffer[] = []
  for await (const piece of request as AsyncIterable<Buffer>) pieces.push(piece)
  const body = Buffer.concat(pieces).toString()
  const path = request.url ?? ''
  if (path === '/behave') {
    behaviours.push(...(JSON.parse(body) as Behaviour[]))
    return json(response, 200, {})
  }
  if (path === '/seen') return json(response, 200, { requests, payments: [...payments.values()] })
  requests.push({ method: request.method ?? '', path, headers: request.headers, body })
  if (request.headers.authorization !== 'Bearer secret-1') return json(response, 401, {})
  switch (behaviours.shift()) {
    case 'fail':
      return json(response, 503, {})
    case 'silent':
      await wait(10_000)
      return json(response, 200, {})
    case 'charge and break':
      charge(request, body)
      response.destroy()
      return
    case 'decline':
      return json(response, 402, {})
    case 'wrong type':
      return json(response, 201, { id: 7, state: 'elsewhere' })
    case 'no JSON':
      response.writeHead(201, { 'content-type': 'text/html' }).end('<p>Thank you</p>')
      return
    case 'endless':
      response.writeHead(201)
      while (response.writable) if (!response.write('x'.repeat(65_536))) await wait(1)
      return
    case 'redirect':
      response.writeHead(307, { location: 'http://127.0.0.1:9/elsewhere' }).end()
      return
    case undefined:
      return regular(request, response, path, body)
  }
}

function regular(request: IncomingMessage, response: ServerResponse, path: string, body: string): void {
  if (request.method === 'GET') {
    const found = payments.get(decodeURIComponent(path.slice('/v1/payments/'.length)))
    return json(response, found === undefined ? 404 : 200, found ?? {})
  }
  return json(response, 201, { id: charge(request, body), state: 'open', risk: { score: 3 } })
}

/** Charges once per key. */
function charge(request: IncomingMessage, body: string): string {
  const key = String(request.headers['idempotency-key'])
  const known = answered.get(key)
  if (known !== undefined) return known
  const id = `pay_${payments.size + 1}`
  payments.set(id, { id, amount: amountIn(body) })
  answered.set(key, id)
  return id
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

const server = createServer((request, response) => {
  void answer(request, response).catch(() => response.destroy())
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as { port: number }).port))
process.on('disconnect', () => process.exit(0))

/** The amount of a JSON or form body. */
function amountIn(body: string): number {
  if (!body.startsWith('{')) return Number(new URLSearchParams(body).get('amount'))
  return (JSON.parse(body) as { amount: number }).amount
}
