// CSRF: a page of another site makes a browser write, at every address, for guests and for users.

import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { clientOf, runApplication, type RunningApplication } from '../../testing/running-application.ts'
import { LiveReads } from '../live/live.ts'
import { applicationRoutes, type RoutesOptions } from '../routes.ts'

const WIRE = readFileSync(new URL('../../testing/wire.md', import.meta.url), 'utf8')
const HELP_DESK = readFileSync(new URL('../../../../../examples/helpdesk/app.md', import.meta.url), 'utf8')
const EVIL = { origin: 'https://evil.test' }

const around = (): RoutesOptions => ({ logger: pino({ level: 'fatal' }), live: new LiveReads(), extra: () => {} })

let desk: RunningApplication
let instance: FastifyInstance
let cookie: string

beforeAll(async () => {
  desk = await runApplication(HELP_DESK)
  cookie = (await desk.signIn('ada@example.test', 'correct-horse-1')).cookie ?? ''
  instance = await applicationRoutes(desk.application, { ...around(), files: desk.files })
})
afterAll(async () => {
  await instance.close()
  await desk[Symbol.asyncDispose]()
})

type Method = 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** All writable addresses, from the router. */
function writes(): { readonly method: Method; readonly url: string }[] {
  const known = [...instance.printRoutes({ commonPrefix: false }).matchAll(/(\/\S*) \(([A-Z, ]+)\)/g)]
  return known.flatMap(([, path = '', methods = '']) =>
    methods
      .split(', ')
      .filter((method): method is Method => ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method))
      .map((method) => ({ method, url: path.replace(/:\w+/g, '1000') })),
  )
}

it('refuses it at every address, and refuses none of these for this reason without the other site', async () => {
  const all = writes()
  expect(all.length).toBeGreaterThan(30)
  expect(all).toContainEqual({ method: 'POST', url: '/_ninefold/session' })
  for (const { method, url } of all)
    for (const who of [{}, { cookie }] as Record<string, string>[]) {
      const about = async (headers: Record<string, string>): Promise<readonly unknown[]> => {
        const answer = await instance.inject({ method, url, headers: { ...who, ...headers } })
        return [answer.statusCode, answer.body.includes('"origin"')]
      }
      expect(await about(EVIL), `${method} ${url}`).toEqual([403, true])
      expect(await about({ 'sec-fetch-site': 'cross-site' }), `${method} ${url}`).toEqual([403, true])
      expect((await about({}))[1], `${method} ${url}`).toBe(false)
    }
})

it('takes no page for its own that came under another name than the stated one', async () => {
  const stated = HELP_DESK.replace(
    '| Setting | Value |\n| --- | --- |',
    '$&\n| Public address | https://help.example |',
  )
  await using served = await runApplication(stated)
  const production = { ...served.application, mode: 'production' } as const
  const routes = await applicationRoutes(production, around())
  const refusedAt = async (host: string): Promise<boolean> => {
    const headers = { host, origin: `http://${host}` }
    const { statusCode, body } = await routes.inject({ method: 'POST', url: '/_ninefold/session', headers })
    return statusCode === 403 && body.includes('"host"')
  }
  for (const host of ['evil.test', 'evil.test:4400', 'help.example.evil.test', 'xhelp.example', '127.0.0.1.evil.test'])
    expect(await refusedAt(host), host).toBe(true)
  for (const host of ['help.example', 'HELP.example.:443', 'localhost:4400', '127.0.0.1', '192.0.2.7:80', '[::1]:4400'])
    expect(await refusedAt(host), host).toBe(false)
  await routes.close()
})

it('takes no form of another site from a guest, unless point 9 admits the site', async () => {
  const sent = { 'content-type': 'application/x-www-form-urlencoded', ...EVIL }
  const statuses: number[] = []
  const admitted = '| Setting | Value |\n| --- | --- |\n| Other sites may call | https://evil.test |\n\n'
  for (const text of [WIRE, WIRE.replace('| Constant | Value |', `${admitted}| Constant | Value |`)]) {
    await using wire = await runApplication(text)
    const guest = clientOf(wire.address, null)
    statuses.push((await guest.send('/v1/forms', { method: 'POST', body: 'name=Ada', headers: sent })).status)
    statuses.push((await guest.send('/sign-off', { method: 'POST', headers: EVIL })).status)
    const own = { ...sent, origin: wire.address }
    statuses.push((await guest.send('/v1/forms', { method: 'POST', body: 'name=Ada', headers: own })).status)
  }
  expect(statuses).toEqual([403, 403, 200, 200, 303, 200])
})
