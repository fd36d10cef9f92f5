// Attacks on an application of two organisations that share an offer, by its users and by strangers: in production,
// over real HTTP.

import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Application } from '../../gate/context/application.ts'
import { type Answer, type Client, runApplication, type RunningApplication } from '../../testing/running-application.ts'

const TEXT = readFileSync(new URL('../../testing/texts/clinics.md', import.meta.url), 'utf8')
const PASSWORD = 'amber-Falcon-1'

const inProduction = (honest: Application): Application => ({ ...honest, mode: 'production' })

let clinics: RunningApplication
let hana: Client
let nils: Client
let sara: Client
let paul: Client

beforeAll(async () => {
  clinics = await runApplication(TEXT, { double: inProduction })
  const signIn = (name: string, digit: number): Promise<Client> =>
    clinics.signIn(`${name}@x.test`, `${PASSWORD}${digit}`)
  hana = await signIn('hana', 1)
  nils = await signIn('nils', 2)
  sara = await signIn('sara', 3)
  paul = await signIn('paul', 4)
})
afterAll(() => clinics[Symbol.asyncDispose]())

async function idOf(client: Client, name: string): Promise<string> {
  const { body } = await client.get('/api/people')
  return String(body.items.find((person: { name: string }) => person.name === name).id)
}

function codes({ status, body }: Answer): unknown[] {
  return [status, ...(body?.errors ?? []).map(({ code }: { code: string }) => code)]
}

describe('the description of the calls', () => {
  it('is read in production by those whom the text names, and by nobody else', async () => {
    expect((await clinics.guest.get('/_ninefold/openapi.json')).status).toBe(401)
    expect((await paul.get('/_ninefold/openapi.json')).status).toBe(403)
    expect((await nils.get('/_ninefold/openapi.json')).body.openapi).toMatch(/^3\.1/)
  })

  it('is nowhere in production where the text says nothing of it', async () => {
    const silent = TEXT.replace(/^\| API description .*\n/m, '')
    expect(silent).not.toBe(TEXT)
    await using served = await runApplication(silent, { double: inProduction })
    expect((await served.guest.get('/_ninefold/openapi.json')).status).toBe(404)
  })
})

describe('a common password', () => {
  const COMMON = ['1234567890', 'Password1!', 'qwertyuiop', 'aaaaaaaaaaaaaaaaaaaaaaaa', 'abcabcabcabc']

  it.each(COMMON)('is refused on each way to a password: %s', async (password) => {
    const asks: readonly [string, Promise<Answer>][] = [
      ['signing up', clinics.guest.post('/_ninefold/users', { name: 'x', email: 'x1@x.test', password })],
      ['a standard call', clinics.guest.post('/api/people', { name: 'x', email: 'x2@x.test', password })],
      [
        'a change of one’s own',
        nils.patch(`/api/people/${await idOf(nils, 'Nils')}`, { password, oldPassword: `${PASSWORD}2` }),
      ],
      ['the account page', nils.post('/_ninefold/own-password', { password, oldPassword: `${PASSWORD}2` })],
      ['a stated call', clinics.guest.post('/api/patients', { name: 'x', email: 'x3@x.test', password })],
      ['a link', clinics.guest.post('/_ninefold/password', { token: 'x'.repeat(43), password })],
    ]
    for (const [way, answer] of asks) expect([way, ...codes(await answer)]).toEqual([way, 422, 'COMMON_PASSWORD'])
  })

  it('is also one that is made of what is sent with it', async () => {
    const values = { name: 'Wilhelmina', email: 'w@x.test', password: 'wilhelmina1' }
    expect(codes(await clinics.guest.post('/_ninefold/users', values))).toEqual([422, 'COMMON_PASSWORD'])
    expect((await clinics.guest.post('/_ninefold/users', { ...values, password: 'a quiet harbour' })).status).toBe(201)
  })
})

describe('a value that is unique', () => {
  it('tells a user so often, and then neither what is taken nor what is free', async () => {
    const id = await idOf(paul, 'Paul')
    const tried = (insurance: string): Promise<Answer> => paul.patch(`/api/people/${id}`, { insurance })
    for (let time = 0; time < 60; time++) expect(codes(await tried('S-1'))).toEqual([409, 'TAKEN'])
    expect(codes(await tried('S-1'))).toEqual([429, 'TOO_MANY'])
    const free = await tried('S-77')
    expect(codes(free)).toEqual([429, 'TOO_MANY'])
    expect(Number(free.headers.get('retry-after'))).toBeGreaterThan(0)
    // All their other fields are visible, and so are all other people.
    expect((await paul.patch(`/api/people/${id}`, { name: 'Paul P.' })).status).toBe(200)
    expect(codes(await hana.patch(`/api/people/${id}`, { insurance: 'S-1' }))).toEqual([409, 'TAKEN'])
  })

  it('tells neither by a creation that one statement does', async () => {
    const seen = '| Patient | see | Offer | | code, title, price |'
    const some = '| Patient | see, create | Offer | `title == "Scan"` | code, title, price |'
    await using few = await runApplication(TEXT.replace(seen, some), { double: inProduction })
    const pia = await few.signIn('pia@x.test', `${PASSWORD}5`)
    const tried = (code: string): Promise<Answer> => pia.post('/api/offers', { code, title: 'Scan', price: '200.00' })
    expect((await tried('XR-2')).status).toBe(201)
    for (let time = 0; time < 60; time++) expect(codes(await tried('XR-1'))).toEqual([409, 'TAKEN'])
    expect(codes(await tried('XR-1'))).toEqual([429, 'TOO_MANY'])
    expect(codes(await tried('XR-3'))).toEqual([429, 'TOO_MANY'])
  })

  it('tells whoever sees all of them as often as they ask', async () => {
    const offer = { code: 'XR-1', title: 'Again', price: '1.00' }
    for (let time = 0; time < 62; time++) expect(codes(await sara.post('/api/offers', offer))).toEqual([409, 'TAKEN'])
  })
})
