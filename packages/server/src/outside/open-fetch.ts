// `fetch` for libraries that use addresses from strangers: it reaches no private network, follows no redirects, and
// limits the size of answers.

import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { BODILESS } from '@ninefold/core/model/wire.ts'
import { isNamedHost, type NamedHosts, openLookup, openUrl } from './ssrf-protection.ts'

const ANSWER_BYTES_MAX = 1_048_576

export class AnswerTooLong extends Error {
  override name = 'AnswerTooLong'
}

interface Asked {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly signal?: AbortSignal | undefined
}

export function openFetch(named: NamedHosts): (address: string, asked: Asked) => Promise<Response> {
  return (address, { method, headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const url = openUrl(address, named)
      const ask = url.protocol === 'https:' ? requestHttps : requestHttp
      const sent = bytesOf(body)
      const asked = ask(url, {
        method,
        headers: { 'user-agent': 'Ninefold', ...headers, ...(sent && { 'content-length': String(sent.length) }) },
        agent: false,
        ...(signal === undefined ? {} : { signal }),
        ...(isNamedHost(url, named) ? {} : { lookup: openLookup() }),
      })
      asked.on('error', reject)
      asked.on('response', (response) => void received(response).then(resolve, reject))
      asked.end(sent ?? undefined)
    })
}

function bytesOf(body: unknown): Buffer | null {
  if (body === undefined || body === null) return null
  if (typeof body === 'string' || body instanceof URLSearchParams) return Buffer.from(body.toString())
  if (body instanceof Uint8Array) return Buffer.from(body)
  throw new TypeError('A body of this kind is sent nowhere.')
}

async function received(response: IncomingMessage): Promise<Response> {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of response as AsyncIterable<Buffer>) {
    bytes += piece.length
    if (bytes > ANSWER_BYTES_MAX) throw new AnswerTooLong(`The answer is longer than ${ANSWER_BYTES_MAX} bytes.`)
    pieces.push(piece)
  }
  const headers = new Headers()
  for (const [name, value] of Object.entries(response.headersDistinct))
    for (const each of value ?? []) headers.append(name, each)
  const status = response.statusCode ?? 500
  return new Response(BODILESS.has(status) ? null : Buffer.concat(pieces), { status, headers })
}
