// Labels about refusals, links between pages, and conclusions from answers under a condition.

import { expect, it } from 'vitest'
import { compile } from '../../../compile.ts'
import { call, library } from '../library-for-tests.ts'

function checked(steps: string, labels = '') {
  const text = library(call(`${labels}${steps}`))
  const { model, diagnostics } = compile(text)
  return {
    call: model?.calls.calls.find(({ path }) => path.endsWith('/it')) ?? null,
    said: diagnostics
      .filter(({ severity }) => severity === 'error')
      .map(({ number, span }) => `${number} ${text.slice(span.start, span.end)}`),
  }
}

it('keeps an error body and error headers that are the only label about HTTP', () => {
  const body = checked('1. respond 204', '- **Error body:** `{"error": message}`\n\n')
  expect(body.call?.wire?.errorBody?.body.kind).toBe('object')
  const headers = checked('1. respond 204', '- **Error headers:** X-Code `code`, X-Id `asText(sent["id"])`\n\n')
  expect(headers.call?.wire?.errorHeaders?.map(({ name }) => name)).toEqual(['X-Code', 'X-Id'])
})

it.each([
  ['X-Code `code`, x-code `about`', 'N008 x-code'],
  ['Content-Type `code`', 'N011 Content-Type'],
  ['X-All `problems`', 'N054 problems'],
  ['X-Code', 'N011 X-Code'],
])('refuses the error headers %s', (headers, said) => {
  expect(checked('1. respond 204', `- **Error headers:** ${headers}\n\n`).said).toEqual([said])
})

const QUERY =
  '| Query | Type | Keeps only |\n| --- | --- | --- |\n| page | whole number, otherwise 1 | |\n| at | whole number | |\n\n'

it.each([
  ['pageLinks("page", 20, 7)', []],
  ['offsetLinks("page", query.page, 7)', []],
  ['pageLinks("at", 20, 7)', ['N054 "at"']],
  ['pageLinks("pag", 20, 7)', ['N051 "pag"']],
  ['pageLinks("page", query.at, 7)', ['N055 query.at']],
  ['pageLinks("page", "20", 7)', ['N054 "20"']],
  ['pageLinks("page", 20)', ['N054 pageLinks']],
])('%s', (links, said) => {
  expect(
    checked(`1. respond 200 with \`{"p": query.page, "a": query.at}\`, header Link \`${links}\``, QUERY).said,
  ).toEqual(said)
})

it('knows what an answer under a condition has left', () => {
  const body = '{"sum": query.at + 1}'
  const answer = (condition: string) => checked(`1. ${condition}\n2. respond 200 with \`${body}\``, QUERY).said
  expect(answer('when `query.at == null`: respond 404')).toEqual([])
  expect(answer('when `query.at == null || query.page == 0`:\n   1. respond 404')).toEqual([])
  expect(answer('when `query.at == null`:\n   1. when `query.page == 1`: respond 404')).toEqual(['N055 query.at'])
  expect(answer('when `query.at == null && query.page == 1`: respond 404')).toEqual(['N055 query.at'])
})
