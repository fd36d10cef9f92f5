// A message to another program → a signed request by the Standard Webhooks specification. It follows no redirects, and
// does not trust or fully read the response.

import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import type { KeptMessage } from '../store/tables/outbox.ts'
import { readSecrets, standardWebhookHeaders } from '../outside/signatures.ts'
import { isNamedHost, type NamedHosts, openLookup, openUrl } from '../outside/ssrf-protection.ts'

/** A transport for webhooks. */
export interface Webhooks {
  /** Throws on failure; AddressRefused or WebhookRefused if a retry cannot help. */
  send(message: KeptMessage, nowMs: number): Promise<void>
}

/** The receiver answered that it takes no more messages. */
export class WebhookRefused extends Error {
  override name = 'WebhookRefused'
}

export interface WebhookSettings {
  /** Secrets by their names in point 9. */
  readonly secrets: Readonly<Record<string, string | undefined>>
  readonly named: NamedHosts
  /** Only the named hosts may be reached. */
  readonly isOnlyNamed?: boolean
  readonly lookup?: LookupFunction
  readonly timeoutMs?: number
}

const TIMEOUT_MS = 20_000
/** Longer responses are cut off. */
const ANSWER_BYTES_MAX = 65_536
const GONE = 410

export function openWebhooks(settings: WebhookSettings): Webhooks {
  return {
    send: async (message, nowMs) => {
      const { id, body, signedWith } = message
      const url = openUrl(message.receiver, settings.named)
      if (settings.isOnlyNamed === true && !isNamedHost(url, settings.named)) return
      const status = await post(url, settings, body, {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Ninefold',
        ...standardWebhookHeaders(secretsIn(settings, signedWith ?? ''), { id, body, nowMs }),
      })
      if (status === GONE) throw new WebhookRefused('The receiver answered 410: it wants no more of these.')
      if (status < 200 || status > 299)
        throw new Error(
          `The receiver answered ${status}${status >= 300 && status < 400 ? '; nothing follows it' : ''}.`,
        )
    },
  }
}

function secretsIn({ secrets }: WebhookSettings, name: string): Buffer[] {
  const value = secrets[name] ?? ''
  if (value === '') throw new Error(`The secret ${name} is not in the environment.`)
  const read = readSecrets(value)
  if (read === null) throw new Error(`The secret ${name} is no secret of a webhook.`)
  return read
}

/** Resolves with the status as soon as it arrives; the body is discarded. */
function post(
  url: URL,
  { named, lookup, timeoutMs = TIMEOUT_MS }: WebhookSettings,
  body: string,
  headers: Readonly<Record<string, string>>,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const ask = url.protocol === 'https:' ? requestHttps : requestHttp
    const asked = ask(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
      // A fresh connection, because a pooled one may lead to another host.
      agent: false,
      signal: AbortSignal.timeout(timeoutMs),
      ...(isNamedHost(url, named) ? {} : { lookup: lookup ?? openLookup() }),
    })
    asked.on('error', (cause) =>
      reject(
        cause.name === 'AbortError' || cause.name === 'TimeoutError'
          ? new Error(`No answer in ${timeoutMs / 1000} seconds.`)
          : cause,
      ),
    )
    asked.on('response', (response) => {
      let bytes = 0
      response.on('data', (piece: Buffer) => {
        bytes += piece.length
        if (bytes > ANSWER_BYTES_MAX) response.destroy()
      })
      response.on('error', () => {})
      response.on('close', () => resolve(response.statusCode ?? 0))
    })
    asked.end(body)
  })
}
