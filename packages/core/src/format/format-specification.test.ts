import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { compile } from '../compile.ts'
import { formatSpecification } from './format-specification.ts'

const file = (path: string): string => readFileSync(new URL(`../read/fixtures/${path}`, import.meta.url), 'utf8')
const texts = [
  file('../../../../../examples/helpdesk/app.md'),
  file('../../../../../examples/conduit/app.md'),
  file('form.md'),
]
const ENTITIES = '# A\n\n## 3. Entities and their fields\n\n'

/** The whole result of compiling, without positions. */
function compiled(text: string): unknown {
  const { model, questions, diagnostics, draft } = compile(text)
  const said = diagnostics.map(({ number, message, hint }) => [number, message, hint])
  return JSON.parse(
    JSON.stringify({ model, questions, draft, said }, (key, value) => {
      const isPlace = value !== null && typeof value === 'object' && Object.keys(value).join() === 'start,end'
      return isPlace || key === 'skipped' ? undefined : value
    }),
  )
}

function expectSound(text: string): void {
  const formatted = formatSpecification(text)
  expect(formatSpecification(formatted)).toBe(formatted)
  expect(compiled(formatted)).toEqual(compiled(text))
}

it('leaves the examples as they are: they are written in the canonical form', () => {
  for (const text of texts) expect(formatSpecification(text)).toBe(`${text.trimEnd()}\n`)
})

it('prints tables with one space around the words of a cell, and no columns', () => {
  const text = `${ENTITIES}### Entity: B\n\n  Field|Type  | Rules|Default|Meaning\n:--|:-:|--:|-|-----\na  |text||\`x \\| y\`| |\n|  b|text   | required |||\n`
  expect(formatSpecification(text).split('\n').slice(6)).toEqual([
    '| Field | Type | Rules | Default | Meaning |',
    '| :--- | :---: | ---: | --- | --- |',
    '| a | text | | `x \\| y` | |',
    '| b | text | required | | |',
    '',
  ])
})

it('prints labels in bold with the colon inside and one space behind it', () => {
  const calls = '# A\n\n## 7. The calls it makes\n\n### GET /a — A\n\n'
  expect(
    formatSpecification(
      `${calls}*   __Who__:   Guest\n\n\n+ **Repeatable**:with an Idempotency-Key\n- **Needs:**\tthe version\n`,
    ),
  ).toBe(`${calls}- **Who:** Guest\n- **Repeatable:** with an Idempotency-Key\n- **Needs:** the version\n`)
  expect(formatSpecification('# A\n**Ninefold**:1')).toBe('# A\n\n**Ninefold:** 1\n')
})

it('keeps the marks of what is no label because it does not begin a line', () => {
  for (const words of [
    '__Who:____Who:__',
    '1) __Who:____Who:__',
    '*a*__Who:__ b',
    '**a**__Who:__',
    '1) **Who**:**Who**:',
  ])
    expectSound(`# A\n\n## 7. The calls it makes\n\n### GET /a — B\n\n${words}\n`)
})

it('prints steps with one space behind their number, and what is nested below them below their words', () => {
  const call = '# A\n\n## 7. The calls it makes\n\n### GET /a — A\n\n- **Who:** Guest\n\n'
  const steps = '1.  for each a in b.cs:\n\n     1.   set a.b to\n     `3`\n2.   respond 204\n'
  expect(formatSpecification(call + steps)).toBe(
    `${call}1. for each a in b.cs:\n   1. set a.b to\n      \`3\`\n2. respond 204\n`,
  )
})

it('prints headings with number signs in front, and one empty line around each block', () => {
  expect(
    formatSpecification(
      '\n\nA\n=\nwords\n\n\n\n###   Entity: B ##\n## 5. Validation rules ##\n* **Rules:** none\nmore   \n<!-- c -->',
    ),
  ).toBe('# A\n\nwords\n\n### Entity: B\n\n## 5. Validation rules\n\n- **Rules:** none\n  more\n\n<!-- c -->\n')
})

it('keeps prose, fences, quotations and wanted line breaks as they are', () => {
  const prose = '# A\n\nOne   *two*,\n  three.  \nFour\\\nfive `a  b`.\n\n```\n| a|\n\n\n```\n\n> | b|\n'
  expect(formatSpecification(prose)).toBe(prose)
})

it('keeps a part byte for byte when something in it cannot be read, and formats the others', () => {
  const broken = '### Entity: B\n|Field|Typ|Rules|Default|Meaning|\n|-|-|-|-|-|\n|a|text|\n\n\n\n'
  const good = '### Entity: C\n|Field|Type|Rules|Default|Meaning|\n|-|-|-|-|-|\n|a|text||||\n'
  expect(formatSpecification(ENTITIES + broken + good)).toBe(
    `${ENTITIES}${broken}### Entity: C\n\n| Field | Type | Rules | Default | Meaning |\n| --- | --- | --- | --- | --- |\n| a | text | | | |\n`,
  )
})

it('formats what is read whole and wrong in another way', () => {
  const wrong = `${ENTITIES}### Entity: B\n\n|Field|Type|Rules|Default|Meaning|\n|-|-|-|-|-|\n|a|Nobody||||\n`
  expect(compile(wrong).model).toBeNull()
  expect(formatSpecification(wrong)).toContain('| a | Nobody | | | |')
})

it('changes one line when one row changes', () => {
  const [text = ''] = texts
  const longer = formatSpecification(text.replace('| name | text up to 80 |', '|name   |  long text up to 80000|'))
  const lines = text.split('\n')
  expect(longer.split('\n').flatMap((line, index) => (line === lines[index] ? [] : [line]))).toHaveLength(1)
})

it('keeps a byte order mark and the kind of line endings', () => {
  const marked = formatSpecification('\uFEFF# A\r\n**Ninefold:**  1\r\n\r\n\r\nmore\r\n')
  expect(marked).toBe('\uFEFF# A\r\n\r\n**Ninefold:** 1\r\n\r\nmore\r\n')
  for (const text of texts) {
    for (const newline of ['\r\n', '\r']) {
      const other = `\uFEFF${text}\n`.replace(/\n/g, newline)
      expect(formatSpecification(other)).toBe(`\uFEFF${formatSpecification(text)}`.replace(/\n/g, newline))
    }
  }
})

it('makes nothing of nothing', () => {
  for (const nothing of ['', '\n', ' \r\n\t\n']) expect(formatSpecification(nothing)).toBe('')
})

/** Edits that keep the meaning, and edits that change it. */
const CHANGES: readonly ((line: string) => string)[] = [
  (line) => line.replace(/ \| /g, '|'),
  (line) => line.replace(/ \| /g, '\t |   '),
  (line) => line.replace(/^\| (.*) \|$/, '$1'),
  (line) => line.replace(/^- /, '* '),
  (line) => line.replace(/^- /, '  +   '),
  (line) => line.replace(/^- \*\*(.*?):\*\* /, '*     __$1__:'),
  (line) => line.replace(/^(#+) (.*)/, '$1   $2 ##'),
  (line) => line.replace(/^## (.*)/, '$1\n---'),
  (line) => line.replace(/^(\d)\. /, '$1.    '),
  (line) => line.replace(/^(\d)\. /, '$1) '),
  (line) => `${line}   `,
  (line) => `${line}\n`,
  (line) => `${line}\n\n\n`,
  (line) => `  ${line}`,
  (line) => `    ${line}`,
  (line) => `> ${line}`,
  (line) => `${line}\n<!-- note -->`,
  (line) => `${line}\n<b>`,
  (line) => `${line}\n   \`\`\`\n   a`,
  (line) => `${line}\r`,
  (line) => line.replace(/, /, ',\n      '),
  (line) => line.replace(/, /, ',\n- '),
  (line) => line.replace(/ /, '\n1. '),
  (line) => line.replace(/`/, ''),
  (line) => line.replace(/\*\*/, '__'),
  (line) => line.replace(/:/, '::'),
  () => '',
]

const change = fc.record({ at: fc.nat(), to: fc.nat(), change: fc.constantFrom(...CHANGES), isMoved: fc.boolean() })

function changedAt(
  text: string,
  { at, to, change, isMoved }: { at: number; to: number; change: (line: string) => string; isMoved: boolean },
): string {
  const lines = text.split('\n')
  const line = change(lines[at % lines.length] ?? '')
  if (!isMoved) return lines.with(at % lines.length, line).join('\n')
  return lines
    .toSpliced(at % lines.length, 1)
    .toSpliced(to % lines.length, 0, line)
    .join('\n')
}

it('never changes what a specification says, and formatting twice changes nothing more', () => {
  const changes = fc.array(change, { minLength: 1, maxLength: 40 })
  fc.assert(
    fc.property(fc.constantFrom(...texts), changes, fc.constantFrom('\n', '\r\n'), (text, list, newline) =>
      expectSound(list.reduce(changedAt, text).replace(/\n/g, newline)),
    ),
    { numRuns: Number(process.env['FORMAT_RUNS'] ?? 12) },
  )
}, 600_000)

it('never changes what small texts of the pieces of Markdown say', () => {
  const piece = fc.constantFrom(
    '# A',
    '## 7. The calls it makes',
    '### GET /a — B',
    '### Entity: ',
    '- ',
    '* ',
    '+   ',
    '1. ',
    '1) ',
    '12.  ',
    '> ',
    '**A:** ',
    '**Who**:',
    '__Who:__',
    '**',
    '| a | b |',
    '|-|-|',
    '| Field | Type | Rules | Default | Meaning |',
    '|---|---|---|---|---|',
    'not shown',
    'a',
    '`',
    '```',
    '<!--',
    '-->',
    '<b>',
    '---',
    '===',
    '#',
    '\\',
    '\n',
    '\n',
    '\n',
    '\n\n',
    '\r',
    '\r\n',
    ' ',
    '  ',
    '    ',
    '\t',
    '|',
    ':',
    '\u00A0',
    '\uFEFF',
    '\0',
  )
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 25 }).map((pieces) => pieces.join('')),
      expectSound,
    ),
    { numRuns: Number(process.env['FORMAT_RUNS'] ?? 12) * 60 },
  )
}, 600_000)
