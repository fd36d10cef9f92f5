// The examples of the repository, served and filled with data: each `### Example:` is played, and data that the
// examples do not create is added.

import { compile } from '@ninefold/core/compile.ts'
import type { App } from '@ninefold/core/contract/wire/app.ts'
import { addressPart } from '@ninefold/core/model/words.ts'
import { timeZoneOf } from '@ninefold/server/gate/context/application.ts'
import { runExample } from '../../examples/run-example.ts'
import { cookieOfSession } from '@ninefold/server/testing/cookie-of-session.ts'

type Headers = Readonly<Record<string, string>>

interface Playing {
  readonly send: (headers: Headers, method: string, path: string, body?: unknown) => Promise<any>
  readonly as: (label: string) => Promise<Headers>
}

const WEB = { 'content-type': 'application/json', 'ninefold-client': 'web' }

const BESIDES: Readonly<Record<string, (playing: Playing) => Promise<void>>> = {
  helpdesk: async ({ send, as }) => {
    const cleo = await as('Cleo Customer')
    const { options } = await send(cleo, 'GET', '/_ninefold/options/Category')
    const sent = { subject: 'The printer is on fire', body: 'Second floor.', category: options[0].value }
    await send(cleo, 'POST', '/api/tickets', sent)
    await send(cleo, 'POST', '/api/tickets/1000/comments', { body: 'It burns still.' })
  },
  conduit: async ({ send }) => {
    const user = { username: 'jane', email: 'jane@example.test', password: 'correct-horse-1' }
    const { user: account } = await send({}, 'POST', '/api/users', { user })
    const jane = { authorization: `Token ${account.token}` }
    const article = { title: 'How dragons are fed', description: 'Carefully.', body: 'A text.', tagList: ['dragons'] }
    await send(jane, 'POST', '/api/articles', { article })
    await send(jane, 'POST', '/api/articles/how-dragons-are-fed/comments', { comment: { body: 'Thank you.' } })
  },
  booking: async ({ send, as }) => {
    const hanna = await as('Hanna Host')
    const { id } = await send(hanna, 'GET', '/api/rooms/blue-studio')
    const during = { start: '2031-03-03T17:00:00Z', end: '2031-03-03T18:00:00Z' }
    await send(hanna, 'POST', '/api/courses', { title: 'First steps', room: id, during, capacity: 8, price: '12.00' })
  },
}

/** Pages that a person reaches by a button there, and not by a link. */
export const PRESSED_FOR: Readonly<Record<string, readonly string[]>> = {
  conduit: ['/profile/jane', '/profile/jane/favorites', '/editor/how-dragons-are-fed'],
}

export const EXAMPLES = ['helpdesk', 'conduit', 'stock', 'booking', 'expenses'] as const

async function appAt(address: string): Promise<App> {
  return (await (await fetch(`${address}/_ninefold/app`)).json()) as App
}

/** Everybody of the sample data, signed in. */
export async function peopleOf(address: string): Promise<{ identifier: string; password: string }[]> {
  return (await appAt(address)).sampleUsers.map(({ identifier, password }) => ({ identifier, password }))
}

/** The addresses of the data of every screen, in order. */
export function screensOf(text: string): string[] {
  return (compile(text).model?.screens.screens ?? []).map(({ name }) => addressPart(name)).sort()
}

/** Plays calls as the people of the sample data. */
export async function playing(address: string): Promise<Playing> {
  const app = await appAt(address)
  const sessions = new Map<string, Headers>()
  const as = async (label: string): Promise<Headers> => {
    const known = sessions.get(label)
    if (known !== undefined) return known
    const user = app.sampleUsers.find((each) => each.label === label)
    const body = JSON.stringify({ identifier: user?.identifier, password: user?.password })
    const answer = await fetch(`${address}/_ninefold/session`, { method: 'POST', headers: WEB, body })
    const session = { ...WEB, cookie: cookieOfSession(answer) }
    sessions.set(label, session)
    return session
  }
  const send: Playing['send'] = async (headers, method, path, body) => {
    const init = { method, headers: { ...WEB, ...headers } }
    const answer = await fetch(address + path, body === undefined ? init : { ...init, body: JSON.stringify(body) })
    const answered = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${answered}`)
    return answered === '' ? null : JSON.parse(answered)
  }
  return { send, as }
}

export async function playOut(name: string, text: string, address: string): Promise<void> {
  const { model } = compile(text)
  const { send, as } = await playing(address)
  await BESIDES[name]?.({ send, as })
  const stage = { address, timeZone: timeZoneOf(model?.limits.timeZone ?? 'UTC'), signedIn: as }
  for (const example of model?.calls.examples ?? [])
    for await (const { isAsExpected, request, came } of runExample(example, stage))
      if (!isAsExpected) throw new Error(`${request} came out as ${came}.`)
}
