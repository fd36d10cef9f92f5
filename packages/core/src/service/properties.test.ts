import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Span } from '../text/source.ts'
import { actionsIn } from './actions.ts'
import { completionsAt } from './completion.ts'
import { openDocument } from './document.ts'
import { foldingOf } from './folding.ts'
import { hoverAt } from './hover.ts'
import { definitionsAt, referencesAt } from './names.ts'
import { renameableAt, renameAt } from './rename.ts'
import { landmarksOf, type Landmark } from './landmarks.ts'
import { tokensOf } from './tokens.ts'

const file = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')
const texts = [
  file('../../../../examples/helpdesk/app.md'),
  file('../../../../examples/conduit/app.md'),
  file('../read/fixtures/form.md'),
]

function expectInside(text: string, span: Span): void {
  if (!(0 <= span.start && span.start <= span.end && span.end <= text.length)) expect(span).toEqual('inside the text')
}

/** Every request of an editor gets an answer, with positions inside the text. */
function expectSound(text: string, offsets: readonly number[]): void {
  const document = openDocument(text)
  const spansOfLandmark = (landmark: Landmark): Span[] => [
    landmark.span,
    landmark.words,
    ...landmark.children.flatMap(spansOfLandmark),
  ]
  for (const span of [
    ...landmarksOf(document).flatMap(spansOfLandmark),
    ...foldingOf(document),
    ...tokensOf(document).map((token) => token.span),
  ])
    expectInside(text, span)
  for (const at of offsets) {
    const offset = at % (text.length + 1)
    for (const { span } of completionsAt(document, offset)) expectInside(text, span)
    for (const span of [...definitionsAt(document, offset), ...referencesAt(document, offset)]) expectInside(text, span)
    const hover = hoverAt(document, offset)
    if (hover !== null) expectInside(text, hover.span)
    for (const { edits } of actionsIn(document, { start: offset, end: offset }))
      for (const { span } of edits) expectInside(text, span)
    if (renameableAt(document, offset) !== null) renameAt(document, offset, 'another')
  }
}

const offsets = fc.array(fc.nat(), { minLength: 1, maxLength: 6 })
const typed = fc.oneof(
  fc.constantFrom(
    '|',
    '`',
    '.',
    ' ',
    '\n',
    '\n| ',
    '"',
    '(',
    '{',
    '#',
    '### ',
    '- ',
    '**',
    '1. ',
    'when `',
    '\\',
    '\r\n',
    '\uFEFF',
    '```',
    '$`',
  ),
  fc.string({ unit: 'binary', maxLength: 4 }),
)

it('no text and no offset is too much', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), offsets, (text, at) => expectSound(text, at)),
    { numRuns: 100 },
  )
})

it('a specification in which somebody types stays sound, at the caret and elsewhere', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...texts),
      fc.nat(),
      fc.nat({ max: 30 }),
      typed,
      offsets,
      (text, at, cut, put, others) => {
        const offset = at % (text.length + 1)
        const changed = text.slice(0, offset) + put + text.slice(offset + cut)
        expectSound(changed, [offset, offset + put.length, ...others])
      },
    ),
    { numRuns: 30 },
  )
})

it('every place of the help desk answers', () => {
  const [text = ''] = texts
  const document = openDocument(text)
  for (let offset = 0; offset <= text.length; offset += 3) {
    completionsAt(document, offset)
    hoverAt(document, offset)
    definitionsAt(document, offset)
  }
})

it('colours do not overlap', () => {
  for (const text of texts) {
    const tokens = tokensOf(openDocument(text))
    for (const [index, { span }] of tokens.entries())
      expect(span.start).toBeGreaterThanOrEqual(tokens[index - 1]?.span.end ?? 0)
  }
})
