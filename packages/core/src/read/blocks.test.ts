import { expect, it } from 'vitest'
import { applyFixes } from '../diagnostic/apply-fixes.ts'
import type { Point } from '../model/points.ts'
import { readFragment } from './testing.ts'

/** Reading diagnostics of a fragment, at exactly the marked places. */
function expectSaid(point: Point, fragment: string, ...numbers: string[]): void {
  const { said, marks } = readFragment(point, fragment)
  expect(said.map(({ number, span }) => ({ number, span }))).toEqual(
    marks.map((span, index) => ({ number: numbers[index], span })),
  )
}

const users = (...rows: string[]): string => ['| User | Role | Comes to |', '| --- | --- | --- |', ...rows].join('\n')

it('reads a table with a nearly known header as the one that was meant', () => {
  expectSaid('purpose', '| User | ⟪Rolle⟫ | Comes to |\n| --- | --- | --- |\n| A | B | C |', 'N002')
  expect(
    readFragment('purpose', '| User | Rolle | Comes to |\n| --- | --- | --- |\n| A | B | C |').draft.purpose.users[0]
      ?.role?.text,
  ).toBe('B')
  expectSaid('purpose', '| ⟪user | role | comes to⟫ |\n| --- | --- | --- |', 'N002')
})

it('reads a table without one of its columns by the names of the others', () => {
  expectSaid('purpose', '| ⟪User | Comes to⟫ |\n| --- | --- |\n| A | C |', 'N002')
  const [user] = readFragment('purpose', '| User | Comes to |\n| --- | --- |\n| A | C |').draft.purpose.users
  expect([user?.user.text, user?.role?.text, user?.comesTo.text]).toEqual(['A', '', 'C'])
})

it('reports a table that is none of the known ones', () =>
  expectSaid('purpose', '| ⟪Planet | Moons⟫ |\n| --- | --- |\n| Mars | 2 |', 'N002'))

it('reports a row with too few or too many cells', () => {
  expectSaid('purpose', users('⟪| A | B |⟫'), 'N003')
  expectSaid('purpose', users('| A | B | C | ⟪D |⟫'), 'N003')
  expectSaid('purpose', `${users('| A | B | C |', '⟪Free words.⟫')}`, 'N003')
})

it('reports a bare pipe inside backticks and offers to escape it', () => {
  const rule = (condition: string): string =>
    `| Rule | Entity | When | If | Must hold | Otherwise |\n| --- | --- | --- | --- | --- | --- |\n| R | E | always | | ${condition} | CODE |`
  expectSaid('validation', rule('`a⟪ || ⟫b`'), 'N004')
  const { said, text } = readFragment('validation', rule('`a || b`'))
  expect(
    applyFixes(
      text,
      said.flatMap((found) => found.fixes.slice(0, 1)),
    ),
  ).toContain('`a \\|\\| b`')
  const { draft } = readFragment('validation', rule('`a \\|\\| b`'))
  expect(draft.validation.rules[0]?.mustHold.text).toBe('a || b')
})

it('reads a row with bare pipes as it is meant', () => {
  const { said, draft } = readFragment(
    'validation',
    '| Rule | Entity | When | If | Must hold | Otherwise |\n| --- | --- | --- | --- | --- | --- |\n' +
      '| R | E | always | `c || d` | `a ||b\\|\\|x` | CODE |',
  )
  expect(said.map(({ number }) => number)).toEqual(['N004', 'N004'])
  const [rule] = draft.validation.rules
  expect([rule?.name.text, rule?.condition?.text, rule?.mustHold.text, rule?.otherwise.text]).toEqual([
    'R',
    'c || d',
    'a ||b||x',
    'CODE',
  ])
})

it('reports lines that look like a table but lack its second line', () =>
  expectSaid('purpose', '⟪| User | Role | Comes to |⟫\n| A | B | C |', 'N018'))

it('reports an unknown label with the nearest known one', () => {
  expectSaid('purpose', '**⟪Purpos⟫:** a\n\n**⟪Colour⟫:** red', 'N002', 'N002')
  const { said, text } = readFragment('purpose', '**Purpos:** a')
  expect(
    applyFixes(
      text,
      said.flatMap((found) => found.fixes),
    ),
  ).toContain('**Purpose:** a')
})

it('knows other words for labels, and where the language says what it has no label for', () => {
  const screen = (line: string): string => `### Screen: Queue\n\n- ${line}\n- **Shows:** list of Ticket\n`
  const hintOf = (line: string): string | null | undefined =>
    readFragment('screens', screen(line)).said.find(({ number }) => number === 'N002')?.hint
  expect(hintOf('**For:** Agent')).toBe('Did you mean "Who"?')
  expect(readFragment('screens', screen('**For:** Agent')).said.map(({ number }) => number)).not.toContain('N007')
  expect(hintOf('**Actions:** change Ticket')).toBe('Did you mean "Can"?')
  expect(hintOf('**Sorted by:** day')).toBe('The order stands behind the list, in the line "Shows".')
  expect(hintOf('**Path:** `/`')).toBe('Routes stand in a table of their own: "Route | Screen | Parameter".')
  const { said } = readFragment('roles', '- **Sign in with:** email and password')
  expect(said.find(({ number }) => number === 'N002')?.hint).toBe('It is written below "### Signing in".')
  // Other points have no such label, so the word has no meaning there.
  expect(readFragment('purpose', '**Sorted by:** day').said[0]?.hint).not.toContain('Shows')
})

it('reports a plain label that is nearly a known one, and leaves other colons to prose', () => {
  expectSaid('purpose', '⟪Purpos⟫: ⟪not shown.⟫', 'N002', 'N007')
  expectSaid('limits', 'Remember: the office is closed on Sundays.')
})

it("takes a question of the author's own when its answer is an openness", () =>
  expectSaid(
    'limits',
    '**Order of tags:** ⟪not shown (assumed: name A to Z)⟫\n\n**Backups:** none\n\n**Billing:** out of scope\n\n**Colour:** ⟪any of red, blue⟫',
    'N007',
    'N020',
  ))

it('reads a label in the middle of a paragraph', () =>
  expectSaid('limits', 'Business hours are not counted: **Business calendar:** ⟪not shown⟫', 'N007'))

it('takes bold words above a table that only announce it', () =>
  expectSaid('purpose', `**People:**\n\n${users('| A | B | C |')}`))

it('takes no label that is nearly right for an announcement of the table below it', () => {
  expectSaid('purpose', `**⟪Intended usesr⟫:**\n\n${users('| A | B | C |')}`, 'N002')
  expectSaid('screens', '**⟪Routse⟫:**\n\n| Route | Screen | Parameter |\n| --- | --- | --- |', 'N002')
})

it('names words of prose that sound like a rule, one for each sentence', () => {
  expectSaid('purpose', '⟪A customer must pay and must smile.⟫ ⟪Never refund.⟫ Thanks.', 'N006', 'N006')
  expectSaid('purpose', '- ⟪Books cannot be lent twice.⟫', 'N006')
  expectSaid('purpose', '**Purpose:** People must read.')
  expectSaid('purpose', users('| A | must | always |'))
})

it('reports curly quotes and unbreakable spaces in expressions, but not in texts within them', () => {
  const label = (expression: string): string => `### Entity: A\n\n- **Label:** \`${expression}\``
  expectSaid('entities', label('name == ⟪“⟫x”'), 'N005')
  expectSaid('entities', label('name ==⟪\u00A0⟫"x"'), 'N005')
  expectSaid('entities', label('name == "We’re “open”"'))
  const { said, text } = readFragment('entities', label('name\u00A0== “x”'))
  expect(
    applyFixes(
      text,
      said.flatMap((found) => found.fixes),
    ),
  ).toContain('`name == "x"`')
})

it('offers backticks for an expression without them, and reads it', () => {
  const roles =
    '| Role for a record | Entity | Must have | When |\n| --- | --- | --- | --- |\n| Owner | Ticket | Agent | ⟪owner == me⟫ |'
  expectSaid('roles', roles, 'N010')
  expect(readFragment('roles', roles).draft.roles.contextualRoles[0]?.when.text).toBe('owner == me')
})

it('reads four kinds of openness', () => {
  const openness = (words: string) => readFragment('states', `**States:** ${words}`).draft.answers[0]?.openness
  expect(openness('not shown')).toEqual({ kind: 'not shown', assumed: null })
  expect(openness('not shown (assumed: two)')).toMatchObject({ kind: 'not shown', assumed: { text: 'two' } })
  expect(openness('none')).toEqual({ kind: 'none' })
  expect(openness('none beyond the fields')).toEqual({ kind: 'none' })
  expect(openness('out of scope')).toEqual({ kind: 'out of scope' })
  expect(openness('any of a, b')).toMatchObject({ kind: 'any of', options: [{ text: 'a' }, { text: 'b' }] })
})

it('refuses deeply nested Markdown before it runs out of stack', () => {
  for (const text of [
    '>'.repeat(2000),
    '1. '.repeat(500),
    '- '.repeat(500),
    '*a **b '.repeat(800) + ' b** a*'.repeat(800),
  ]) {
    expect(readFragment('purpose', text).said.map(({ number }) => number)).toEqual(['N023'])
  }
})

it('reports a line that is written a second time in the same place', () => {
  expectSaid('purpose', '**Purpose:** a\n\n**⟪Purpose⟫:** b', 'N008')
  expectSaid('roles', '### Signing in\n\n- **Users are:** A\n\n### ⟪Signing in⟫\n\n- **Users are:** B', 'N008')
  expectSaid('screens', '### Screen: A\n\n- **Shows:** list of B\n- **Can:** open C\n- **Can:** open D')
})

it('begins a message with a capital letter, whichever thing is missing', () => {
  const { said } = readFragment('screens', '### Screen: A\n\n- **Shows:**\n- **Form:** x')
  expect(said.map((found) => found.message)).toEqual([
    'What a screen shows is missing here.',
    '"x" cannot be read as a form.',
  ])
})
