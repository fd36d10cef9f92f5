// Names and bodies from existing contracts: the names in later steps, and the reported mistakes.

import { expect, it } from 'vitest'
import { compile } from '../../compile.ts'
import { openDocument } from '../../service/document.ts'
import { renameableAt } from '../../service/rename.ts'
import { library } from './library-for-tests.ts'

const stated = (table: string, steps: string, labels = '') =>
  library(`### POST /api/it — It

- **Who:** Librarian
${labels}
${table}

${steps}
`)

function said(text: string): string[] {
  const { diagnostics } = compile(text)
  return diagnostics
    .filter(({ severity }) => severity === 'error')
    .map(({ number, span }) => `${number} ${text.slice(span.start, span.end)}`)
}

const rows = (...inputs: readonly string[]) =>
  ['| Input | Like | Needed |', '| --- | --- | --- |', ...inputs].join('\n')
const queries = (...each: readonly string[]) =>
  ['| Query | Type | Keeps only |', '| --- | --- | --- |', ...each].join('\n')

it('leads from the public address in a condition to the end of an address', () => {
  const finding = 'find book in Book where `publicAddress + "/books/" + shelfmark == input.url` or fail NO_BOOK'
  const { diagnostics } = compile(stated(rows('| url | text | yes |'), `1. ${finding}\n2. respond 204`))
  expect(diagnostics.map(({ number, hint }) => `${number} ${hint}`).filter((each) => each.startsWith('N051'))).toEqual([
    'N051 Answers and shapes name it. To find a record by its address, compare the end: endsWith(input.url, "/books/" + mark).',
  ])
  const ending = finding.replace(
    'publicAddress + "/books/" + shelfmark == input.url',
    'endsWith(input.url, "/books/" + shelfmark)',
  )
  expect(said(stated(rows('| url | text | yes |'), `1. ${ending}\n2. respond 204`))).toEqual([])
})

it('names queries and keys by one rule', () => {
  const names = queries(
    '| page[size] | whole number | |',
    '| $top | text | |',
    '| X-Thing.y | text | |',
    '| a_b | text | |',
  )
  const all = '1. respond 200 with `{"size": query.pageSize, "top": query.top, "y": query.XThingY, "b": query.a_b}`'
  expect(said(stated(names, all))).toEqual([])
  const keys = rows('| data.@type | text | yes |', '| data.first-name | text | yes |')
  expect(said(stated(keys, '1. respond 200 with `input.data.type + input.data.firstName`'))).toEqual([])
})

it.each([
  ['two that steps name alike', queries('| page[size] | text | |', '| pageSize | text | |'), 'N008 pageSize'],
  ['one that has no name in steps', queries('| $ | text | |'), 'N011 $'],
  ['one that begins with a digit', queries('| 2fa | text | |'), 'N011 2fa'],
  ['brackets of a list', queries('| tag[] | list of text | |'), 'N011 tag[]'],
  ['a number of values in a query', queries('| tag | list of 1 to 3 text | |'), 'N011 list of 1 to 3 text'],
  ['a key with brackets', rows('| page[size] | text | yes |'), 'N011 page[size]'],
  ['two keys that steps name alike', rows('| a-b | text | yes |', '| aB | text | yes |'), 'N008 aB'],
])('tells of %s', (_, table, expected) => {
  expect(said(stated(table, '1. respond 204'))).toContain(expected)
})

it.each([
  ['a value beside it', rows('| [].sku | text | yes |', '| name | text | yes |'), '', 'N011 name'],
  ['a text', rows('| [] | text | yes |'), '', 'N011 []'],
  ['a form', rows('| [].sku | text | yes |'), '- **Body:** form\n', 'N011 [].sku'],
  [
    'objects of which nothing is said',
    rows('| [] | list of 1 to 3 objects | yes |'),
    '',
    'N011 list of 1 to 3 objects',
  ],
  ['numbers the wrong way round', rows('| [] | list of 3 to 1 text | yes |'), '', 'N011 list of 3 to 1 text'],
])('tells of a whole body that is %s', (_, table, labels, expected) => {
  expect(said(stated(table, '1. respond 204', labels))).toContain(expected)
})

it.each([
  ['text', rows('| a | text | yes |', '| b | text | no |'), 'N011 text'],
  ['text', rows('| a | whole number | yes |'), 'N011 text'],
  ['file', rows('| a | text | yes |'), 'N011 file'],
  ['file', rows('| a | list of file up to 1 MB, at most 2 | yes |'), 'N011 file'],
  ['text/plain', rows('| a | text | yes |'), 'N011 text/plain'],
  ['application/vnd.api+json', rows('| a | text | yes |'), 'N011 application/vnd.api+json'],
  ['image/png', rows('| a | text | yes |'), 'N011 image/png'],
  ['XML', rows('| a | text | yes |'), 'N011 XML'],
  ['text', rows('| [] | list of text | yes |'), 'N011 []'],
])('tells of a body as %s that does not fit', (body, table, expected) => {
  expect(said(stated(table, '1. respond 204', `- **Body:** ${body}\n`))).toContain(expected)
})

it('takes statuses of built-in errors, each once', () => {
  const labels = (value: string) => `- **Built-in errors:** ${value}\n`
  const about = (value: string) => said(stated('', '1. respond 204', labels(value)))
  expect(about('blank 400, not found 410')).toEqual([])
  expect(about('blank 400, blank 422')).toEqual(['N011 blank'])
  expect(about('bland 400')).toEqual(['N808 bland'])
  expect(about('blank 200')).toEqual([])
  expect(about('blank 300')).toEqual(['N011 blank 300'])
})

it('recognises no request again that has files in it', () => {
  const table = rows('| a | file up to 1 MB | yes |')
  const labels = '- **Body:** multipart\n- **Repeatable:** with an Idempotency-Key\n'
  expect(said(stated(table, '1. respond 204', labels))).toEqual(['N013 with an Idempotency-Key'])
})

it('renames no name that follows from a contract', () => {
  const text = stated(
    queries('| page[size] | whole number | |', '| plain | text | |'),
    '1. respond 200 with `query.plain`',
  )
  const document = openDocument(text)
  expect(renameableAt(document, text.indexOf('page[size]') + 1)).toBeNull()
  expect(renameableAt(document, text.indexOf('| plain') + 3)?.name).toBe('plain')
})

it.each([
  ['two of one type', ['respond 200 with `1`', 'respond 201 with `2`'], 'N011 respond 201 with `2`'],
  ['an answer without a body', ['respond 200 with `1`', 'respond 204'], 'N708 respond 204'],
  ['another step', ['respond 200 with `1`', 'let x be `1`'], 'N708 let x be `1`'],
])('tells of %s by Accept', (_, answers, expected) => {
  const steps = ['1. by Accept:', ...answers.map((answer, index) => `   ${index + 1}. ${answer}`)].join('\n')
  expect(said(stated('', steps))).toContain(expected)
})

it('answers by Accept once, as the last thing that a call does', () => {
  const twice =
    '1. when `1 == 1`:\n   1. by Accept:\n      1. respond 200 with `1`\n2. by Accept:\n   1. respond 200 as text with `"a"`'
  expect(said(stated('', twice))[0]).toMatch(/^N708 by Accept/)
  expect(said(stated('', '1. by Accept:\n   1. respond 200 with `1`\n2. let x be `1`'))).toContain('N708 let x be `1`')
  expect(said(stated('', '1. by Accept:\n   1. respond 200 with `1`\n   2. respond 200 as text with `"a"`'))).toEqual(
    [],
  )
})

it('reports a JSON type as the type of a body once, whatever the inputs are', () => {
  const table = rows('| data.title | text | yes |', '| data.body | text | no |')
  const text = stated(
    table,
    '1. respond 200 with `{"title": input.data.title}`',
    '- **Body:** application/vnd.api+json\n',
  )
  expect(said(text)).toEqual(['N011 application/vnd.api+json'])
})

it('names the parts of a group where a value is expected', () => {
  const text = stated(
    rows('| data.author.id | text | no |'),
    '1. require `has(input.data.author)` or fail NO_BOOK\n2. respond 204',
  )
  const { diagnostics } = compile(text)
  expect(diagnostics.filter(({ number }) => number === 'N054').map(({ hint }) => hint)).toEqual([
    'There is input.data.author.id.',
  ])
})

it('takes no part of an address as an identifier and as another text at once', () => {
  const found = (where: string) =>
    said(
      library(`### GET /api/people/:who — One

- **Who:** Librarian

1. find person in User where \`${where}\` or fail NO_BOOK
2. respond 200 with \`{"name": person.name}\`
`).replace('id as a counting number', 'id as a random identifier'),
    )
  const one = 'id == path.who || name == path.who'
  expect(found(one)).toEqual([`N765 ${one}`])
  expect(found('name == path.who || lower(email) == lower(path.who)')).toEqual([])
  expect(found('string(id) == path.who || name == path.who')).toEqual([])
  expect(found('id == path.who')).toEqual([])
})

it('leads from other notations to those of the language', () => {
  const hints = (table: string, step: string) =>
    compile(stated(table, `1. ${step}\n2. respond 204`))
      .diagnostics.filter(({ severity }) => severity === 'error')
      .map(({ number, hint }) => `${number} ${hint}`)
  const tags = rows('| tags | list of text | yes |', '| note | text | no |')
  expect(hints(tags, 'require `input.tags.contains("a")` or fail NO_BOOK')).toEqual([
    'N054 A list is asked the other way round: value in list.',
  ])
  expect(hints(tags, 'require `input.tags[0] == "a"` or fail NO_BOOK')).toEqual([
    'N060 Ask for an item at an end, first(xs) or last(xs), or for those with a property: xs.filter(x, …).',
  ])
  expect(hints(tags, 'require `(input.note ?? "") == "a"` or fail NO_BOOK')).toEqual([
    'N060 Write orElse(x, instead) for a value that may be empty.',
  ])
  expect(hints(tags, 'let told be `{"note": input.note} as application/hal+json`')[0]).toBe(
    'N060 The media type stands behind the backticks: `…` as application/json.',
  )
  // The loop over an input that could not be read is not reported again.
  const split = rows('| tags | list of text, separated by commas | yes |')
  const [only, ...others] = hints(split, 'for each tag in input.tags:\n   1. require `tag != ""` or fail NO_BOOK')
  expect([only?.slice(0, 26), others]).toEqual(['N011 Write "list of text":', []])
})

/** Numbers and marked words of all diagnostics about calls. */
function told(calls: string): string[] {
  const text = library(calls)
  return compile(text)
    .diagnostics.filter(({ number, severity }) => severity === 'error' || number === 'N770')
    .map(({ number, span }) => `${number} ${text.slice(span.start, span.end)}`)
}

it('types a part of an address by a field of every bound record', () => {
  const loanOf = (binding: string) => `### GET /api/books/:mark/loans/:since — Loan

- **Who:** Librarian

1. find start in Loan where \`id == 7\` or fail NO_BOOK
2. ${binding}
3. find loan in book.loans where \`since == path.since && this.book.shelfmark == path.mark\` or fail NO_BOOK
4. respond 200 with \`{"id": loan.id}\`
`
  expect(told(loanOf('let book be `start.book`'))).toEqual([])
  expect(told(loanOf('record Book as book with shelfmark = `"a"`, title = `"b"`'))).toEqual([])
  expect(told(loanOf('let book be `start.since`'))).toEqual(['N728 book'])
})

it('knows every parameter of the query in a condition, and that a size from 1 on is not zero', () => {
  const listed = (least: number, condition: string) => `### GET /api/books — Books

- **Who:** Librarian

| Query | Type | Keeps only |
| --- | --- | --- |
| from | text | \`${condition}\` |
| inclusive | yes/no, otherwise no | |
| to | text | |
| size | whole number ${least} to 50, otherwise 10 | |

1. list books from Book, narrowed by the query, sorted by title A to Z, take \`query.size\`, counting total
2. respond 200 with \`{"books": books.map(b, b.title), "pages": (total + query.size - 1) / query.size, "to": query.to}\`
`
  expect(told(listed(1, 'query.inclusive ? title >= query.from : title > query.from'))).toEqual([])
  expect(told(listed(1, 'title < query.to'))).toEqual(['N055 query.to'])
  expect(told(listed(0, 'title > query.from'))).toEqual(['N058 query.size'])
})

it('warns of orders that come in the sequence of the text', () => {
  const sorted = (...orders: readonly string[]) => `### GET /api/books — Books

- **Who:** Librarian

| Query | Type |
| --- | --- |
| sort | list of one of title, -title, mark, separated by commas, otherwise title |

1. list books from Book, sorted by ${orders.join(' then ')}, all of them
2. respond 200 with \`books.map(b, b.title)\`
`
  const [title, back] = ['title A to Z when `"title" in query.sort`', 'title Z to A when `"-title" in query.sort`']
  const mark = 'shelfmark A to Z when `"mark" in query.sort`'
  expect(told(sorted(title, back, mark))).toEqual(['N770 "-title" in query.sort'])
  expect(told(sorted(title, back))).toEqual([])
  expect(told(sorted('title A to Z when `first(query.sort) == "title"`', title, mark))).toEqual([])
})
