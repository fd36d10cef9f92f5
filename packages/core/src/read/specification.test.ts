import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { hasErrors } from '../diagnostic/diagnostic.ts'
import { QUESTIONS } from '../model/points.ts'
import { readSpecification } from './specification.ts'
import { withoutMarks } from './testing.ts'

const file = (path: string): string => readFileSync(new URL(`./fixtures/${path}`, import.meta.url), 'utf8')
const helpdesk = file('../../../../../examples/helpdesk/app.md')
const conduit = file('../../../../../examples/conduit/app.md')
const form = file('form.md')

/** All diagnostics about a whole text, at exactly the marked places. */
function expectSaid(marked: string, ...numbers: string[]): void {
  const { text, marks } = withoutMarks(marked)
  const said = readSpecification(text).diagnostics.filter((found) => !['N014', 'N015', 'N007'].includes(found.number))
  expect(said.map(({ number, span }) => ({ number, span }))).toEqual(
    marks.map((span, index) => ({ number: numbers[index], span })),
  )
}

it('reads the help desk without errors', () => {
  const { draft, diagnostics } = readSpecification(helpdesk)
  expect(hasErrors(diagnostics)).toBe(false)
  expect(diagnostics.map(({ number, span }) => [number, helpdesk.slice(span.start, span.end)])).toEqual([
    ['N007', 'not shown'],
  ])
  expect(draft.name?.text).toBe('Helpdesk')
  expect(draft.languageVersion?.text).toBe('1')
  expect(draft.answers).toEqual([])
  expect(draft.screens.routes).toHaveLength(4)
  expect(draft.screens.screens.map((screen) => screen.blocks.length)).toEqual([1, 2, 1, 2])
  expect(draft.entities.entities.map((entity) => entity.fields.length)).toEqual([4, 2, 3, 15, 5])
  expect(draft.entities.sampleData[0]?.rows).toHaveLength(3)
  expect(draft.states.machines[0]?.transitions).toHaveLength(8)
  expect(draft.states.machines[0]?.clocks).toHaveLength(3)
  expect(draft.validation.rules).toHaveLength(5)
  expect(draft.roles.permissions).toHaveLength(27)
  expect(draft.calls.standard).toHaveLength(3)
  expect(draft.calls.shapes).toHaveLength(2)
  expect(draft.calls.calls.map((call) => call.steps.length)).toEqual([6, 3, 3])
  expect(draft.calls.messages).toHaveLength(3)
  expect(draft.errors.catalogue).toHaveLength(11)
  expect(draft.limits.constants).toHaveLength(11)
  expect(draft.limits.lookups[0]?.rows).toHaveLength(4)
  expect(draft.limits.limits).toHaveLength(1)
})

it('reads Conduit without errors', () => {
  const { draft, diagnostics } = readSpecification(conduit)
  expect(hasErrors(diagnostics)).toBe(false)
  expect(draft.calls.calls).toHaveLength(19)
  expect(draft.calls.calls.every((call) => call.steps.length > 0)).toBe(true)
  expect(draft.answers.map(({ question, openness }) => [question, openness.kind])).toEqual([
    ['States and transitions', 'none'],
    ['Validation rules', 'none'],
  ])
  expect(draft.limits.constants.find((constant) => constant.name.text === 'sessionLength')?.value?.text).toBe('60 days')
  expect(draft.errors.builtIn).toHaveLength(10)
})

it('reads the given form without errors as thirteen questions that are not shown', () => {
  const { draft, diagnostics } = readSpecification(form)
  expect(hasErrors(diagnostics)).toBe(false)
  expect(draft.name?.text).toBe('browser-based web application (purpose not stated)')
  expect(draft.answers.map((answer) => answer.question)).toEqual(QUESTIONS.map((question) => question.label))
  expect(draft.answers.every((answer) => answer.openness.kind === 'not shown')).toBe(true)
  expect(diagnostics.filter((found) => found.severity === 'unknown')).toHaveLength(13)
})

it('reads the form alike with bold labels, without full stops, and as a list', () => {
  const kinds = (text: string) =>
    readSpecification(text).draft.answers.map(({ question, openness }) => [question, openness])
  const expected = kinds(form)
  expect(kinds(form.replace(/^([^#\n]+): not shown\.$/gm, '**$1:** not shown'))).toEqual(expected)
  expect(kinds(form.replace(/^([^#\n]+): not shown\.$/gm, '- **$1:** not shown.'))).toEqual(expected)
  expect(kinds(form.replace(/^([^#\n]+): not shown\.$/gm, '- $1: not shown'))).toEqual(expected)
  expect(kinds(form.replace(/\.\n\n(?=[A-Z])/g, '.\n'))).toEqual(expected)
})

it('reads one entity and nothing else: what has no heading is not shown, and no error', () => {
  const { draft, diagnostics } = readSpecification(
    '# Books\n\n### Entity: Book\n\n| Field | Type | Rules | Default | Meaning |\n| --- | --- | --- | --- | --- |\n| title | text | required | | |\n',
  )
  expect(hasErrors(diagnostics)).toBe(false)
  expect(diagnostics.map((found) => found.number)).toEqual(['N014', 'N015'])
  expect(draft.entities.entities[0]?.fields[0]?.name.text).toBe('title')
  expect(draft.headings).toEqual({})
})

it('reads an empty text', () => {
  const { draft, diagnostics } = readSpecification('')
  expect(draft.name).toBeNull()
  expect(hasErrors(diagnostics)).toBe(false)
})

it('knows a heading by number and title, whatever its capital letters', () =>
  expectSaid('# A\n\n## 1. what the PRODUCT does and for whom\n\n## 3) Entities and their fields\n'))

it('offers the right title for a renamed heading', () => {
  expectSaid('# A\n\n## ⟪3. Entities⟫\n', 'N001')
  const { diagnostics } = readSpecification('# A\n\n## 3. Entities\n')
  expect(diagnostics.find((found) => found.number === 'N001')?.fixes[0]?.edits[0]?.text).toBe(
    '3. Entities and their fields',
  )
})

it('lets a title decide before a number', () => {
  const { draft } = readSpecification('# A\n\n## 4. Entities and their fields\n')
  expect(Object.keys(draft.headings)).toEqual(['entities'])
})

it('reports headings out of order, twice, unknown, and a second title', () => {
  expectSaid('# A\n\n## 2. Screens and routes\n\n## ⟪1. What the product does and for whom⟫\n', 'N001')
  expectSaid('# A\n\n## 2. Screens and routes\n\n## ⟪2. Screens and routes⟫\n', 'N001')
  expectSaid('# A\n\n## ⟪Appendix⟫\n\nFree words.\n', 'N001')
  expectSaid('# A\n\n# ⟪B⟫\n', 'N001')
})

it('reports a part under another point, and reads it where it belongs', () => {
  expectSaid('# A\n\n## 4. States and transitions\n\n### ⟪Entity: Book⟫\n', 'N017')
  expect(
    readSpecification('# A\n\n## 4. States and transitions\n\n### Entity: Book\n').draft.entities.entities,
  ).toHaveLength(1)
})

it('reports an unknown kind of part, and reads it as the nearest', () => {
  expectSaid('# A\n\n## 3. Entities and their fields\n\n### ⟪Entiti⟫: Book\n', 'N002')
  expect(
    readSpecification('# A\n\n## 3. Entities and their fields\n\n### Entiti: Book\n').draft.entities.entities[0]?.name
      .text,
  ).toBe('Book')
  expectSaid('# A\n\n## 3. Entities and their fields\n\n### ⟪Thoughts⟫\n', 'N002')
  expectSaid('# A\n\n## 7. The calls it makes\n\n### ⟪PSOT⟫ /api/books\n', 'N002')
})

it('reports an unknown language version', () => expectSaid('# A\n\n**Ninefold:** ⟪9⟫\n', 'N016'))

it('reports a table before the first point', () => expectSaid('# A\n\n| ⟪Role | Includes⟫ |\n| --- | --- |\n', 'N017'))
