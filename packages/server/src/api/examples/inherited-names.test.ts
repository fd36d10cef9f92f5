// A name from a text is looked up only among names of texts, and never finds an inherited property of JavaScript, such
// as `constructor` or `toString`. The test defines each name on the prototype of all objects, and reports every access.

import { readFileSync } from 'node:fs'
import { compile } from '@ninefold/core/compile.ts'
import { afterEach, expect, it, onTestFinished } from 'vitest'
import { runApplication } from '../../testing/running-application.ts'

const NAMES = `
  Matter matter Matters title docket strategy summary reserve court client lead owner tags papers status
  notes entries links hours fee secrets Tag Note Entry Link Firm firm Person Seat Court Bid Coupon bank
  seats hook photo kind salary lawyer partner matters until used left word mentions internal author rate
  worth payment looks close settle settled Lawyer Partner Member Visitor Registrar MatterRow since byNumber
  numbers facts sku flag cart Bank reference amount NO_BID GONE NO_COUPON NO_LINK NO_PAYMENT DECLINED
  SLOWLY bidTime linkTime aDay Guessing Lenient Told Greeting Hooked Statement Board HOOK_SECRET`
  .trim()
  .split(/\s+/)
/** No name of our own ends like this, so none matches by chance. */
const own = (name: string): string => `${name}Zq`
const WRONG = own('wrong')
const TEXT = NAMES.reduce(
  (text, name) => text.replaceAll(new RegExp(`(?<!\\w)${name}(?!\\w)`, 'g'), own(name)),
  // A unit with the name of a field.
  readFileSync(new URL('../../testing/texts/chambers.md', import.meta.url), 'utf8').replace(
    '8 hours after',
    '480 minutes after',
  ),
)

const asked = new Map<string, string>()

afterEach(() => asked.clear())

/** Reports each place that reads or sets one of these names on an object without it. */
function tellWhoAsks(): void {
  const names = [...NAMES.map(own), WRONG].flatMap((name) => [
    name,
    name[0]?.toLowerCase() + name.slice(1),
    name.toLowerCase(),
  ])
  const note = (what: string, name: string): void => {
    const at = (new Error().stack ?? '').split('\n')[3] ?? ''
    asked.set(`${what} ${/packages.*(?=:\d+\))|packages.*(?=:\d+$)/.exec(at)?.[0] ?? at}`, name)
  }
  for (const name of new Set(names))
    Object.defineProperty(Object.prototype, name, {
      configurable: true,
      get: () => note('reads', name),
      set(this: object, value: unknown) {
        note('sets', name)
        Object.defineProperty(this, name, { value, writable: true, enumerable: true, configurable: true })
      },
    })
  onTestFinished(() => {
    for (const name of names) Reflect.deleteProperty(Object.prototype, name)
  })
}

it('is so while a text is checked', () => {
  tellWhoAsks()
  const { model, diagnostics } = compile(TEXT)
  expect(diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message)).toEqual([])
  expect(model).not.toBeNull()
  expect([...asked]).toEqual([])
})

it('is so while words stand where they mean nothing', () => {
  tellWhoAsks()
  const words = [...TEXT.matchAll(/[A-Za-z][\w-]*/g)]
  const steps = 9
  for (let step = 0; step < steps; step++) {
    let text = ''
    let end = 0
    for (const [index, { 0: word, index: at }] of words.entries()) {
      text += TEXT.slice(end, at) + (index % steps === step ? WRONG : word)
      end = at + word.length
    }
    compile(text + TEXT.slice(end))
  }
  expect([...asked]).toEqual([])
})

it('is so while the text is served', async () => {
  tellWhoAsks()
  await using chambers = await runApplication(TEXT)
  const anna = await chambers.signIn('anna@x.test', 'amber-Falcon-11')
  const made = await anna.post('/api/mattersZq', { titleZq: 'A v B', summaryZq: 'Short.' })
  expect(made.status).toBe(201)
  const path = `/api/mattersZq/${made.body.number}`
  const addresses = [
    '/api/mattersZq?statusZq=open&sort=titleZq',
    '/api/seatsZq?kindZq=partnerZq',
    '/api/matter-list?sort=titleZq',
    '/_ninefold/app',
    '/_ninefold/openapi.json',
    '/_ninefold/search?q=A',
    '/_ninefold/account/data.json',
    '/_ninefold/options/MatterZq?by=id',
    `/_ninefold/history/matter-zq/${made.body.id}`,
    path,
  ]
  const screens = ['matters-zq', 'matter-zq', 'people', 'board-zq'].flatMap((key) =>
    [0, 1, 2].map((block) => `/_ninefold/screens/${key}/${block}?number=${made.body.number}`),
  )
  for (const read of [...addresses, ...screens]) await anna.get(read, { 'accept-language': 'de' })
  await anna.patch(path, { titleZq: 'B v A', reserveZq: '5' })
  await anna.patch(path, { titleZq: '', reserveZq: 'much', [WRONG]: 1 })
  await anna.post('/api/notesZq', { matterZq: made.body.id, text: 'So.' })
  await anna.post(`${path}/entriesZq`, [{ hoursZq: '1', rateZq: '2' }], { 'Idempotency-Key': 'once' })
  await anna.post('/api/seatsZq', { kindZq: WRONG, personZq: WRONG })
  await anna.post('/api/lenient', { name: 'a', factsZq: { [WRONG]: 'x' }, cartZq: 1, [WRONG]: 2 })
  await anna.post('/_ninefold/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' })
  await anna.post(`${path}/close-zq`, { strategyZq: 'Wait.' })
  await anna.delete(path)
  // A set value is an own property from then on. Fastify keeps the headers in this way.
  const reads = [...asked.keys()].filter((place) => place.startsWith('reads') && !place.includes('fastify'))
  expect(reads).toEqual([])
})
