// Followers of a record. ⟪ ⟫ mark the span of each expected diagnostic.

import { expect, it } from 'vitest'
import { compile } from '../../compile.ts'
import { FIELDS } from '../specification-for-tests.ts'

function entity(name: string, rows: readonly string[], labels = ''): string {
  const padded = rows.map((row) => `| ${row}${' |'.repeat(Math.max(0, 5 - row.split(/ \|/).length))} |\n`)
  return `### Entity: ${name}\n\n${labels}\n\n${FIELDS}\n${padded.join('')}\n`
}

const USERS =
  '## 6. Roles and permissions\n\n### Signing in\n\n- **Users are:** P\n- **Sign in with:** mail and password\n- **Session:** cookie, ends 1 day after last use\n- **Sign up:** closed\n'

function followed(paths: string, more = USERS): string {
  const entities = [
    entity('P', ['mail | email | required, unique', 'password | password 10 to 200 | required, hidden']),
    entity('B', ['a | A | required', 'by | P', 'to | list of P', 'as | list of A']),
    entity('A', ['p | P', 'ps | list of P', 'n | text', 'bs | list of B via a'], `- **Followers:** ${paths}`),
  ]
  return `# Test\n\n**Ninefold:** 1\n\n## 3. Entities and their fields\n\n${entities.join('')}\n${more}\n`
}

/** Diagnostics of the line: number and message. */
function told(marked: string, more?: string): string[] {
  const text = followed(marked, more)
  const [from, to] = [text.indexOf('- **Followers:**'), text.indexOf('\n', text.indexOf('- **Followers:**'))]
  return compile(text).diagnostics.flatMap(({ number, span }) =>
    span.start >= from && span.end <= to ? [`${number} ${text.slice(span.start, span.end)}`] : [],
  )
}

it('are users of the record, and of records that point to it', () => {
  expect(told('p, ps, bs.by, bs.to')).toEqual([])
  const { draft } = compile(followed('p, bs.to'))
  expect(draft.entities.entities[2]?.followers?.paths.map(({ text }) => text)).toEqual(['p', 'bs.to'])
})

it.each([
  ['n', 'N011 n'],
  ['x', 'N320 x'],
  ['p, bs.a', 'N011 bs.a'],
  ['bs.x', 'N320 x'],
  ['ps.mail', 'N011 ps.mail'],
  ['bs', 'N011 bs'],
])('are nothing else: %s', (paths, found) => expect(told(paths)).toEqual([found]))

it('are not judged while nobody knows who the users are', () => expect(told('p', '')).toEqual([]))
