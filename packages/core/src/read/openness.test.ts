import { expect, it } from 'vitest'
import { emptyPhrase, type Phrase } from '../outline/phrase.ts'
import { shown, shownOrNothing, type Reading } from './reading.ts'
import { readFragment, saidAbout } from './testing.ts'

function phrase(text: string): Phrase {
  return { ...emptyPhrase(0), text, offsets: Array.from({ length: text.length + 1 }, (_, index) => index) }
}

function read(text: string, how: typeof shown) {
  const reading: Reading = { found: [], answers: [] }
  const words = how(phrase(text), 'It', reading)
  return [words?.text ?? null, ...reading.found.map(({ number }) => number)]
}

it('gives a needed place its words, what is assumed, the first of several, or nothing', () => {
  expect(read('7 days', shown)).toEqual(['7 days'])
  expect(read('not shown', shown)).toEqual([null, 'N007'])
  expect(read('Not shown (assumed: 7 days).', shown)).toEqual(['7 days', 'N007'])
  expect(read('any of 7 days, 8 days', shown)).toEqual(['7 days', 'N020'])
  expect(read('any of cookie, ends 1 day after last use; cookie', shown)).toEqual([
    'cookie, ends 1 day after last use',
    'N020',
  ])
  expect(read('none', shown)).toEqual(['none'])
})

it('takes nothing for an answer where a place may do without', () => {
  for (const nothing of ['', 'none', 'None.', 'none (nobody needs it)', 'out of scope', 'out of scope (see the shop)'])
    expect(read(nothing, shownOrNothing)).toEqual([null])
  expect(read('any of a, b', shownOrNothing)).toEqual(['a', 'N020'])
  expect(read('not shown', shownOrNothing)).toEqual([null, 'N007'])
})

it('never takes a slip of the pen in an openness for a value', () => {
  for (const slip of ['not shown (assume: 7 days)', 'not shown, 7 days', 'not shown: 7 days'])
    expect(read(slip, shown)).toEqual([null, 'N011'])
})

it('takes an openness that stands alone below a heading for the whole point', () => {
  const open = readFragment('states', '⟪Not shown.⟫')
  expect(saidAbout(open)).toEqual(['N007 Not shown.'])
  expect(open.draft.answers).toMatchObject([{ question: 'States and transitions', openness: { kind: 'not shown' } }])
  const screens = readFragment('screens', 'none').draft.answers
  expect(screens.map(({ openness }) => openness.kind)).toEqual(['none', 'none'])
})

it('takes an openness that stands alone in a part for that part only', () => {
  const part = readFragment('roles', '### Permissions\n\nnot shown')
  expect(saidAbout(part)).toEqual(['N007 not shown'])
  expect(part.draft.answers).toEqual([])
})

it("does not say that an assumption under a label of one's own is run, because no reader knows the label", () => {
  const hintOf = (text: string) => readFragment('states', text).said.map(({ hint }) => hint)
  expect(hintOf('**Order of tags:** not shown (assumed: by name)')).toEqual([expect.stringContaining('only noted')])
  expect(hintOf('**Order of tags:** not shown')).toEqual(['Write it here as soon as it is known.'])
})

it('reads each kind of openness after a label of the form', () => {
  const kinds = ['not shown', 'not shown (assumed: x)', 'any of a, b', 'none', 'out of scope']
  const answers = kinds.map((kind) => readFragment('states', `States and transitions: ${kind}.`).draft.answers[0])
  expect(answers.map((answer) => answer?.openness.kind)).toEqual([
    'not shown',
    'not shown',
    'any of',
    'none',
    'out of scope',
  ])
})
