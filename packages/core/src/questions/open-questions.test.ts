import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { compile } from '../compile.ts'
import { QUESTIONS } from '../model/points.ts'
import { openQuestions } from './open-questions.ts'
import type { OpenQuestion } from './open-question.ts'

const file = (path: string): string => readFileSync(new URL(`../read/fixtures/${path}`, import.meta.url), 'utf8')
const HELP_DESK = file('../../../../../examples/helpdesk/app.md')
const ask = (text: string): OpenQuestion[] => openQuestions(compile(text))

const LIBRARY = `# Library

## 3. Entities and their fields

### Entity: Book

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| title | text up to 200 | required | | has a condition |
| condition | not shown | | | |
| isWorn | yes/no | computed \`condition == "condition"\` | | |

### Entity: Shelf

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| title | not shown | | | |

## 6. Roles and permissions

### Signing in

- **Users are:** not shown
- **Session:** cookie, ends \`sessionLength\` after last use
- **Sign up:** not shown

### Roles

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |
| Reader | | by signing up |

### Permissions

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Reader | see | Book | \`title != ""\` | title, condition |

## 9. Business constants and limits

| Constant | Value | Used for |
| --- | --- | --- |
| sessionLength | not shown (assumed: 30 days) | sessionLength |
`

const about = (text: string, words: string): OpenQuestion => {
  const found = ask(text).find(({ question }) => question.startsWith(words))
  if (found === undefined) throw new Error(`Nobody asks "${words}".`)
  return found
}
const waitingIn = (text: string, words: string): string[] =>
  about(text, words).waiting.map(({ span }) => {
    const line = text.slice(0, span.start).split('\n').length
    return `${line}: ${text.slice(span.start, span.end)}`
  })

it('asks the thirteen questions of the empty form, first the one for which most others wait', () => {
  const asked = ask(file('form.md'))
  expect(asked).toHaveLength(QUESTIONS.length)
  expect([asked[0]?.question, asked[0]?.waiting.length]).toEqual(['Entities and fields (point 3)', 7])
})

it('counts as waiting where a field is used, not where another of its name or a word for people stands', () => {
  expect(waitingIn(LIBRARY, 'condition: Type')).toEqual(['11: condition', '38: condition'])
  expect(waitingIn(LIBRARY, 'title: Type (Entity: Shelf)')).toEqual([])
})

it('ranks what is assumed last, with the assumption as the first answer', () => {
  const asked = ask(LIBRARY)
  expect(asked.at(-1)).toMatchObject({ question: 'sessionLength: Value', standing: 'assumed', answers: ['30 days'] })
  expect(waitingIn(LIBRARY, 'sessionLength: Value')).toEqual(['24: sessionLength'])
})

it('says what the answer may be where the language or the specification knows it', () => {
  expect(about(LIBRARY, 'Sign up').answers).toEqual(['open, gives Reader', 'by invitation', 'closed'])
  expect(about(LIBRARY, 'Users are').answers).toEqual(['Book', 'Shelf'])
  expect(about(LIBRARY, 'condition: Type').answers).toEqual(
    expect.arrayContaining(['text up to 80', 'yes/no', 'Shelf', 'list of Shelf']),
  )
  expect(about(LIBRARY, 'Purpose').answers).toEqual([])
})

it('asks who may see an entity that the permissions leave out, and names what shows it', () => {
  expect(about(LIBRARY, 'Who may see a Shelf?').answers).toEqual(['Guest may see Shelf', 'Reader may see Shelf'])
  const hidden = HELP_DESK.replace(/^\| \w+ \| see(?:, change)? \| Team \|.*\n/gm, '')
  expect(about(hidden, 'Who may see a Team?').waiting.length).toBeGreaterThan(0)
})

it('knows that nobody can sign in while it is not shown how', () => {
  expect(about(LIBRARY, 'Users are').waiting.map(({ why }) => why)).toEqual(['Nobody can sign in as "Reader".'])
})

it('marks as provisional what development offers, with every entity that it stands in for', () => {
  const screens = about(LIBRARY, 'Screens')
  expect([screens.standing, screens.waiting.map(({ why }) => why).slice(0, 2)]).toEqual([
    'provisional',
    ['No screen is stated for Book.', 'No screen is stated for Shelf.'],
  ])
})

it('asks only what is open in a specification that is complete', () => {
  expect(ask(HELP_DESK).map(({ question }) => question)).toEqual(['Business calendar'])
})

it('gives an answer for every text, with all places inside it', () => {
  const texts = [HELP_DESK, file('../../../../../examples/conduit/app.md'), LIBRARY]
  const cut = fc.record({
    text: fc.constantFrom(...texts),
    from: fc.nat(),
    length: fc.nat(400),
    inserted: fc.constantFrom('', 'not shown', '|', '\n## 4. States and transitions\n', '`'),
  })
  fc.assert(
    fc.property(cut, ({ text, from, length, inserted }) => {
      const start = from % text.length
      const changed = text.slice(0, start) + inserted + text.slice(start + length)
      for (const { span, waiting } of ask(changed)) {
        for (const each of [span, ...waiting.map((place) => place.span)]) {
          expect(0 <= each.start && each.start <= each.end && each.end <= changed.length).toBe(true)
        }
      }
    }),
    { numRuns: 25 },
  )
})

it('lists last what is open by choice, with each answer that is right', () => {
  const asked = ask(`${LIBRARY}
## 9. Business constants and limits

| Constant | Value | Used for |
| --- | --- | --- |
| pageSize | any of 20, 50 | lists |
`)
  expect(asked.at(-1)).toMatchObject({
    question: 'pageSize: Value',
    point: 'limits',
    standing: 'by choice',
    answers: ['20', '50'],
  })
})

it('counts what waits for a field that is computed from the one that is not shown', () => {
  const text = LIBRARY.replace(
    '| Reader | see | Book | `title != ""` | title, condition |',
    '| Reader | see | Book | `!isWorn` | title |',
  )
  const [first] = ask(text).filter(({ question }) => question.startsWith('condition'))
  expect(first?.waiting.map(({ why }) => why)).toEqual([
    '"condition" is used here.',
    '"isWorn" is used here, which needs "condition".',
  ])
})
