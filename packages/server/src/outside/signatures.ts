// A request of an outside service → whether its signature is valid, and its event; and the reverse, for examples. The
// signature covers the raw bytes, so nothing is parsed before.

import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { ServiceSigning } from '@ninefold/core/model/outside/services.ts'

export type SentHeaders = Readonly<Record<string, string | readonly string[] | undefined>>

export interface SignedRequest {
  readonly headers: SentHeaders
  readonly body: Buffer
  readonly nowMs: number
}

export type Verdict =
  /** `event`: the service's id of the event; null: the scheme signs none. */
  | { readonly kind: 'signed'; readonly event: string | null }
  /** For the log only. */
  | { readonly kind: 'refused'; readonly why: string }

/** Limits the work of a forged header with many signatures. */
const SIGNATURES_MAX = 20
const EVENT_LENGTH_MAX = 255

/** `secrets`: the environment variable; undefined: it is not set, and no signature is valid. */
export function verified(signing: ServiceSigning, secrets: string | undefined, request: SignedRequest): Verdict {
  const keys = keysOf(signing, secrets)
  if (keys === null) return refusal(`${signing.secret} holds no secret that ${signing.kind} signs with`)
  switch (signing.kind) {
    case 'Standard Webhooks': {
      const [id, time, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
        headerOf(request, name),
      )
      if (id === undefined || time === undefined || signatures === undefined) return refusal('a header is missing')
      if (id.length > EVENT_LENGTH_MAX) return refusal('the id is too long')
      const sent = signatures.split(' ').flatMap((each) => (each.startsWith('v1,') ? [each.slice(3)] : []))
      return judged({ request, keys, withinMs: signing.withinMs, before: `${id}.${time}.`, time, sent, event: id })
    }
    case 'Stripe': {
      const pairs = (headerOf(request, 'stripe-signature') ?? '').split(',').map((pair) => pair.trim())
      const valuesOf = (name: string): string[] =>
        pairs.flatMap((pair) => (pair.startsWith(`${name}=`) ? [pair.slice(name.length + 1)] : []))
      const [time = ''] = valuesOf('t')
      const sent = valuesOf('v1').map(base64OfHex)
      const event = idInBody(request.body)
      return judged({ request, keys, withinMs: signing.withinMs, before: `${time}.`, time, sent, event })
    }
    case 'GitHub': {
      const header = headerOf(request, 'x-hub-signature-256') ?? ''
      const sent = header.startsWith('sha256=') ? [base64OfHex(header.slice('sha256='.length))] : []
      return judged({ request, keys, before: '', sent, event: null })
    }
    case 'HMAC-SHA256': {
      const header = headerOf(request, signing.header)
      const sent = header === undefined ? [] : [signing.encoding === 'hex' ? base64OfHex(header) : header]
      return judged({ request, keys, before: '', sent, event: null })
    }
  }
}

/** An event to be sent. */
export interface SentEvent {
  readonly id: string
  readonly body: string
  readonly nowMs: number
}

/** One signature per secret, so that secrets can be rotated. */
export function standardWebhookHeaders(
  keys: readonly Buffer[],
  { id, body, nowMs }: SentEvent,
): Record<string, string> {
  const time = secondsOf(nowMs)
  const signatures = keys.map((key) => `v1,${digestOf(key, `${id}.${time}.`, Buffer.from(body)).toString('base64')}`)
  return { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signatures.join(' ') }
}

function secondsOf(nowMs: number): string {
  return String(Math.floor(nowMs / 1000))
}

/** Headers as the service sends them. `id`: the event's id, for schemes that send it outside the body. */
export function signatureHeaders(
  signing: ServiceSigning,
  secrets: string,
  { id, body, nowMs }: SentEvent,
): Record<string, string> {
  const [key] = keysOf(signing, secrets) ?? []
  if (key === undefined) throw new Error(`${signing.secret} holds no secret that ${signing.kind} signs with.`)
  const time = secondsOf(nowMs)
  const signed = (before: string): Buffer => digestOf(key, before, Buffer.from(body))
  switch (signing.kind) {
    case 'Standard Webhooks':
      return standardWebhookHeaders([key], { id, body, nowMs })
    case 'Stripe':
      return { 'stripe-signature': `t=${time},v1=${signed(`${time}.`).toString('hex')}` }
    case 'GitHub':
      return { 'x-hub-signature-256': `sha256=${signed('').toString('hex')}` }
    case 'HMAC-SHA256':
      return { [signing.header.toLowerCase()]: signed('').toString(signing.encoding) }
  }
}

/** Why a secret is unusable; null: it is usable. */
export function unusableSecret(signing: ServiceSigning, value: string): string | null {
  if (keysOf(signing, value) !== null) return null
  return signing.kind === 'Standard Webhooks'
    ? 'it holds one or two secrets of whsec_ and 24 to 64 bytes in base64, with a space between them'
    : `it holds one or two secrets of at least ${SECRET_LENGTH_MIN} characters, with a space between them`
}

const SECRETS_MAX = 2
const SECRET_LENGTH_MIN = 16
const BYTES_MIN = 24
const BYTES_MAX = 64

/** `whsec_` and 24 to 64 bytes in base64; several are separated by spaces. Null: malformed. */
export function readSecrets(value: string): Buffer[] | null {
  const secrets = value
    .trim()
    .split(/\s+/)
    .map((each) => /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(each)?.[1] ?? '')
    .map((text) => Buffer.from(text, 'base64'))
  return secrets.every(({ length }) => length >= BYTES_MIN && length <= BYTES_MAX) ? secrets : null
}

/**
 * At most two secrets, for rotation. The other schemes use the characters as they are: two secrets are recognised only
 * if both are long enough; otherwise the value is one secret, which may contain spaces.
 */
function keysOf(signing: ServiceSigning, value: string | undefined): readonly Buffer[] | null {
  const whole = (value ?? '').trim()
  if (whole === '') return null
  const written = whole.split(/\s+/)
  if (signing.kind === 'Standard Webhooks') return written.length > SECRETS_MAX ? null : readSecrets(whole)
  const areTwo = written.length === SECRETS_MAX && written.every(({ length }) => length >= SECRET_LENGTH_MIN)
  if (areTwo) return written.map((each) => Buffer.from(each))
  return whole.length >= SECRET_LENGTH_MIN ? [Buffer.from(whole)] : null
}

interface Judged {
  readonly request: SignedRequest
  readonly keys: readonly Buffer[]
  /** Missing: the scheme signs no time. */
  readonly withinMs?: number
  readonly time?: string
  /** Text that is signed before the body. */
  readonly before: string
  /** Signatures in base64. */
  readonly sent: readonly string[]
  readonly event: string | null
}

function judged({ request, keys, withinMs, time, before, sent, event }: Judged): Verdict {
  if (sent.length === 0) return refusal('there is no signature of this scheme')
  if (sent.length > SIGNATURES_MAX) return refusal('there are too many signatures')
  if (withinMs !== undefined) {
    const seconds = /^\d{1,12}$/.test(time ?? '') ? Number(time) : Number.NaN
    const differenceMs = Math.abs(request.nowMs - seconds * 1000)
    if (!(differenceMs <= withinMs)) return refusal(`its time is ${time === '' ? 'missing' : 'too far from now'}`)
  }
  const right = keys.map((key) => digestOf(key, before, request.body))
  // Compares all pairs, so that the time reveals nothing.
  const matches = sent.flatMap((each) => right.map((digest) => isSame(digest, Buffer.from(each, 'base64'))))
  return matches.some(Boolean) ? { kind: 'signed', event } : refusal('no signature is that of a secret')
}

function digestOf(key: Buffer, before: string, body: Buffer): Buffer {
  return createHmac('sha256', key).update(before).update(body).digest()
}

function isSame(digest: Buffer, sent: Buffer): boolean {
  return digest.length === sent.length && timingSafeEqual(digest, sent)
}

/** Empty: not a hexadecimal number of the right length. */
function base64OfHex(text: string): string {
  return /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex').toString('base64') : ''
}

function headerOf({ headers }: SignedRequest, name: string): string | undefined {
  const value = headers[name.toLowerCase()]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** `{"id": "evt_1"}`. The signature covers it, so it can be trusted here. */
function idInBody(body: Buffer): string | null {
  try {
    const { id } = JSON.parse(body.toString('utf8')) as { readonly id?: unknown }
    return typeof id === 'string' && id !== '' && id.length <= EVENT_LENGTH_MAX ? id : null
  } catch {
    // An invalid body is refused when it is parsed.
    return null
  }
}

/** Identifies an event without an id: equal bytes are the same event. */
export function digestOfBody(body: Buffer): string {
  return `sha256 ${createHash('sha256').update(body).digest('base64url')}`
}

function refusal(why: string): Verdict {
  return { kind: 'refused', why }
}
