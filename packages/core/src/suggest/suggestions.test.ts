import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { compile } from '../compile.ts'
import { POINT_HEADINGS, POINTS, QUESTIONS, type QuestionLabel } from '../model/points.ts'
import { formatSpecification } from '../format/format-specification.ts'
import { questionsInOrder } from './next-question.ts'
import type { Suggestion } from './suggestion.ts'
import { noneFor, suggestionsFor } from './suggestions.ts'
import { writeAnswer } from './write-answer.ts'

const SURROUNDINGS = { timeZone: 'Europe/Berlin' }

/** As written by `ninefold new`. */
const EMPTY = [
  '# Ours\n',
  '**Ninefold:** 1\n',
  ...POINTS.map((point) => {
    const { number, title } = POINT_HEADINGS[point]
    const labels = QUESTIONS.filter((question) => question.point === point).map(
      ({ label }) => `**${label}:** not shown\n`,
    )
    return `## ${number}. ${title}\n\n${labels.join('\n')}`
  }),
].join('\n')

const OLD_FORM = readFileSync(new URL('../read/fixtures/form.md', import.meta.url), 'utf8')

const suggested = (text: string, question: QuestionLabel): Suggestion[] =>
  suggestionsFor(question, compile(text).draft, SURROUNDINGS)

const errorsOf = (text: string): string[] =>
  compile(text).diagnostics.flatMap(({ number, severity, message, span }) =>
    severity === 'error' ? [`${number} ${message} (${text.slice(span.start, span.end)})`] : [],
  )

/** Goes through the form; `choose` picks an answer, or null for none. */
function goThrough(text: string, choose: (question: QuestionLabel, count: number) => number | null): string {
  let now = text
  const passed = new Set<QuestionLabel>()
  for (;;) {
    const compiled = compile(now)
    const question = questionsInOrder(compiled).find((each) => !passed.has(each))
    if (question === undefined) return now
    passed.add(question)
    const answers = suggestionsFor(question, compiled.draft, SURROUNDINGS)
    const chosen = choose(question, answers.length)
    const pieces = chosen === null ? null : (answers[chosen]?.pieces ?? noneFor(question))
    if (pieces !== null) now = writeAnswer(now, pieces)
  }
}

it('leads from the empty form to an application with nothing to be said about it, by first answers', () => {
  const text = goThrough(EMPTY, () => 0)
  const { model, diagnostics, questions } = compile(text)
  expect(model).not.toBeNull()
  expect(diagnostics.map(({ number, message }) => `${number} ${message}`)).toEqual([])
  expect(questions.filter(({ answer }) => answer !== 'stated' && answer !== 'none')).toEqual([])
  expect(formatSpecification(text)).toBe(text)
})

it('makes no error by any answer to any question, whichever others are skipped', () => {
  const choices = fc.array(fc.option(fc.nat(3), { nil: null }), {
    minLength: QUESTIONS.length,
    maxLength: QUESTIONS.length,
  })
  fc.assert(
    fc.property(fc.constantFrom(EMPTY, OLD_FORM), choices, (form, chosen) => {
      let at = 0
      const text = goThrough(form, (_, count) => {
        const choice = chosen[at++] ?? null
        return choice === null || count === 0 ? choice : choice % count
      })
      expect(errorsOf(text)).toEqual([])
    }),
    { numRuns: 8 },
  )
})

it('leaves a question that is skipped as it was', () => {
  const text = goThrough(EMPTY, () => null)
  expect(text).toBe(EMPTY)
})

it('asks first what it is for and what is kept, and never what has been answered', () => {
  expect(questionsInOrder(compile(EMPTY)).slice(0, 3)).toEqual(['Purpose', 'Entities and fields', 'Intended users'])
  const [first] = suggested(EMPTY, 'Purpose')
  const text = writeAnswer(EMPTY, first?.pieces ?? [])
  expect(questionsInOrder(compile(text))[0]).toBe('Entities and fields')
})

it('writes an answer where it belongs and touches nothing else', () => {
  const [first] = suggested(EMPTY, 'Purpose')
  const text = writeAnswer(EMPTY, first?.pieces ?? [])
  const before = EMPTY.split('\n')
  expect(text.split('\n').filter((line, index) => line !== before[index])).toEqual([
    '**Purpose:** Residents report what is broken in the house, and the caretaker puts it right.',
  ])
})

it('suggests what fits to the words of the text: entities, roles and steps by their own names', () => {
  const text = goThrough(EMPTY, (question) =>
    ['Entities and fields', 'Intended users', 'Roles and permissions', 'States and transitions'].includes(question)
      ? 0
      : null,
  ).replaceAll('Repair', 'Complaint')
  const [screens] = suggested(text, 'Screens and what a user can do on each')
  const written = writeAnswer(text, screens?.pieces ?? [])
  expect(written).toContain('### Screen: Complaints')
  expect(written).toContain('- **Can:** Begin: do begin; Finish: do finish')
  expect(errorsOf(written)).toEqual([])
})

it('shows in a list what it is filtered by, and a telephone number', () => {
  const text = goThrough(EMPTY, (question) => (question === 'Entities and fields' ? 0 : null)).replace(
    /(### Entity: Repair\n\n.*\n.*\n)/,
    '$1| a | text | | | |\n| b | text | | | |\n| c | text | | | |\n| d | text | | | |\n| e | text | | | |\n| urgent | yes/no | required | no | |\n| call | phone | | | |\n',
  )
  const [screens] = suggested(text, 'Screens and what a user can do on each')
  const written = writeAnswer(text, screens?.pieces ?? [])
  const lines = written.split('\n')
  const listed = (label: string) =>
    lines
      .find((line) => line.startsWith(`- **${label}:**`))
      ?.replace(/^.*:\*\* /, '')
      .split(', ') ?? []
  expect(listed('Columns')).toEqual(expect.arrayContaining(listed('Filter by')))
  expect(listed('Fields')).toContain('call')
})

it('offers roles of which one sees nothing but their own', () => {
  const asked = goThrough(EMPTY, (question) =>
    ['Entities and fields', 'Intended users'].includes(question) ? 0 : null,
  )
  const own = suggested(asked, 'Roles and permissions').find(({ title }) => title.startsWith('Only their own'))
  const text = writeAnswer(asked, own?.pieces ?? [])
  expect(errorsOf(text)).toEqual([])
  const { model } = compile(text)
  const seeing = model?.roles.permissions.filter(
    ({ entity, actions }) => entity === 'Repair' && actions.includes('see'),
  )
  expect(seeing?.map(({ who, onlyWhere }) => [who?.role, onlyWhere !== null])).toEqual([
    ['Resident', true],
    ['Caretaker', false],
  ])
})

it('lists on a page what points to its record, under a field that it adds', () => {
  const customer =
    '### Entity: Customer\n\n| Field | Type | Rules | Default | Meaning |\n| --- | --- | --- | --- | --- |\n| name | text | required | | |\n\n'
  const text = goThrough(EMPTY, (question) => (question === 'Entities and fields' ? 0 : null))
    .replace(/(### Entity: Repair\n\n.*\n.*\n)/, '$1| customer | Customer | | | |\n')
    .replace('### Entity: Repair\n', `${customer}### Entity: Repair\n`)
  const [screens] = suggested(text, 'Screens and what a user can do on each')
  const written = writeAnswer(text, screens?.pieces ?? [])
  expect(written).toContain('| repairs | list of Repair via customer |')
  expect(written).toContain('- **Shows:** list of its repairs, sorted by')
  expect(errorsOf(written)).toEqual([])
})
