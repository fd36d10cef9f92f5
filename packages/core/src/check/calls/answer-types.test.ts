// Media types of answers: the accepted ones, and the place of the diagnostic about the others.

import { expect, it } from 'vitest'
import { compile } from '../../compile.ts'
import { call, FIND, library } from './library-for-tests.ts'

/** The types of a single call's answers, and the diagnostics about its steps. */
function answered(...steps: readonly string[]): { readonly types: unknown[]; readonly said: string[] } {
  const text = library(call([FIND, ...steps].join('\n')))
  const { model, diagnostics } = compile(text)
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  const stated = model?.calls.calls.find(({ path }) => path.endsWith('/it'))
  return {
    types: (stated?.steps ?? []).flatMap(({ action }) =>
      action.kind === 'respond' ? [[action.wire?.form ?? 'JSON', action.wire?.mediaType ?? null]] : [],
    ),
    said: errors.map(({ number, span }) => `${number} ${text.slice(span.start, span.end)}`),
  }
}

it('takes those that contracts name, as JSON or as a text', () => {
  expect(answered('2. respond 200 as application/vnd.api+json with `{"data": book.title}`')).toEqual({
    types: [['JSON', 'application/vnd.api+json']],
    said: [],
  })
  expect(answered('2. respond 200 as text/calendar with `book.title`, header X-A `book.title`')).toEqual({
    types: [['text', 'text/calendar']],
    said: [],
  })
})

it('takes parameters as they are written', () => {
  const profile = 'application/ld+json; profile="http://www.w3.org/ns/anno.jsonld"'
  expect(answered(`2. respond 200 as ${profile} with \`{"data": book.title}\`, header X-A \`book.title\``)).toEqual({
    types: [['JSON', profile]],
    said: [],
  })
  expect(answered('2. respond 200 as application/JSON;odata.metadata=none with `{"data": book.title}`').types).toEqual([
    ['JSON', 'application/json;odata.metadata=none'],
  ])
  // "script" in a parameter does not make it a type that browsers run.
  expect(answered('2. respond 200 as text/calendar; method=DESCRIPTION with `book.title`').said).toEqual([])
})

it('tells of a body that is no text', () => {
  expect(answered('2. respond 200 as text/calendar with `{"a": 1}`').said).toEqual(['N054 {"a": 1}'])
})

it('tells of an answer without a body', () => {
  expect(answered('2. respond 200 as application/geo+json').said).toEqual(['N011 application/geo+json'])
})

it.each([
  ['text/html', '`book.title`'],
  ['text/plain', '`book.title`'],
  ['application/json', '`{"a": 1}`'],
  ['text/javascript', '`book.title`'],
  ['application/xhtml+xml', '`book.title`'],
  ['multipart/mixed', '`book.title`'],
  ['text/event-stream', '`book.title`'],
  ['text/calendar; charset=utf-8', '`book.title`'],
  ['application/ld+json;q=0.5', '`{"a": 1}`'],
  ['text/html; level=1', '`book.title`'],
  ['text/javascript;a="b"', '`book.title`'],
])('refuses %s', (type, body) => {
  expect(answered(`2. respond 200 as ${type} with ${body}`).said).toEqual([`N011 ${type}`])
})
