// Client of an application's API: signs in once, then sends requests.

export interface Caller {
  call<Answer = unknown>(method: string, path: string, body?: unknown): Promise<Answer>
}

export async function callerFor(address: string, email: string, password: string): Promise<Caller> {
  const signedIn = await send(address, 'POST', '/_ninefold/session', { identifier: email, password }, '')
  const cookie = signedIn.headers
    .getSetCookie()
    .map((each) => each.split(';')[0] ?? '')
    .join('; ')
  return {
    call: async <Answer>(method: string, path: string, body?: unknown): Promise<Answer> => {
      const answer = await send(address, method, path, body, cookie)
      const text = await answer.text()
      return (text === '' ? null : JSON.parse(text)) as Answer
    },
  }
}

async function send(address: string, method: string, path: string, body: unknown, cookie: string): Promise<Response> {
  const answer = await fetch(address + path, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(cookie === '' ? {} : { cookie }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`)
  return answer
}
