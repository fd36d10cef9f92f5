import { describe, expect, it } from 'vitest'
import { compile } from '../../compile.ts'
import { fixText } from '../../fix.ts'
import type { Call, CallsModel } from '../../model/calls.ts'
import { withoutMarks } from '../../read/testing.ts'
import { call, FIND, library } from './library-for-tests.ts'

interface Said {
  readonly calls: CallsModel | undefined
  readonly numbers: string[]
}

/** All diagnostics about point 7 except for "not supported yet"; each at its mark. */
function check(marked: string, today?: string): Said {
  const { text, marks } = withoutMarks(library(marked))
  const { diagnostics, model } = compile(text, today)
  const start = text.indexOf('## 7.')
  const said = diagnostics.filter(
    ({ number, span }) =>
      number !== 'N012' && number !== 'N702' && span.start > start && span.start < text.indexOf('## 8.'),
  )
  expect(
    said.map(({ span }) => text.slice(span.start, span.end)),
    said.map(({ number, message }) => `${number} ${message}`).join('\n'),
  ).toEqual(marks.map(({ start: from, end }) => text.slice(from, end)))
  return { calls: model?.calls, numbers: said.map(({ number }) => number) }
}

function stated({ calls, numbers }: Said): Call {
  const found = calls?.calls.find(({ path }) => path !== '/api/books/:shelfmark')
  if (found === undefined) throw new Error(`There is no call: ${numbers.join(', ')}`)
  return found
}

const actions = (said: Said) => stated(said).steps.map(({ action }) => action)

it('keeps steps for each record, after the answer, and files, with what they name resolved', () => {
  const steps = `${FIND}
2. for each loan in book.loans:
   1. let at be \`loan.since\`
   2. when \`at < today\`: discard loan
3. list readers from User where \`name != ""\`, sorted by name A to Z, all of them
4. for each reader in readers:
   1. add reader to book.readers
5. for each other in Book where \`holder == me\`:
   1. set other.title to \`"mine"\`
6. respond 200 file book.cover
7. later:
   1. set book.title to \`"later"\``
  const found = actions(check(call(steps)))
  expect(found).toMatchObject([
    { kind: 'find' },
    {
      kind: 'for each',
      as: 'loan',
      source: { kind: 'relation', of: 'book', entity: 'Loan' },
      steps: [{ action: { kind: 'let' } }, { action: { kind: 'delete', isProductsOwn: true, entity: 'Loan' } }],
    },
    { kind: 'list' },
    { kind: 'for each', source: { kind: 'listed', list: 'readers', entity: 'User' } },
    { kind: 'for each', source: { kind: 'entity', entity: 'Book' }, where: { kind: 'binary' } },
    { kind: 'respond file', status: 200, entity: 'Book', field: 'cover' },
    { kind: 'later', steps: [{ action: { kind: 'set' } }] },
  ])
})

it('keeps what is bound within nested steps to them', () =>
  expect(
    check(
      call(
        `${FIND}\n2. for each loan in book.loans:\n   1. let at be \`loan.since\`\n3. respond 200 with \`{"at": ⟪at⟫}\``,
      ),
    ).numbers,
  ).toEqual(['N051']))

it('refuses an answer for each record, and one that is no file', () => {
  expect(check(call(`${FIND}\n2. for each loan in book.loans:\n   1. ⟪respond 204⟫\n3. respond 204`)).numbers).toEqual([
    'N708',
  ])
  expect(check(call(`${FIND}\n2. respond 200 file book.⟪title⟫`)).numbers).toEqual(['N011'])
})

it('tells of a step that cannot be read once, whatever it would have bound or answered', () => {
  expect(check(call('1. ⟪find book with nothing⟫\n2. respond 200 with `BookView(book)`')).numbers).toEqual(['N705'])
  expect(check(call(`${FIND}\n2. ⟪respond 200 using \`BookView(book)\`⟫`)).numbers).toEqual(['N705'])
})

it('has a call that is open in one place, which answers that there', () => {
  const open = check(call(`${FIND}\n2. ⟪not shown⟫`))
  expect([open.numbers, actions(open)]).toMatchObject([['N007'], [{ kind: 'find' }, { kind: 'not shown' }]])
  const parts = [
    '⟪not shown⟫ in Book',
    'find loan in Loan where ⟪not shown⟫ or fail NO_BOOK',
    'find loan in Loan where `id == 1` or fail ⟪not shown⟫',
    'create Loan as loan with book = ⟪not shown⟫',
    'when ⟪not shown⟫: create Loan as loan with book = `book`',
    'send ⟪not shown⟫',
  ]
  for (const part of parts)
    expect(
      check(call(`${FIND}\n2. ${part}\n3. respond ${part.includes('loan') ? '200 with `{"at": loan.since}`' : '204'}`))
        .numbers,
      part,
    ).toEqual(['N007'])
  const who = check(call(`${FIND}\n2. respond 204`, undefined, '- **Who:** ⟪not shown⟫'))
  expect([who.numbers, stated(who)]).toMatchObject([['N007'], { isWhoNotShown: true, who: [] }])
  const input = check(
    call(
      `| Input | Like | Needed |\n| --- | --- | --- |\n| title | ⟪not shown⟫ | yes |\n\n${FIND}\n2. change book with given title\n3. respond 204`,
    ),
  )
  expect([input.numbers, stated(input).inputs]).toEqual([['N007'], []])
})

it('knows from "sign in" on who is there, and from "sign out" on that nobody is', () => {
  const register = (end: string) =>
    `### POST /api/users — Register\n\n- **Who:** Librarian\n\n| Input | Like | Needed |\n| --- | --- | --- |\n| name | User.name | yes |\n| email | User.email | yes |\n| password | User.password | yes |\n\n1. create User as user with given name, email, password\n${end}`
  check(register('2. sign in user\n3. respond 200 with `{"name": me.name, "token": session.token}`'))
  expect(check(register('2. sign out\n3. respond 200 with `{"name": ⟪me⟫.name}`')).numbers).toEqual(['N051'])
  expect(
    check(register('2. when `input.name == "x"`: sign out\n3. respond 200 with `{"yes": me == user}`')).numbers,
  ).toEqual([])
})

it('knows of what is done later only what is kept for it', () => {
  const later = (before: string, step: string, inputs = '') =>
    check(call(`${inputs}${FIND}\n2. ${before}\n3. later:\n   1. ${step}\n4. respond 204`)).numbers
  // The record may have changed by then, but a sent value stays the same.
  expect(later('require `book.title == "x"` or fail NO_BOOK', 'when `book.title != "x"`: discard book')).toEqual([])
  const holder = later('require `book.holder != null` or fail NO_BOOK', 'when `⟪book.holder.name⟫ < "x"`: discard book')
  expect(holder).toEqual(['N055'])
  const note = '| Input | Like | Needed |\n| --- | --- | --- |\n| note | text up to 20 | no |\n\n'
  const sent = 'require `input.note != null` or fail NO_BOOK'
  expect(later(sent, 'when `input.note < "x"`: discard book', note)).toEqual([])
  // No session exists there.
  expect(later('let user be `me`', '⟪sign in user⟫')).toEqual(['N708'])
  expect(later('let user be `me`', '⟪sign out⟫')).toEqual(['N708'])
})

it('reads types of inputs and of queries, several values and files among them', () => {
  const said = check(
    call(
      `| Input | Like | Needed |
| --- | --- | --- |
| words | list of text up to 20 | no |
| scan | file up to 2 MB | no |
| a.secret | secret text | yes |
| due | date | yes |
| kind | one of new, used | yes |
| title | Book.title | yes |

| Query | Type | Keeps only |
| --- | --- | --- |
| limit | whole number 1 to 100, otherwise 20 | |
| loud | yes/no, otherwise no | |
| status | Book.status | |
| tags | list of text | |
| from | date | |

${FIND}
2. require \`size(input.words) < 9\` or fail NO_BOOK
3. require \`input.scan == null && input.a.secret != "" && input.due > today && input.kind == "new"\` or fail NO_BOOK
4. require \`query.limit > 1 && query.loud && query.status == "lent" && size(query.tags) > 0 && query.from != null\` or fail NO_BOOK
5. change book with given title
6. respond 204`,
    ),
  )
  const { inputs, queries } = stated(said)
  expect(inputs.map(({ like }) => like)).toMatchObject([
    { kind: 'type', type: { kind: 'text', lengthMax: 20 }, isList: true, isSecret: false },
    { kind: 'type', type: { kind: 'file', bytesMax: 2 * 1024 * 1024 } },
    { kind: 'type', isSecret: true },
    { kind: 'type', type: { kind: 'date' } },
    { kind: 'one of', options: ['new', 'used'] },
    { kind: 'field', entity: 'Book' },
  ])
  expect(queries).toMatchObject([
    { type: { kind: 'whole number', min: 1, max: 100 }, otherwise: 20, isList: false },
    { type: { kind: 'yes/no' }, otherwise: false },
    { type: { kind: 'choice', values: ['shelved', 'lent'] } },
    { type: { kind: 'text' }, isList: true },
    { type: { kind: 'date' } },
  ])
})

it('checks what the labels of a call promise', () => {
  const labelled = (labels: string, steps = `${FIND}\n2. respond 204`) =>
    check(call(steps, undefined, `- **Who:** Librarian\n${labels}`))
  expect(stated(labelled('- **Needs:** the version')).needsVersion).not.toBeNull()
  expect(
    labelled('- **Needs:** ⟪the version⟫', '1. require `path.shelfmark != ""` or fail NO_BOOK\n2. respond 204').numbers,
  ).toEqual(['N739'])
  expect(stated(labelled('- **Repeatable:** by `me.name`')).repeatable).toMatchObject({
    kind: 'by value',
  })
  const eventId = '\n\n| Input | Like | Needed |\n| --- | --- | --- |\n| eventId | text | yes |\n'
  expect(labelled(`- **Repeatable:** by \`input.eventId\`${eventId}`).numbers).toEqual([])
  expect(labelled('- **Runs as:** ⟪the product⟫').numbers).toEqual(['N738'])
  expect(labelled('- **Runs as:** the product, whoever calls').numbers).toEqual([])
  expect(
    check(call(`${FIND}\n2. respond 204`, undefined, '- **Who:** ⟪Guest⟫, Librarian\n- **Runs as:** the product'))
      .numbers,
  ).toEqual(['N720'])
  const meant = '- **Who:** Guest, Librarian\n- **Runs as:** the product, whoever calls'
  expect(check(call(`${FIND}\n2. respond 204`, undefined, meant)).numbers).toEqual([])
  const creating = `${FIND}\n2. create Loan with book = \`book\`\n3. respond 204`
  expect(labelled('- **Repeatable:** ⟪naturally⟫', creating).numbers).toEqual(['N740'])
  expect(labelled('- **Repeatable:** with an Idempotency-Key', creating).numbers).toEqual([])
  // A record that is made where there is none is not made again.
  const make = 'create Loan with book = `book`'
  for (const once of [
    `2. when \`book.loans.size() == 0\`: ${make}\n3. respond 204`,
    `2. when \`book.loans.size() > 0\`: respond 204\n3. ${make}\n4. respond 204`,
  ])
    expect(labelled('- **Repeatable:** naturally', `${FIND}\n${once}`).numbers).toEqual([])
  const each = `${FIND}\n2. for each reader in book.readers:\n   1. ${make}\n3. respond 204`
  expect(labelled('- **Repeatable:** ⟪naturally⟫', each).numbers).toEqual(['N740'])
})

it('does not ask for permissions of who calls what runs as the product', () => {
  const reader = (labels: string, book: string) =>
    call(`${FIND}\n2. delete ${book}\n3. respond 204`, undefined, `- **Who:** Reader${labels}`)
  expect(check(reader('', '⟪book⟫')).numbers).toEqual(['N711'])
  expect(check(reader('\n- **Runs as:** ⟪the product⟫', 'book')).numbers).toEqual(['N738'])
})

it('warns of pages without an order, of a GET that writes, and notes answers that differ', () => {
  expect(
    check(
      call(
        '1. list ⟪books⟫ from Book, take `10` after `0`, counting n\n2. respond 200 with `{"n": n, "books": books.map(b, BookView(b))}`',
        'GET /api/it',
      ),
    ).numbers,
  ).toEqual(['N719'])
  expect(
    check(
      call(
        `${FIND}\n2. for each loan in book.loans:\n   1. ⟪discard loan⟫\n3. respond 204`,
        'GET /api/books/:shelfmark/it',
      ),
    ).numbers,
  ).toEqual(['N715'])
  const differing = [
    'when `book.holder == me`: respond 200 with `{"book": BookView(book)}`',
    'respond 200 with `⟪{"title": book.title}⟫`',
  ]
  expect(check(call(`${FIND}\n2. ${differing.join('\n3. ')}`)).numbers).toEqual(['N721'])
})

it('takes a former address only where nothing else is, a transition included', () => {
  const standard = `### Standard calls

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Book | \`/api/books\` | transitions | shelfmark | everything visible |

`
  const moved = (was: string): string => `${standard}### POST /api/books/:shelfmark/it — It

- **Who:** Librarian
- **was:** \`${was}\`

${FIND}
2. do lend on book
3. respond 204`
  expect(check(moved('⟪POST /api/books/:shelfmark/lend⟫')).numbers).toEqual(['N330'])
  const address = 'POST /api/books/:shelfmark/borrow'
  expect(stated(check(moved(address))).was).toEqual({ path: '/api/books/:shelfmark/borrow', until: null })
})

describe('the day until which something former is answered', () => {
  const path = (words: string) => `### Standard calls

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Book | \`/api/volumes\`, was ${words} | get | shelfmark | everything visible |`
  const key = (words: string) => `### Shape: VolumeView of Book

| Key | Value |
| --- | --- |
| name, was ${words} | \`title\` |

### Standard calls

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Book | \`/api/volumes\` | get | shelfmark | VolumeView |`
  const label = (words: string) =>
    call(`- **was:** ${words}\n\n${FIND}\n2. respond 204`, 'POST /api/books/:shelfmark/it', '- **Who:** Guest')

  it.each([
    ['a path', path, '`/api/tomes`', '`/api/tomes/x`'],
    ['a key', key, 'title', 'titles'],
    ['an address', label, '`POST /api/books/:shelfmark/that`', '`POST /api/books/:shelfmark/other`'],
  ])('is one that there is, and is told once it has passed: %s', (_, text, former) => {
    expect(check(text(former)).numbers).toEqual([])
    expect(check(text(`${former} until 2026-06-30`), '2026-06-30').numbers).toEqual([])
    expect(check(text(`${former} until ⟪2026-06-30⟫`), '2026-07-01').numbers).toEqual(['N742'])
    expect(check(text(`${former} until ⟪2026-06-31⟫`)).numbers).toEqual(['N011'])
    expect(check(text(`${former} until ⟪next summer⟫`)).numbers).toEqual(['N011'])
    expect(check(text(`${former} ⟪till 2026-06-30⟫`)).numbers).toEqual(['N011'])
    const over = library(text(`${former} until 2026-06-30`))
    const mended = compile(fixText({ file: 'app.md', text: over }, '2026-07-01').text, '2026-07-01')
    expect(mended.model).not.toBe(null)
    expect(mended.diagnostics.map(({ number }) => number)).not.toContain('N742')
    expect(fixText({ file: 'app.md', text: over }, '2026-07-01').text).not.toContain('2026-06-30')
  })

  it('is told once of a key that another shape takes over', () => {
    const both = `${key('title until ⟪2026-06-30⟫')}

### Shape: Volume of Book

| Key | Value |
| --- | --- |
| everything in VolumeView | |

${call(`${FIND}\n2. respond 200 with \`Volume(book)\``)}`
    const { calls, numbers } = check(both, '2026-07-01')
    expect(numbers).toEqual(['N742'])
    expect(calls?.shapes.find(({ name }) => name === 'Volume')?.keys).toMatchObject([
      { key: 'name' },
      { key: 'title', formerOf: 'name', until: '2026-06-30' },
    ])
  })
})

it('counts an input as used where the message of an error that the call answers names it', () => {
  const inputs = `| Input | Like | Needed |
| --- | --- | --- |
| wanted | text | yes |
| other | text | yes |

`
  const steps = `${FIND}
2. require \`book.title != ""\` or fail NO_TITLE`
  const codes = '| NO_TITLE | 409 | book | You wanted {input.wanted}. |\n| UNUSED | 409 | book | {input.other} |\n'
  const { diagnostics } = compile(library(call(`${inputs}${steps}`), codes))
  expect(diagnostics.filter(({ number }) => number === 'N707').map(({ message }) => message)).toEqual([
    expect.stringContaining('"other"'),
  ])
})

it('counts an input that takes one word as used, because another word is refused', () => {
  const inputs = `| Input | Like | Needed |
| --- | --- | --- |
| kind | one of Book | yes |
| apiVersion | one of v1, v2 | yes |

`
  const { diagnostics } = compile(library(call(`${inputs}${FIND}\n2. respond 204`)))
  expect(diagnostics.filter(({ number }) => number === 'N707').map(({ message }) => message)).toEqual([
    expect.stringContaining('"apiVersion"'),
  ])
})

it('lets a message name values of the sent object that is refused', () => {
  const inputs = `| Input | Like | Needed |
| --- | --- | --- |
| lines[].title | text up to 20 | yes |
| lines[].tags | list of text | no |

`
  const steps = `1. for each line in input.lines:
   1. require \`line.tags.size() > 0 && line.title != ""\` or fail NO_TITLE
2. respond 204`
  const said = (message: string) =>
    compile(library(call(`${inputs}${steps}`), `| NO_TITLE | 409 | book | ${message} |\n`))
      .diagnostics.filter(({ number }) => number === 'N804')
      .map(({ message: words }) => words)
  expect(said('{line.title} has no tags.')).toEqual([])
  expect(said('{line.tags} are no tags.')).toHaveLength(1)
  expect(said('{line.name} is unknown.')).toHaveLength(1)
  expect(said('{line} is unknown.')).toHaveLength(1)
})

it('takes any JSON as the whole body, with inputs of its own for some keys', () => {
  const said = (rows: string, labels = '') =>
    compile(
      library(
        call(`${labels}| Input | Like | Needed |
| --- | --- | --- |
${rows}

1. respond 200 with \`{"all": input.body, "kind": input.kind}\``),
      ),
    )
      .diagnostics.filter(({ number }) => number === 'N011')
      .map(({ message }) => message)
  const kind = '| kind | text | no |'
  expect(said(`| {} | json | yes |\n${kind}`)).toEqual([])
  expect(said(`| {} | map of text | yes |\n${kind}`)).toEqual(['The body is a map, so "kind" cannot stand beside it.'])
  expect(said(`| {} | text | yes |\n${kind}`)).toEqual(['The whole body is a value of JSON, or a map.'])
  expect(said(`| {} | list of text | yes |`)).toEqual(['The whole body is a value of JSON, or a map.'])
})
