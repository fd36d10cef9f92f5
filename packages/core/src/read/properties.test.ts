import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Diagnostic } from '../diagnostic/diagnostic.ts'
import { offsetIn } from '../text/source.ts'
import { readSpecification } from './specification.ts'

const file = (path: string): string => readFileSync(new URL(`./fixtures/${path}`, import.meta.url), 'utf8')
const texts = [
  file('../../../../../examples/helpdesk/app.md'),
  file('../../../../../examples/conduit/app.md'),
  file('form.md'),
]

/** Every span in a value, at any depth. */
function spansIn(value: unknown): { start: number; end: number }[] {
  if (value === null || typeof value !== 'object') return []
  const own = 'start' in value && 'end' in value ? [value as { start: number; end: number }] : []
  return [...own, ...Object.values(value).flatMap(spansIn)]
}

/** Every object of the form { text, span }. */
function writtenIn(value: unknown): { text: string; span: { start: number; end: number }; skipped?: number[] }[] {
  if (value === null || typeof value !== 'object') return []
  const own = 'text' in value && 'span' in value ? [value as ReturnType<typeof writtenIn>[number]] : []
  return [...own, ...Object.values(value).flatMap(writtenIn)]
}

function expectSound(text: string): void {
  const { draft, diagnostics } = readSpecification(text)
  for (const span of spansIn({ draft, diagnostics: diagnostics.map((found) => ({ ...found })) })) {
    if (!(0 <= span.start && span.start <= span.end && span.end <= text.length)) expect(span).toEqual('inside the text')
  }
}

/** Deletes, duplicates, swaps and inserts lines and characters. */
const mutation = fc.record({
  kind: fc.constantFrom('delete line', 'double line', 'move line', 'delete character', 'insert', 'cut'),
  at: fc.nat(),
  to: fc.nat(),
  inserted: fc.oneof(
    fc.constantFrom(
      '|',
      '`',
      '**',
      ':',
      '\n',
      '\n\n',
      '\\',
      '#',
      '1. ',
      '- ',
      '"',
      '{',
      '“',
      '\u00A0',
      'not shown',
      '\t',
      '> ',
      '<b>',
      '\r',
      '\0',
      '![a](b)',
      '\uD800',
    ),
    fc.string({ unit: 'binary', maxLength: 5 }),
  ),
})

function mutated(
  text: string,
  { kind, at, to, inserted }: { kind: string; at: number; to: number; inserted: string },
): string {
  const lines = text.split('\n')
  const line = at % lines.length
  const offset = at % (text.length + 1)
  switch (kind) {
    case 'delete line':
      return lines.toSpliced(line, 1).join('\n')
    case 'double line':
      return lines.toSpliced(line, 0, lines[line] ?? '').join('\n')
    case 'move line':
      return lines
        .toSpliced(line, 1)
        .toSpliced(to % lines.length, 0, lines[line] ?? '')
        .join('\n')
    case 'delete character':
      return text.slice(0, offset) + text.slice(offset + 1)
    case 'insert':
      return text.slice(0, offset) + inserted + text.slice(offset)
    default:
      return text.slice(0, offset)
  }
}

it('never throws, and all spans lie inside the text, for arbitrary text', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 300 }), expectSound), { numRuns: 300 })
})

it("never throws, and all spans lie inside the text, for texts made of the language's own pieces", () => {
  const piece = fc.constantFrom(
    '# ',
    '## 3. Entities and their fields\n',
    '## 7. The calls it makes\n',
    '## 2. Screens and routes\n',
    '### Entity: ',
    '### Screen: A\n',
    '### POST /a — B\n',
    '### Lookup: a\n',
    '### States of A.b\n',
    '- **Shows:** ',
    '**Who:** ',
    '**Can:** ',
    '| Field | Type | Rules | Default | Meaning |\n| --- | --- | --- | --- | --- |\n',
    '| a | text | required | | |\n',
    '| Input | Like | Needed |\n| --- | --- | --- |\n',
    '1. ',
    'create A as a with ',
    'given a, b',
    'list a from A',
    ', sorted by ',
    'newest first',
    '`a`',
    '`',
    '\\|',
    '|',
    ' ',
    '\n',
    '\n\n',
    'not shown',
    ' (assumed: ',
    ')',
    'none',
    ', ',
    '; ',
    ':',
    '"',
    '**',
    'x',
    '{',
    '}',
    'any of ',
    ' of ',
    ' via ',
    '\r\n',
    '\t',
  )
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join('')),
      expectSound,
    ),
    { numRuns: 500 },
  )
})

it('never throws, and all spans lie inside the text, for mutations of real specifications', () => {
  fc.assert(
    fc.property(fc.constantFrom(...texts), fc.array(mutation, { minLength: 1, maxLength: 6 }), (text, mutations) => {
      expectSound(mutations.reduce(mutated, text))
    }),
    { numRuns: 150 },
  )
})

it('keeps the words of an expression as they stand, so that each character has its place', () => {
  for (const text of texts) {
    for (const written of writtenIn(readSpecification(text).draft)) {
      if (written.skipped === undefined && written.text.length !== written.span.end - written.span.start) continue
      for (let index = 0; index < written.text.length; index++)
        expect(text[offsetIn(written, index)]).toBe(written.text[index])
    }
  }
})

/** The draft and its diagnostics, without positions. */
function meaning(text: string): unknown {
  const { draft, diagnostics } = readSpecification(text)
  const said = diagnostics.map((found: Diagnostic) => [found.number, found.message, found.hint])
  return JSON.parse(
    JSON.stringify({ draft, said }, (key, value) =>
      isPlace(value) || ['headings', 'skipped'].includes(key) ? 'somewhere' : value,
    ),
  )
}

function isPlace(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).toSorted().join() === 'end,start'
}

it('means the same with Windows line endings and a byte order mark', () => {
  for (const text of texts) {
    const expected = meaning(text)
    expect(meaning(text.replace(/\n/g, '\r\n'))).toEqual(expected)
    expect(meaning(`\uFEFF${text}`)).toEqual(expected)
    expect(meaning(text.replace(/\n/g, '\r'))).toEqual(expected)
  }
})

it('places diagnostics in the text as it was given, Windows line endings and a byte order mark included', () => {
  const windows = `\uFEFF${texts[1]?.replace(/\n/g, '\r\n') ?? ''}`
  const words = readSpecification(windows).diagnostics.map(({ span }) => windows.slice(span.start, span.end))
  const expected = readSpecification(texts[1] ?? '').diagnostics.map(({ span }) =>
    texts[1]?.slice(span.start, span.end),
  )
  expect(words).toEqual(expected)
})

it('reads the same text to the same bytes', () => {
  for (const text of texts)
    expect(JSON.stringify(readSpecification(text))).toBe(JSON.stringify(readSpecification(text)))
})
