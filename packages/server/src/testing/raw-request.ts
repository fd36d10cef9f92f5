// A request exactly as written: the address is not normalised, no header is added, and a missing answer is a failure.

import { Agent, request as open } from 'node:http'
import type { GeneratedRequest } from './generated-requests.ts'

export interface RawAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const ANSWER_MS_MAX = 10_000
const agent = new Agent({ keepAlive: true, maxSockets: 20 })

export function sendRaw(
  address: string,
  cookie: string | null,
  request: GeneratedRequest,
  msMax = ANSWER_MS_MAX,
): Promise<RawAnswer> {
  const { hostname, port } = new URL(address)
  const body = request.body === null ? null : Buffer.from(request.body.toWellFormed())
  const headers: Record<string, string> = {
    ...(body === null ? {} : { 'content-type': 'application/json', 'content-length': String(body.length) }),
    ...request.headers,
  }
  if (cookie !== null) headers['cookie'] = cookie
  return new Promise((resolve, reject) => {
    const sent = open(
      { hostname, port, method: request.method, path: request.path, headers, agent, timeout: msMax },
      (answer) => {
        const parts: Buffer[] = []
        answer.on('data', (part: Buffer) => parts.push(part))
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers as Record<string, string>,
            body: Buffer.concat(parts).toString('utf8'),
          }),
        )
      },
    )
    sent.on('timeout', () => sent.destroy(new Error(`${request.method} ${request.path} was not answered.`)))
    sent.on('error', reject)
    sent.end(body ?? undefined)
  })
}
