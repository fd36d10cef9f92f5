// Statements that no call can carry out have a diagnostic at their place, with a hint that works.

import { expect, it } from 'vitest'
import { compile } from '../../compile.ts'

const GUEST = '| Role | Includes | A user gets it |\n| --- | --- | --- |\n| Guest | | by not being signed in |\n'

function text(parts: {
  path?: string
  input?: string
  query?: string
  respond?: string
  key?: string
  after?: string
}): string {
  const { path = '/x', input = 'a', query = 'q', respond = 'respond 200 with `1`', key = '', after = '' } = parts
  const titles = [
    'What the product does and for whom',
    'Screens and routes',
    'Entities and their fields',
    'States and transitions',
  ]
  const rest = [
    'Validation rules',
    'Roles and permissions',
    'The calls it makes',
    'The error catalogue',
    'Business constants and limits',
  ]
  const entity = `**Every entity has:** id as a random identifier, version\n\n### Entity: Thing\n\n| Field | Type | Rules | Default | Meaning |\n| --- | --- | --- | --- | --- |\n| name | text | required | | |\n| number | sequence from 1 as "{n:4}" | | | |\n${key}`
  const call = `### POST ${path} — Call\n\n- **Who:** Guest\n\n| Input | Like | Needed |\n| --- | --- | --- |\n| ${input} | text | no |\n\n| Query | Type | Keeps only |\n| --- | --- | --- |\n| ${query} | text | |\n\n1. ${respond}\n${after}`
  const points: Record<number, string> = { 3: entity, 6: GUEST, 7: call }
  const body = [...titles, ...rest].map((title, index) => `## ${index + 1}. ${title}\n\n${points[index + 1] ?? ''}\n`)
  return `# Small\n\n**Ninefold:** 1\n\n${body.join('\n')}`
}

function errors(source: string): { code: string; at: string; hint: string | null }[] {
  return compile(source)
    .diagnostics.filter(({ severity }) => severity === 'error')
    .map(({ number: code, span, hint }) => ({ code, at: source.slice(span.start, span.end), hint }))
}

it.each([
  ['N011', '*', { path: '/files/*' }],
  ['N011', '//', { path: '/x//y' }],
  ['N011', '..', { path: '/x/../y' }],
  ['N011', 'items[]', { input: 'items[]' }],
  ['N011', 'items.*.name', { input: 'items.*.name' }],
  ['N011', 'page size', { query: 'page size' }],
  ['N011', '302', { respond: 'respond 302 with `"/"`' }],
  ['N011', '304', { respond: 'respond 304' }],
  ['N307', 'id', { key: '| key | text | required | `string(id)` | |\n' }],
  ['N307', 'number', { key: '| key | text | | `number` | |\n' }],
  ['N307', 'version', { key: '| key | whole number | | `version + 1` | |\n' }],
  ['N708', 'let x be `1`', { after: '2. later:\n   1. record Thing with name = `"a"`\n3. let x be `1`\n' }],
] as const)('%s at %s', (code, at, parts) => {
  const found = errors(text(parts))
  expect(found).toHaveLength(1)
  expect(found[0]).toMatchObject({ code, at, hint: expect.any(String) })
})

it.each([
  { path: '/x/:a.json' },
  { path: '/x/a:b/c' },
  { path: '/x/:a(x)' },
  { path: '/x/:a/b-c.d~e_f' },
  { path: '/x/' },
  { path: '/' },
  { input: 'items.name' },
  { query: 'page[size]' },
  { respond: 'respond 200 with `{"address": "/elsewhere"}`' },
  { respond: 'respond 200 with `has(input.a)`' },
  { key: '| key | text | computed `string(id)` | | |\n' },
  { key: '| key | text | computed `number` | | |\n' },
  { after: '2. later:\n   1. record Thing with name = `"a"`\n' },
])('takes %o', (parts) => {
  expect(errors(text(parts))).toEqual([])
})
