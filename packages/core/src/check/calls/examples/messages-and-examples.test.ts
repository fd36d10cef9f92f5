import { expect, it } from 'vitest'
import { compile } from '../../../compile.ts'
import type { CallsModel } from '../../../model/calls.ts'
import { withoutMarks } from '../../../read/testing.ts'
import { call, FIND, library } from '../library-for-tests.ts'

interface Said {
  readonly calls: CallsModel | undefined
  readonly numbers: string[]
}

/** All diagnostics about point 7 except for "not supported yet"; each at its mark. */
function check(marked: string): Said {
  const { text, marks } = withoutMarks(library(marked))
  const { diagnostics, model } = compile(text)
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

const actions = ({ calls }: Said) =>
  calls?.calls.find(({ path }) => path.endsWith('/it'))?.steps.map(({ action }) => action) ?? []

const sending = (row: string, steps = `${FIND}\n2. send Overdue\n3. respond 204`) =>
  `${call(steps)}\n\n### Messages\n\n| Message | By | To | Subject | Body |\n| --- | --- | --- | --- | --- |\n| Overdue | ${row} |`

it('types a message where it is sent, with what is at hand there', () => {
  const said = check(sending('email | `⟪book.holder⟫` | About {book.title} | Dear {book.holder.name}, {today}.'))
  expect(actions(said)[1]).toMatchObject({
    kind: 'send',
    sending: {
      message: 'Overdue',
      to: { type: { kind: 'record', entity: 'User' } },
      subject: { parts: [{ kind: 'text', text: 'About ' }, { kind: 'placeholder' }] },
    },
  })
  check(sending('email | `book.readers` | Hello | Hello'))
  check(sending('in-app | `me` | Hello | Hello'))
  expect(check(sending('⟪webhook⟫ | `"https://example.test/hook"` | | {book.title}')).numbers).toEqual(['N741'])
  const unknown = 'webhook, signed with ⟪HOOK⟫ | `"https://example.test/hook"` | | {book.title}'
  expect(check(sending(unknown)).numbers).toEqual(['N741'])
  check(sending('webhook, signed with ⟪not shown⟫ | `"https://example.test/hook"` | | {book.title}'))
  expect(check(sending('in-app, signed with ⟪HOOK⟫ | `me` | | {book.title}')).numbers).toEqual(['N741'])
  expect(check(sending('email | `book.⟪holdr⟫` | Hello | Hello')).numbers).toEqual(['N051'])
  expect(check(sending('email | `⟪book⟫` | Hello | Hello')).numbers).toEqual(['N729'])
  expect(check(sending('in-app | `⟪book.title⟫` | Hello | Hello')).numbers).toEqual(['N729'])
  expect(check(sending('email | `me.email` | Hello | Dear {⟪book.holder⟫}.')).numbers).toEqual(['N054'])
  expect(check(sending('email | `me.email` | Hello | Dear {⟪reader⟫}.')).numbers).toEqual(['N051'])
})

it('sends no e-mail to users who have no address', () => {
  const text = library(sending('email | `me` | Hello | Hello'))
    .replace('| email | email | required, unique | | |', '| email | text up to 80 | required, unique | | |')
    .replace('Sign in with:** email and', 'Sign in with:** name and')
  const found = compile(text).diagnostics.filter(({ number }) => number === 'N729')
  expect(found.map(({ span }) => text.slice(span.start, span.end))).toEqual(['me'])
})

it('tells of what a message names once, however often it is sent', () =>
  expect(
    check(
      sending(
        'email | `me.email` | Hello | Dear {⟪reader⟫}.',
        `${FIND}\n2. send Overdue\n3. send Overdue\n4. respond 204`,
      ),
    ).numbers,
  ).toEqual(['N051']))

it('lets a message be sent although parts of it are open', () =>
  expect(check(sending('⟪not shown⟫ | ⟪not shown⟫ | Hello | Hello')).numbers).toEqual(['N007', 'N007']))

const schedule = (steps: string, runs = 'every day at 02:00') =>
  `### Schedule: nightly\n\n- **Runs:** ${runs}\n\n${steps}`

it('checks the steps of a schedule, which nobody calls', () => {
  const said = check(schedule('1. for each loan in Loan where `since < today`:\n   1. discard loan'))
  expect(said.calls?.schedules).toMatchObject([
    { name: 'nightly', runs: { kind: 'weekly', time: 120 }, steps: [{ action: { kind: 'for each' } }] },
  ])
  expect(check(schedule('1. for each loan in Loan:\n   1. ⟪delete loan⟫')).numbers).toEqual(['N730'])
  expect(check(schedule('1. for each book in Book:\n   1. do take back on book\n2. ⟪respond 204⟫')).numbers).toEqual([
    'N730',
  ])
  expect(check(schedule('1. for each loan in Loan where `book.holder == ⟪me⟫`:\n   1. discard loan')).numbers).toEqual([
    'N051',
  ])
  expect(check('### Schedule: ⟪nightly⟫\n\n- **Runs:** every day at 02:00').numbers).toEqual(['N731'])
  expect(check(schedule('1. record Loan with book = `⟪null⟫`')).numbers).toEqual(['N055'])
})

const LEND = `### POST /api/books — Buy

- **Who:** Librarian

| Input | Like | Needed |
| --- | --- | --- |
| book.shelfmark | Book.shelfmark | yes |
| book.title | Book.title | no |

1. create Book as book with given book.shelfmark, title = \`"New"\`
2. require \`input.book.title == null\` or fail NO_BOOK
3. respond 201 with \`{"book": BookView(book)}\`
`

const example = (...steps: string[]) =>
  `${LEND}\n### Example: Buying\n\n${steps.map((step, index) => `${index + 1}. ${step}`).join('\n')}`

it('keeps an example with its people, calls and what it passes on', () => {
  const said = check(
    example(
      'as Ada Librarian: call `POST /api/books` with `{"book": {"shelfmark": "A1"}}` answers 201, keep book.shelfmark as mark',
      'as rob@example.test: call `GET /api/books/{mark}` answers 200, keep title',
      'as somebody: call `GET /api/books/nothing` answers 404 NO_BOOK',
    ),
  )
  expect(said.calls?.examples).toMatchObject([
    {
      name: 'Buying',
      steps: [
        { who: 'Ada Librarian', call: '/api/books', status: 201, keeps: [{ path: ['book', 'shelfmark'], as: 'mark' }] },
        {
          who: 'Rob Reader',
          method: 'GET',
          call: '/api/books/:shelfmark',
          parameters: { shelfmark: { kind: 'kept', name: 'mark' } },
        },
        { who: null, parameters: { shelfmark: { kind: 'text', text: 'nothing' } }, code: 'NO_BOOK' },
      ],
    },
  ])
})

it('finds what an example says wrong', () => {
  const one = (step: string) => check(example(step)).numbers
  expect(one('as ⟪Ada Libarian⟫: call `GET /api/books/A1` answers 200')).toEqual(['N732'])
  expect(one('as Rob Reader: call `⟪GET /api/boks/A1⟫` answers 200')).toEqual(['N733'])
  expect(one('as Rob Reader: call `GET /api/books/{⟪mark⟫}` answers 200')).toEqual(['N051'])
  expect(one('as Rob Reader: call `GET /api/books/A1` answers ⟪201⟫')).toEqual(['N734'])
  expect(one('as Rob Reader: call `GET /api/books/A1` answers ⟪418⟫')).toEqual(['N734'])
  expect(one('as Rob Reader: call `GET /api/books/A1` answers 404 ⟪NO_BOK⟫')).toEqual(['N802'])
  expect(one('as Rob Reader: call `GET /api/books/A1` answers 200, keep ⟪titel⟫')).toEqual(['N736'])
  expect(one('as Ada Librarian: call `POST /api/books` with `⟪{"book": {"title": "B"}}⟫` answers 201')).toEqual([
    'N735',
  ])
  expect(one('as Ada Librarian: call `POST /api/books` with `{"book": {"shelfmark": ⟪1⟫}}` answers 201')).toEqual([
    'N054',
  ])
  expect(
    one('as Ada Librarian: call `POST /api/books` with `{"book": {"shelfmark": "A"}, "⟪mark⟫": "B"}` answers 201'),
  ).toEqual(['N725'])
  expect(one('as ⟪Rob Reader⟫: call `POST /api/books` with `{"book": {"shelfmark": "A"}}` answers 201')).toEqual([
    'N737',
  ])
  expect(one('as Rob Reader: call `POST /api/books` with `{"book": {"shelfmark": "A"}}` answers 403')).toEqual([])
})
