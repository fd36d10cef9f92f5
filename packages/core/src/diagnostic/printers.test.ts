import { expect, it } from 'vitest'
import { diagnostic } from './diagnostic.ts'
import { applyFixes } from './apply-fixes.ts'
import { printGithub } from './print-github.ts'
import { bound } from '../text/chapters.ts'
import { printJson } from './print-json.ts'
import { printSarif } from './print-sarif.ts'
import { printDiagnostics } from './print-terminal.ts'

const source = { file: 'my app.md', text: 'Roles\r\n\r\n\t| clrek | approve |\r\n' }
const at = source.text.indexOf('clrek')
const found = diagnostic('N601', { start: at, end: at + 5 }, 'clrek')
  .because({ start: 0, end: 5 }, 'Roles are listed here.')
  .suggesting('clrek', ['clerk'])

it('puts a caret under exactly the span, whatever stands before it', () => {
  expect(printDiagnostics([found], source)).toBe(
    [
      'error N601: No role is called "clrek".',
      '  my app.md:3:4',
      ' 3 |  | clrek | approve |',
      '   |    ^^^^^',
      '   = Did you mean "clerk"?',
      '   = Roles are listed here. (my app.md:1:1)',
      '',
    ].join('\n'),
  )
  const wide = { file: 'a.md', text: '日本 e\u0301 🙂 X' }
  const place = wide.text.indexOf('X')
  expect(printDiagnostics([diagnostic('N601', { start: place, end: place + 1 }, 'X')], wide).split('\n')[3]).toBe(
    `   | ${' '.repeat(10)}^`,
  )
})

it('marks a span over several lines on its first one, and an empty one with one caret', () => {
  const text = 'ab\ncd'
  const carets = (start: number, end: number) =>
    printDiagnostics([diagnostic('N601', { start, end }, 'x')], { file: 'a', text }).split('\n')[3]
  expect(carets(1, 4)).toBe('   |  ^')
  expect(carets(5, 5)).toBe('   |   ^')
})

it('shows control characters instead of sending them to the terminal', () => {
  const text = '\u001B[31mred\u202E'
  expect(printDiagnostics([diagnostic('N601', { start: 0, end: 1 }, 'x')], { file: 'a', text })).not.toMatch(
    /\u001B|\u202E/,
  )
})

it('prints JSON with lines and columns counted from 1, and offsets from 0', () => {
  const questions = [{ point: 'purpose', question: 'Purpose', answer: 'open' }]
  expect(JSON.parse(printJson([found], source, questions))).toEqual({
    diagnostics: [
      {
        number: 'N601',
        severity: 'error',
        message: 'No role is called "clrek".',
        file: 'my app.md',
        start: { line: 3, column: 4, offset: at },
        end: { line: 3, column: 9, offset: at + 5 },
        related: [
          {
            message: 'Roles are listed here.',
            file: 'my app.md',
            start: { line: 1, column: 1, offset: 0 },
            end: { line: 1, column: 6, offset: 5 },
          },
        ],
        hint: 'Did you mean "clerk"?',
        fixes: [
          {
            title: 'Replace with "clerk"',
            edits: [
              {
                file: 'my app.md',
                start: { line: 3, column: 4, offset: at },
                end: { line: 3, column: 9, offset: at + 5 },
                text: 'clerk',
              },
            ],
          },
        ],
      },
    ],
    questions,
  })
})

it('escapes what GitHub would take for its own', () => {
  const strange = { file: 'a,b:c%.md', text: source.text }
  expect(printGithub([found], strange)).toBe(
    '::error file=a%2Cb%3Ac%25.md,line=3,endLine=3,col=4,endColumn=8,title=N601 Unknown role::No role is called "clrek".%0ADid you mean "clerk"?\n',
  )
})

it('prints SARIF with rules, places and replacements', () => {
  const run = JSON.parse(printSarif([found, found], source)).runs[0]
  expect(run.tool.driver.rules).toEqual([
    { id: 'N601', shortDescription: { text: 'Unknown role' }, defaultConfiguration: { level: 'error' } },
  ])
  expect(run.results).toHaveLength(2)
  expect(run.results[0]).toMatchObject({
    ruleId: 'N601',
    ruleIndex: 0,
    level: 'error',
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: 'my%20app.md' },
          region: { startLine: 3, startColumn: 4, endLine: 3, endColumn: 9 },
        },
      },
    ],
    fixes: [{ artifactChanges: [{ replacements: [{ insertedContent: { text: 'clerk' } }] }] }],
  })
})

it('applies fixes from the end, and of two that touch the same place the first', () => {
  const edit = (start: number, end: number, text: string) => ({ title: '', edits: [{ span: { start, end }, text }] })
  expect(applyFixes('abcdef', [edit(0, 1, 'AAA'), edit(3, 5, ''), edit(4, 6, 'no')])).toBe('AAAbcf')
})

it('gives each place in its file, and changes each file on its own', () => {
  const text = bound('# Amounts\n', [{ path: 'garden/a.md', text: 'one\ntwo\n' }])
  const [first, second] = ['Amounts', 'two'].map((word) => ({
    start: text.indexOf(word),
    end: text.indexOf(word) + word.length,
  }))
  if (first === undefined || second === undefined) throw new Error('Defect: a word is missing.')
  const edits = [first, second].map((span) => ({ span, text: 'x' }))
  const both = diagnostic('N601', second, 'two').because(first, 'It is here.').withFix({ title: 'Both', edits })
  const whole = { file: 'shop/app.md', text }
  expect(printDiagnostics([both], whole)).toContain('  shop/garden/a.md:2:1\n 2 | two\n')
  expect(printDiagnostics([both], whole)).toContain('It is here. (shop/app.md:1:3)')
  const [printed] = JSON.parse(printJson([both], whole, [])).diagnostics
  expect(printed).toMatchObject({
    file: 'shop/garden/a.md',
    start: { line: 2, column: 1, offset: 4 },
    related: [{ file: 'shop/app.md', start: { line: 1, column: 3, offset: 2 } }],
    fixes: [{ edits: [{ file: 'shop/app.md' }, { file: 'shop/garden/a.md' }] }],
  })
  expect(printGithub([both], whole)).toContain('file=shop/garden/a.md,line=2,')
  const [{ artifactChanges }] = JSON.parse(printSarif([both], whole)).runs[0].results[0].fixes
  expect(artifactChanges.map((each: any) => [each.artifactLocation.uri, each.replacements.length])).toEqual([
    ['shop/app.md', 1],
    ['shop/garden/a.md', 1],
  ])
})
