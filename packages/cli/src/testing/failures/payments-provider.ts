// A payment provider in a process of its own, modelled on the public documentation of such providers: idempotency keys,
// stored payments, and events that are repeated until they are answered. It is slow, breaks connections and crashes
// after charging. It repeats events, sends them out of order, and somebody forges its signature. A journal keeps its
// state, so that it continues after a kill.

import { createHmac } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { randomFrom } from '../chance.ts'

/** Passed to the process as JSON. */
export interface ProviderSettings {
  readonly journal: string
  readonly port: number
  readonly seed: number
  /** `whsec_…`; the forger uses another one. */
  readonly secret: string
  readonly forgersSecret: string
  /** A planted fault: each request becomes a new payment, as if each had another key. */
  readonly forgetsKeys: boolean
}

export interface Charge {
  readonly id: string
  readonly key: string
  readonly reference: string
}

export interface ProviderState {
  readonly charges: readonly Charge[]
  /** Events without a successful answer. */
  readonly open: number
  readonly sent: number
  readonly forged: number
  /** Forged requests with an answer other than 401. */
  readonly believed: readonly string[]
}

type Line = { readonly charge: Charge } | { readonly told: string } | { readonly sent: 'true' | 'forged' }

interface ToldEvent {
  readonly id: string
  readonly type: 'authorised' | 'paid' | 'refused'
  readonly charge: Charge
}

const settings = JSON.parse(process.argv[2] ?? '{}') as ProviderSettings
const random = randomFrom(settings.seed)
const charges: Charge[] = []
const told = new Set<string>()
const counted = { sent: 0, forged: 0 }
const believed: string[] = []
/** Address for events. Null: not set yet. */
let hook: string | null = null

const SLOW_MS_MAX = 300
/** Longer than the shop's timeout. */
const SILENT_MS = 1500
const PAUSE_MS = 40
const ANSWER_MS_MAX = 3000

function keep(line: Line): void {
  appendFileSync(settings.journal, `${JSON.stringify(line)}\n`)
  note(line)
}

function note(line: Line): void {
  if ('charge' in line) charges.push(line.charge)
  else if ('told' in line) told.add(line.told)
  else {
    counted.sent += 1
    if (line.sent === 'forged') counted.forged += 1
  }
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const pieces: Buffer[] = []
  for await (const piece of request as AsyncIterable<Buffer>) pieces.push(piece)
  if (request.url === '/state') return json(response, 200, state())
  const body = JSON.parse(Buffer.concat(pieces).toString()) as { readonly reference: string }
  const way = random()
  if (way < 0.12) return json(response, 503, {})
  if (way < 0.3) await wait(random() * SLOW_MS_MAX)
  const charge = charged(String(request.headers['idempotency-key']), body.reference)
  if (way > 0.97) process.exit(1)
  if (way > 0.87) return void response.destroy()
  if (way > 0.8) await wait(SILENT_MS)
  json(response, 201, { id: charge.id })
}

function charged(key: string, reference: string): Charge {
  const known = settings.forgetsKeys ? undefined : charges.find((each) => each.key === key)
  if (known !== undefined) return known
  const charge = { id: `pay_${charges.length + 1}`, key, reference }
  keep({ charge })
  // Sends the event before the answer.
  tellOf(charge)
  return charge
}

/** Sends the later event first. */
function tellOf(charge: Charge): void {
  for (const type of ['paid', 'authorised'] as const) {
    const event = { id: `evt_${charge.id}_${type}`, type, charge }
    if (!told.has(event.id)) void tell(event)
  }
}

async function tell(event: ToldEvent): Promise<void> {
  while (!told.has(event.id)) {
    const statuses = await Promise.all(random() < 0.5 ? [send(event), send(event)] : [send(event)])
    if (random() < 0.3) await forge(event)
    if (statuses.some((status) => status !== null && status >= 200 && status < 300)) keep({ told: event.id })
    else await wait(PAUSE_MS * (1 + random()))
  }
  // Repeats the event, as if its answer had got lost.
  if (random() < 0.5) await send(event)
}

async function forge({ id, charge }: ToldEvent): Promise<void> {
  const event: ToldEvent = { id: `forged_${id}_${counted.forged}`, type: 'refused', charge }
  const ways = [{ secret: settings.forgersSecret }, { ageMs: 400_000 }, { more: ' ' }]
  const way = ways[Math.floor(random() * ways.length)] ?? {}
  const status = await send(event, way)
  if (status !== null && status !== 401 && status !== 503) believed.push(`${event.id} was answered with ${status}`)
}

interface Signing {
  readonly secret?: string
  readonly ageMs?: number
  /** Appended to the signed body. */
  readonly more?: string
}

/** Null: no answer. */
async function send(
  { id, type, charge }: ToldEvent,
  { secret = settings.secret, ageMs = 0, more = '' }: Signing = {},
): Promise<number | null> {
  if (hook === null) return null
  const body = JSON.stringify({ type, data: { payment: charge.id, reference: charge.reference, fee: 30 } })
  const time = Math.floor((Date.now() - ageMs) / 1000)
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const digest = createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64')
  keep({ sent: id.startsWith('forged_') ? 'forged' : 'true' })
  return fetch(hook, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(time),
      'webhook-signature': `v1,${digest}`,
    },
    body: body + more,
    signal: AbortSignal.timeout(ANSWER_MS_MAX),
  }).then(
    async (response) => {
      await response.text()
      return response.status
    },
    // The shop was killed, or is slow, so the event is sent again.
    () => null,
  )
}

function state(): ProviderState {
  const events = charges.flatMap(({ id }) => [`evt_${id}_paid`, `evt_${id}_authorised`])
  return { charges, open: events.filter((id) => !told.has(id)).length, ...counted, believed }
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function begin(): void {
  const lines = existsSync(settings.journal) ? readFileSync(settings.journal, 'utf8').split('\n') : []
  for (const line of lines) {
    // A kill may have truncated the last line.
    if (!line.endsWith('}')) continue
    note(JSON.parse(line) as Line)
  }
  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()))
  server.listen(settings.port, '127.0.0.1', () => {
    process.send?.((server.address() as { readonly port: number }).port)
    for (const charge of charges) tellOf(charge)
  })
  process.on('message', (address: string) => {
    hook = address
  })
  process.on('disconnect', () => process.exit(0))
}

if (process.argv[2] !== undefined) begin()
