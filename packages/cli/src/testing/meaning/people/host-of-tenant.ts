// A request with the host of a tenant → its answer, in the form of `fetch`, which sends no host of one's own.

import { once } from 'node:events'
import { Agent, type IncomingMessage, request as open } from 'node:http'
import { buffer } from 'node:stream/consumers'

const agent = new Agent({ keepAlive: true })

export interface SentAtHost {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** `north`: `north.localhost`, at the address of the server. */
export function hostOf(tenant: string, address: string): string {
  return `${tenant}.localhost:${new URL(address).port}`
}

export async function fetchAtHost(
  url: string,
  tenant: string,
  { method, headers, body }: SentAtHost,
): Promise<Response> {
  const sent = open(url, { method, headers: { ...headers, host: hostOf(tenant, url) }, agent })
  sent.end(body)
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  const bytes = await buffer(answer)
  const pairs = Object.entries(answer.headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  )
  return new Response(bytes.length === 0 ? null : bytes, { status: answer.statusCode ?? 0, headers: pairs })
}
