import { globSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { compile } from '../compile.ts'
import { formatSpecification } from '../format/format-specification.ts'
import { bound, chaptersOf, type ChapterFile } from '../text/chapters.ts'
import { listedChapters } from './chapters.ts'
import { type Cut, cutAt, placed } from './cut-text-for-tests.ts'
import { readSpecification } from './specification.ts'
import { withoutMarks } from './testing.ts'

const EXAMPLES = globSync('../../../../examples/*/app.md', { cwd: import.meta.dirname }).map((file) =>
  readFileSync(new URL(file, import.meta.url), 'utf8'),
)

function meaningOf({ text, offsetInWhole }: Cut): unknown {
  const { model, questions, diagnostics, names } = compile(text, '2026-07-01')
  return placed({ model, questions, diagnostics, names: names.occurrences }, offsetInWhole)
}

/** Deletes, repeats or misspells a line of a table or a step, or nothing. */
function altered(text: string, at: number, how: 'as it is' | 'deleted' | 'repeated' | 'misspelt'): string {
  const lines = [...text.matchAll(/^(?:\| |\d+\. ).*\n/gm)]
  const line = lines[at % lines.length]
  if (line === undefined || how === 'as it is') return text
  const middle = Math.floor(line[0].length / 2)
  const instead = {
    deleted: '',
    repeated: line[0].repeat(2),
    misspelt: line[0].slice(0, middle) + line[0].slice(middle + 1),
  }
  return text.slice(0, line.index) + instead[how] + text.slice(line.index + line[0].length)
}

it('means the same in one file and in several, and says the same at the same places', () =>
  fc.assert(
    fc.property(
      fc.constantFrom(...EXAMPLES),
      fc.nat(),
      fc.constantFrom('as it is' as const, 'deleted' as const, 'repeated' as const, 'misspelt' as const),
      fc.func(fc.boolean()),
      (example, at, how, isCut) => {
        const whole = altered(example, at, how)
        const cut = cutAt(whole, (place) => isCut(place))
        expect(meaningOf(cut)).toEqual(meaningOf(cutAt(whole, () => false)))
      },
    ),
    { numRuns: 25 },
  ))

it('formats each file as it would alone', () =>
  fc.assert(
    fc.property(fc.constantFrom(...EXAMPLES), fc.func(fc.boolean()), (example, isCut) => {
      const { text } = cutAt(example, (place) => isCut(place))
      const formatted = formatSpecification(text.replaceAll('\n\n## ', '\n\n\n\n## '))
      expect(formatted.replaceAll(/\n+(?=\n<!--|$)/g, '\n')).toBe(text.replaceAll(/\n+(?=\n<!--|$)/g, '\n'))
    }),
    { numRuns: 10 },
  ))

const HEAD = '# A\n\n**Ninefold:** 1\n\n'

/** Diagnostics about the list of chapters and those files, at exactly the marked places. */
function said(marked: string, ...chapters: ChapterFile[]): readonly string[] {
  const { text, marks } = withoutMarks(bound(HEAD + marked, chapters))
  const found = readSpecification(text).diagnostics.filter(({ severity }) => severity === 'error')
  expect(found.map(({ span }) => span)).toEqual(marks)
  return found.map(({ number, message }) => `${number} ${message}`)
}

const RIGHTS = { path: 'rights.md', text: '# Rights\n\nWords.\n' }

it('reads the chapters that the main file lists, with bullets or with numbers', () => {
  for (const list of ['- [Rights](rights.md)\n- [B](a/b.md): words\n', '1. [Rights](rights.md)\n2. [B](a/b.md)\n'])
    expect(listedChapters(`${HEAD}**Chapters:**\n\n${list}\nWords with a [link](c.md).\n\n- [D](d.md)\n`)).toEqual([
      'rights.md',
      'a/b.md',
    ])
  expect(listedChapters(`${HEAD}## 1. What the product does and for whom\n\n**Chapters:**\n\n- [A](a.md)\n`)).toEqual(
    [],
  )
  expect(said('**Chapters:**\n\n- [Rights](rights.md)\n', RIGHTS)).toEqual([])
})

it('reads them in the order of the list, and nothing that is not listed', () => {
  const constants = (name: string) =>
    `## 9. Business constants and limits\n\n| Constant | Value | Used for |\n| --- | --- | --- |\n| ${name} | 1 | |\n`
  const { draft } = readSpecification(
    bound(`${HEAD}**Chapters:**\n\n- [B](b.md)\n- [A](a.md)\n\n${constants('first')}`, [
      { path: 'a.md', text: constants('third') },
      { path: 'b.md', text: constants('second') },
      { path: 'c.md', text: constants('fourth') },
    ]),
  )
  expect(draft.limits.constants.map(({ name }) => name.text)).toEqual(['first', 'second', 'third'])
})

it('refuses entries that are no chapters', () => {
  expect(said('**⟪Chapters⟫:**\n\nWords.\n')).toEqual(['N024 Below "Chapters" stands a list of links to files.'])
  expect(said('**Chapters:** ⟪a.md⟫\n')).toEqual(['N024 Below "Chapters" stands a list of links to files.'])
  expect(said('**Chapters:**\n\n- ⟪rights.md⟫\n')).toEqual([
    'N024 "rights.md" does not begin with a link to a chapter.',
  ])
  for (const path of ['../rights.md', '/rights.md', 'https://example.org/rights.md', 'rights.txt', 'my rights.md'])
    expect(said(`**Chapters:**\n\n- [Rights](⟪${path}⟫)\n`)).toEqual([
      `N024 "${path}" cannot be the path of a chapter.`,
    ])
  expect(said('**Chapters:**\n\n- [Rights](rights.md)\n- [Again](⟪Rights.md⟫)\n', RIGHTS)).toEqual([
    'N024 "Rights.md" is listed twice.',
  ])
  const many = Array.from({ length: 101 }, (_, count): ChapterFile => ({ path: `${count}.md`, text: '' }))
  const list = many.map(({ path }, count) => `- [A](${count === 100 ? `⟪${path}⟫` : path})\n`).join('')
  expect(said(`**Chapters:**\n\n${list}`, ...many)).toEqual([
    'N024 A specification may have 100 chapters; here it has more.',
  ])
})

it('says which chapter is not read and why, and nothing about names that it may declare', () => {
  const rest =
    '## 6. Roles and permissions\n\n| Role | Includes | A user gets it |\n| --- | --- | --- |\n| Clerk | Staff | |\n'
  const list = '**Chapters:**\n\n- [Rights](⟪rights.md⟫)\n\n'
  const reason = { ...RIGHTS, text: '', unread: 'there is no such file' }
  expect(said(list + rest)).toEqual(['N025 The chapter "rights.md" cannot be read: its file is not here.'])
  expect(said(list + rest, reason)).toEqual(['N025 The chapter "rights.md" cannot be read: there is no such file.'])
  const { text } = withoutMarks(bound(HEAD + list + rest, [reason]))
  expect(compile(text).diagnostics.filter(({ severity }) => severity === 'error')).toHaveLength(1)
})

it('keeps what belongs to the whole in the main file', () => {
  const list = '**Chapters:**\n\n- [Rights](rights.md)\n'
  expect(said(list, { ...RIGHTS, text: '# Rights\n\n**⟪Ninefold⟫:** 1\n' })).toEqual([
    'N017 "Ninefold" stands in the wrong place.',
  ])
  expect(said(list, { ...RIGHTS, text: '**⟪Chapters⟫:**\n\n- [B](b.md)\n' })).toEqual([
    'N017 "Chapters" stands in the wrong place.',
  ])
  expect(said(list, { ...RIGHTS, text: '# Rights\n\n| ⟪A | B⟫ |\n| --- | --- |\n' })).toEqual([
    'N017 This table stands in the wrong place.',
  ])
})

it('reads an open fence to the end of its own file', () => {
  const { draft } = readSpecification(
    bound(`${HEAD}**Chapters:**\n\n- [Rights](rights.md)\n\n\`\`\`\nopen\n`, [
      { path: 'rights.md', text: '## 3. Entities and their fields\n\n### Entity: Book\n' },
    ]),
  )
  expect(draft.entities.entities.map(({ name }) => name.text)).toEqual(['Book'])
})

it('tells of a name that two files declare at both places', () => {
  const entity =
    '## 3. Entities and their fields\n\n### Entity: Book\n\n| Field | Type | Rules | Default | Meaning |\n| --- | --- | --- | --- | --- |\n| title | text up to 9 | | | |\n'
  const text = bound(`${HEAD}**Chapters:**\n\n- [B](b.md)\n\n${entity}`, [{ path: 'b.md', text: entity }])
  const twice = compile(text).diagnostics.find(({ number }) => number === 'N008')
  const chapter = chaptersOf(text)[1]?.span.start ?? 0
  expect(twice?.span.start).toBe(text.lastIndexOf('Book'))
  expect(twice?.span.start).toBeGreaterThan(chapter)
  expect(twice?.related.map(({ span }) => span.start)).toEqual([text.indexOf('Book')])
})

it('takes point 9 of every file as the place of amounts', () => {
  const constant = (name: string) =>
    `# A\n\n## 9. Business constants and limits\n\n| Constant | Value | Used for |\n| --- | --- | --- |\n| ${name} | 28 days | 28 days |\n`
  const text = bound(`${HEAD}**Chapters:**\n\n- [B](b.md)\n\nLoans end after 28 days.\n`, [
    { path: 'b.md', text: constant('loanDays') },
  ])
  const repeated = compile(text).diagnostics.filter(({ number }) => number === 'N904')
  expect(repeated.map(({ span }) => text.slice(0, span.end).split('\n').at(-1))).toEqual(['Loans end after 28 days'])
})
