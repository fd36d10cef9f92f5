// Every planted mistake is found: the expected number at the expected span, and nothing else.

import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { compile } from '../../compile.ts'
import { DIAGNOSTICS } from '../../diagnostic/registry.ts'
import { withoutSampleRecords, withoutMarks } from '../../read/testing.ts'
import { BOOKING } from './booking.ts'
import { CONDUIT_CALLS, HELP_DESK_CALLS } from './calls.ts'
import { CONDUIT } from './conduit.ts'
import { EXPENSES } from './expenses.ts'
import { BY_POINT } from './help-desk-by-point.ts'
import { CONDITIONS_AND_RULES } from './help-desk-conditions.ts'
import { IN_EXPRESSIONS } from './help-desk-expressions.ts'
import { WORDING } from './help-desk-wording.ts'
import { ACROSS_POINTS } from './help-desk-across.ts'
import { DOCUMENT_AND_LIMITS } from './help-desk-open.ts'
import { STATES_AND_RULES } from './loans.ts'
import { MISSED_IN_CLINIC } from './missed.ts'
import {
  NEVER_HAPPENS_IN_BOOKING,
  NEVER_HAPPENS_IN_CONDUIT,
  NEVER_HAPPENS_IN_EXPENSES,
  NEVER_HAPPENS_IN_HELP_DESK,
  NEVER_HAPPENS_IN_LOANS,
  NEVER_HAPPENS_IN_STOCK,
} from './never-happens.ts'
import { STOCK } from './stock.ts'
import type { PlantedMistake, PlantedMistakes } from './planted.ts'

const example = (name: string): string =>
  withoutSampleRecords(readFileSync(new URL(`../../../../../examples/${name}/app.md`, import.meta.url), 'utf8'))
const helpdesk = example('helpdesk')
const conduit = example('conduit')

/** Uses every construct of states and of rules over several records. */
const loans = readFileSync(new URL('loans.md', import.meta.url), 'utf8')

/** As an author would write after reading the guide; no example contains any of it. */
const clinic = readFileSync(new URL('clinic.md', import.meta.url), 'utf8')

interface Ground {
  readonly specification: string
  /** Diagnostics of the text without a mistake. */
  readonly usual: readonly string[]
}

function ground(specification: string): Ground {
  return {
    specification,
    usual: compile(specification).diagnostics.map(
      ({ number, span }) => `${number} ${specification.slice(span.start, span.end)}`,
    ),
  }
}

function expectFound({ specification, usual }: Ground, [numbers, find, replace, ...more]: PlantedMistake): void {
  let marked = specification
  for (const [before, after] of [[find, replace] as const, ...more]) {
    expect(marked, 'the specification has this text').toContain(before)
    marked = marked.replace(before, () => after)
  }
  const { text, marks } = withoutMarks(marked)
  const rest = [...usual]
  const expected = numbers.split(' ')
  const news = compile(text, '2026-01-31').diagnostics.filter(({ number, span }) => {
    // A line that does not run yet is not a consequence of the planted mistake.
    if (number === 'N012' && !expected.includes(number)) return false
    // Neither are changed words without a translation.
    if ((number === 'N922' || number === 'N923') && !expected.includes(number)) return false
    const index = rest.indexOf(`${number} ${text.slice(span.start, span.end)}`)
    if (index >= 0) rest.splice(index, 1)
    return index < 0
  })
  const shown = (number: string, span: { start: number; end: number }) =>
    `${number} at ${span.start}: ${text.slice(span.start, span.end)}`
  expect(news.map(({ number, span }) => shown(number, span))).toEqual(
    marks.map((span, index) => shown(expected[index] ?? expected[0] ?? '', span)),
  )
}

/** One test for each mistake. */
function plant(on: Ground, mistakes: PlantedMistakes): void {
  for (const [about, planted] of Object.entries(mistakes)) {
    for (const mistake of planted) {
      const line = [mistake[2], ...mistake.slice(3).map((edit) => edit[1])]
        .join('\n')
        .split('\n')
        .find((candidate) => candidate.includes('⟪'))
      it(`${about}: ${mistake[0]} in ${line}`, () => expectFound(on, mistake))
    }
  }
}

const corpus: readonly (readonly [Ground, readonly PlantedMistakes[]])[] = [
  [
    ground(helpdesk),
    [
      BY_POINT,
      IN_EXPRESSIONS,
      WORDING,
      CONDITIONS_AND_RULES,
      ACROSS_POINTS,
      HELP_DESK_CALLS,
      DOCUMENT_AND_LIMITS,
      NEVER_HAPPENS_IN_HELP_DESK,
    ],
  ],
  [ground(conduit), [CONDUIT, CONDUIT_CALLS, NEVER_HAPPENS_IN_CONDUIT]],
  [ground(loans), [STATES_AND_RULES, NEVER_HAPPENS_IN_LOANS]],
  [ground(clinic), [MISSED_IN_CLINIC]],
  [ground(example('booking')), [BOOKING, NEVER_HAPPENS_IN_BOOKING]],
  [ground(example('stock')), [STOCK, NEVER_HAPPENS_IN_STOCK]],
  [ground(example('expenses')), [EXPENSES, NEVER_HAPPENS_IN_EXPENSES]],
]

for (const [on, several] of corpus) for (const mistakes of several) plant(on, mistakes)

it('has many mistakes, and knows every number that it expects', () => {
  const all = corpus.flatMap(([, several]) => several.flatMap((mistakes) => Object.values(mistakes).flat()))
  expect(all.length).toBeGreaterThanOrEqual(700)
  for (const number of all.flatMap(([numbers]) => numbers.split(' ')))
    expect(Object.keys(DIAGNOSTICS)).toContain(number)
})

it('raises no false alarm where every construct of states and rules is used', () => {
  const { model, diagnostics } = compile(loans)
  expect(model).not.toBe(null)
  expect(diagnostics.filter(({ number }) => number !== 'N012')).toEqual([])
})
