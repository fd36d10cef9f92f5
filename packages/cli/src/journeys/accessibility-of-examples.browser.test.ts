// Every screen of every example under axe, in the light and in the dark, with the data that the example's own calls make; and
// on a phone no screen is wider than the phone.

import { readFileSync } from 'node:fs'
import { compile } from '@ninefold/core/compile.ts'
import type { App } from '@ninefold/core/contract/app.ts'
import { timeZoneOf } from '@ninefold/server/gate/application.ts'
import { describe, expect, it } from 'vitest'
import { runExample, type Stage } from '../examples/run-example.ts'
import { lookAt } from './axe.ts'
import { picture, SCREENS, sidewaysPixels } from './browser.ts'
import { crawl } from './crawl.ts'
import { serving } from './running-help-desk.ts'

type Headers = Readonly<Record<string, string>>

interface Seeding {
  readonly address: string
  readonly send: (headers: Headers, method: string, path: string, body?: unknown) => Promise<any>
  readonly as: (label: string) => Promise<Headers>
}

const WEB = { 'content-type': 'application/json', 'ninefold-client': 'web' }

/** What the examples of the text do not make themselves. */
const EXAMPLES: Readonly<Record<string, (seeding: Seeding) => Promise<Headers | null>>> = {
  helpdesk: async ({ send, as }) => {
    const cleo = await as('Cleo Customer')
    const { options } = await send(cleo, 'GET', '/_ninefold/options/Category')
    const sent = { subject: 'The printer is on fire', body: 'Second floor.', category: options[0].value }
    await send(cleo, 'POST', '/api/tickets', sent)
    await send(cleo, 'POST', '/api/tickets/1000/comments', { body: 'It burns still.', internal: false })
    return null
  },
  conduit: async ({ send }) => {
    const user = { username: 'jane', email: 'jane@example.test', password: 'correct-horse-1' }
    const { user: account } = await send({}, 'POST', '/api/users', { user })
    const jane = { authorization: `Token ${account.token}` }
    const article = { title: 'How dragons are fed', description: 'Carefully.', body: 'A text.', tagList: ['dragons'] }
    await send(jane, 'POST', '/api/articles', { article })
    await send(jane, 'POST', '/api/articles/how-dragons-are-fed/comments', { comment: { body: 'Thank you.' } })
    return null
  },
  stock: async () => null,
  booking: async () => null,
  expenses: async () => null,
}

describe.each(Object.keys(EXAMPLES))('%s', (name) => {
  const text = readFileSync(new URL(`../../../../examples/${name}/app.md`, import.meta.url), 'utf8')
  const served = serving(text)

  it('has no screen on which axe finds anything serious, or that is wider than a phone', async () => {
    await seed(name, text, served.address)
    const app = await fetch(`${served.address}/_ninefold/app`).then((answer) => answer.json() as Promise<App>)
    const found: string[] = []
    const seen = new Set<string>()
    const people = [null, ...app.sampleUsers.map(({ label }) => label), ...(name === 'conduit' ? ['jane'] : [])]
    for (const person of people) {
      const { page } = await served.visit({ ignoresPolicy: true })
      if (person === 'jane') {
        await page.goto('/login')
        await page.getByRole('textbox', { name: 'Email' }).fill('jane@example.test')
        await page.getByLabel('Password').first().fill('correct-horse-1')
        await page.getByRole('button', { name: 'Sign in', exact: true }).click()
        await page.getByRole('tab', { name: 'Your Feed' }).waitFor()
      } else if (person !== null) {
        await page.getByRole('button', { name: new RegExp(`^Sign in as ${person}`) }).click()
        await page.getByRole('button', { name: new RegExp(`^Account: `) }).waitFor()
      }
      await crawl(page, seen, async ({ key }) => {
        found.push(...(await lookAt(page, `${name}-${key}`)))
        await page.setViewportSize(SCREENS.phone.viewport)
        await picture(page, `${name}-${key}-phone`)
        if ((await sidewaysPixels(page)) > 0) found.push(`${name}-${key} is wider than a phone`)
        await page.setViewportSize(SCREENS.desktop.viewport)
      })
      await page.context().close()
    }
    expect(found).toEqual([])
    expect([...seen].sort()).toEqual(screensOf(text))
  })
})

/** All of them have somebody who can get there. */
function screensOf(text: string): string[] {
  const { model } = compile(text)
  return (model?.screens.screens ?? []).map(({ name }) => name.toLowerCase().replaceAll(' ', '-')).sort()
}

async function seed(name: string, text: string, address: string): Promise<void> {
  const { model } = compile(text)
  const app = await fetch(`${address}/_ninefold/app`).then((answer) => answer.json() as Promise<App>)
  const sessions = new Map<string, Headers>()
  const as = async (label: string): Promise<Headers> => {
    const known = sessions.get(label)
    if (known !== undefined) return known
    const user = app.sampleUsers.find((each) => each.label === label)
    const body = JSON.stringify({ identifier: user?.identifier, password: user?.password })
    const answer = await fetch(`${address}/_ninefold/session`, { method: 'POST', headers: WEB, body })
    const session = { ...WEB, cookie: (answer.headers.get('set-cookie') ?? '').replace(/;.*$/s, '') }
    sessions.set(label, session)
    return session
  }
  const send: Seeding['send'] = async (headers, method, path, body) => {
    const own = { ...WEB, ...headers }
    const init = body === undefined ? { method, headers: own } : { method, headers: own, body: JSON.stringify(body) }
    const answer = await fetch(address + path, init)
    const answered = await answer.text()
    expect(answer.status, `${method} ${path} ${answered}`).toBeLessThan(300)
    return answered === '' ? null : JSON.parse(answered)
  }
  await EXAMPLES[name]?.({ address, send, as })
  const stage: Stage = { address, timeZone: timeZoneOf(model?.limits.timeZone ?? 'UTC'), signedIn: as }
  for (const example of model?.calls.examples ?? [])
    for await (const { isAsExpected, request, came } of runExample(example, stage))
      expect(isAsExpected, `${request} ${came}`).toBe(true)
}
