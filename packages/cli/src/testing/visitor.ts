// A person who uses a served application over HTTP, with a session of their own.

import { cookieOfSession } from '@ninefold/server/testing/cookie-of-session.ts'

export interface Visitor {
  readonly get: (path: string) => Promise<Answer>
  readonly post: (path: string, body?: unknown) => Promise<Answer>
  readonly patch: (path: string, body: unknown) => Promise<Answer>
}

export interface Answer {
  readonly status: number
  readonly body: any
}

export function visitor(address: string, cookie: string | null = null): Visitor {
  const send = async (path: string, init: RequestInit): Promise<Answer> => {
    const own = path.startsWith('/_ninefold/') ? 'application/problem+json, application/json' : 'text/html'
    const accept = path.startsWith('/api/') ? 'application/json' : own
    const headers = { accept, ...init.headers, ...(cookie === null ? {} : { cookie }) }
    const response = await fetch(address + path, { ...init, headers })
    const text = await response.text()
    const isJson = (response.headers.get('content-type') ?? '').includes('json')
    return { status: response.status, body: isJson ? JSON.parse(text) : text }
  }
  return {
    get: (path) => send(path, {}),
    post: (path, body) => send(path, { method: 'POST', ...(body === undefined ? {} : asJson(body)) }),
    patch: (path, body) => send(path, { method: 'PATCH', ...asJson(body) }),
  }
}

function asJson(body: unknown): RequestInit {
  return { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
}

/** Returns the session's cookie. */
export async function signIn(address: string, identifier: string, password: string): Promise<string> {
  const response = await fetch(`${address}/_ninefold/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ identifier, password }),
  })
  if (response.status !== 204)
    throw new Error(`Signing in was answered with ${response.status}: ${await response.text()}`)
  return cookieOfSession(response)
}

/** Events of a development server, as they arrive. */
export async function listenTo(address: string): Promise<{ next: (kind: string) => Promise<any>; close: () => void }> {
  const stopping = new AbortController()
  const response = await fetch(`${address}/_ninefold/author-events`, { signal: stopping.signal })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  if (reader === undefined) throw new Error('The event stream has no body.')
  let unread = ''
  const next = async (kind: string): Promise<any> => {
    for (;;) {
      const end = unread.indexOf('\n\n')
      if (end < 0) {
        const { value, done } = await reader.read()
        if (done) throw new Error(`The event stream ended before "${kind}" came.`)
        unread += value
        continue
      }
      const data = /^data: (.*)$/m.exec(unread.slice(0, end))?.[1]
      unread = unread.slice(end + 2)
      const event = data === undefined ? null : JSON.parse(data)
      if (event?.kind === kind) return event
    }
  }
  return { next, close: () => stopping.abort() }
}
