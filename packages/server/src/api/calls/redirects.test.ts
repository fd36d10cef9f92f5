// Open redirects: the text decides where an answer leads, and never a crafted link. Covers every way to build an
// address, with everything that makes a browser use another host.

import { readFileSync } from 'node:fs'
import { compile } from '@ninefold/core/compile.ts'
import { expect, it } from 'vitest'
import { runApplication } from '../../testing/running-application.ts'

const WIRE = readFileSync(new URL('../../testing/wire.md', import.meta.url), 'utf8')
const SENT = 'orElse(query.q, "")'
const PARTS = [
  '""',
  '"/"',
  '"//"',
  '"/to/"',
  '"https://shop.example"',
  '"https://shop.example/"',
  SENT,
  'string(path.id)',
]
const EVIL = [
  'https://evil.test',
  '//evil.test',
  '/evil.test',
  '/\\evil.test',
  'evil.test',
  '.evil.test',
  '@evil.test',
  ':a@evil.test/',
]

/** Each in place, and through a name that a step binds to it or to its last part. */
function written(): readonly (readonly string[])[] {
  const added = PARTS.flatMap((first) => [[first], ...PARTS.map((second) => [first, second])])
  const conditional = [
    `query.q == "x" ? "/to/" : ${SENT}`,
    `(query.q == "x" ? "/" : "/to/") + ${SENT}`,
    'query.q == "x" ? "/to/1" : "/to/2"',
  ]
  return [...added.map((parts) => parts.join(' + ')), ...conditional].flatMap((value) => [
    [`respond 303 to \`${value}\``],
    [`let place be \`${value}\``, 'respond 303 to `place`'],
    [`let sent be \`${SENT}\``, `respond 303 to \`${value.replaceAll(SENT, 'sent')}\``],
  ])
}

function withCalls(all: readonly (readonly string[])[]): string {
  const calls = all.map(
    (steps, index) => `### GET /lead${index}/:id — Lead ${index}

- **Who:** Guest

| Query | Type | Keeps only |
| --- | --- | --- |
| q | text up to 80 | |

1. find todo in Todo where \`id == path.id\` or fail NO_TODO
${steps.map((step, place) => `${place + 2}. ${step}`).join('\n')}
`,
  )
  return WIRE.replace('### POST /sign-off', `${calls.join('\n')}\n### POST /sign-off`)
}

/** Those that the checker accepts, from one check of them all. */
function withoutErrors(all: readonly (readonly string[])[]): (readonly string[])[] {
  const text = withCalls(all)
  const errors = compile(text).diagnostics.filter(({ severity }) => severity === 'error')
  const wrong = errors.map(({ span }) => Number(/.*### GET \/lead(\d+)/s.exec(text.slice(0, span.start))?.[1]))
  expect(wrong, 'an error outside of these calls').not.toContain(NaN)
  return all.filter((_, index) => !wrong.includes(index))
}

it('leads to no host that the request chooses', async () => {
  const all = written()
  const good = withoutErrors(all)
  expect(all.length).toBeGreaterThan(200)
  expect(good.length).toBeGreaterThan(40)
  const refused = (...steps: readonly string[]): boolean => !good.some((each) => each.join() === steps.join())
  expect(refused(`respond 303 to \`${SENT}\``)).toBe(true)
  expect(refused(`respond 303 to \`"/" + ${SENT}\``)).toBe(true)
  expect(refused(`let sent be \`${SENT}\``, 'respond 303 to `sent`')).toBe(true)
  expect(refused(`respond 303 to \`"/to/" + ${SENT}\``)).toBe(false)
  await using wire = await runApplication(withCalls(good))
  const { headers } = await wire.guest.post('/todos', { title: 'Tea' })
  const id = headers.get('location')?.split('/').at(-1)
  const elsewhere: string[] = []
  let led = 0
  const followed = async (index: number, steps: readonly string[], evil: string): Promise<void> => {
    const answer = await wire.guest.get(`/lead${index}/${id}?q=${encodeURIComponent(evil)}`)
    const location = answer.headers.get('location')
    // A browser does not follow an invalid address.
    if (location === null || !URL.canParse(location, 'https://own.example/lead')) return
    led += 1
    const { host } = new URL(location, 'https://own.example/lead')
    if (host.includes('evil')) elsewhere.push(`${steps.join('; ')} with ${evil}: ${location}`)
  }
  for (const [index, steps] of good.entries()) await Promise.all(EVIL.map((evil) => followed(index, steps, evil)))
  expect(led).toBeGreaterThan(200)
  expect(elsewhere).toEqual([])
})
