import { expect, it } from 'vitest'
import { offsetIn } from '../text/source.ts'
import type { Block } from './outline.ts'
import { spanOf, writtenOf, type Phrase } from './phrase.ts'
import { readOutline } from './read-outline.ts'

const blocks = (text: string) => readOutline(text).filter((entry): entry is Block => entry.kind !== 'heading')
const at = (text: string, phrase: Phrase): string => text.slice(spanOf(phrase).start, spanOf(phrase).end)

it('reads headings without their number signs', () => {
  const text = '\uFEFF# One\r\n\r\n### Two `three`\r\n'
  expect(
    readOutline(text).map(
      (entry) => entry.kind === 'heading' && [entry.level, writtenOf(entry.phrase).text, at(text, entry.phrase)],
    ),
  ).toEqual([
    [1, 'One', 'One'],
    [3, 'Two three', 'Two `three`'],
  ])
})

it('reads tables cell by cell, empty and surplus ones included', () => {
  const text = '| a | b |\n| --- | --- |\n| `x` | |\n| c | d | e |\n| f |\n'
  const [table] = blocks(text)
  expect(table?.kind === 'table' && table.rows.map((row) => row.cells.map((cell) => at(text, cell)))).toEqual([
    ['`x`', ''],
    ['c', 'd', 'e'],
    ['f'],
  ])
})

it('unescapes a pipe in a cell, and still knows the place of each character', () => {
  const text = '| a |\n| --- |\n| `x \\|\\| y` and \\| |\n'
  const [table] = blocks(text)
  const cell = table?.kind === 'table' ? table.rows[0]?.cells[0] : undefined
  expect(cell?.text).toBe('` and |')
  const code = cell?.codes[0]
  expect(code?.text).toBe('x || y')
  expect([...(code?.text ?? '')].map((_, index) => text[offsetIn(code!, index)]).join('')).toBe('x || y')
})

it('reads labels in bold, in lists, with the colon outside, and in the middle of words', () => {
  const labels = (text: string) =>
    blocks(text).map((block) =>
      block.kind === 'label'
        ? [block.label.text, writtenOf(block.value).text]
        : block.kind === 'paragraph'
          ? block.lines.map((line) => line.text)
          : null,
    )
  expect(labels('**A:** b')).toEqual([['A', 'b']])
  expect(labels('- **A:** b\n- **C**: d')).toEqual([
    ['A', 'b'],
    ['C', 'd'],
  ])
  expect(labels('**A:** b\n**C:** d\ne')).toEqual([
    ['A', 'b'],
    ['C', 'd e'],
  ])
  expect(labels('Words: **A:** b')).toEqual([['Words:'], ['A', 'b']])
  expect(labels('A **bold** word')).toEqual([['A bold word']])
  expect(labels('**A:**')).toEqual([['A', '']])
})

it('reads numbered steps over several lines, and what is nested below them', () => {
  const text = '1. one\r\n   `two`\r\n2. for each:\r\n   1. inner\r\n'
  const [steps] = blocks(text)
  expect(steps?.kind === 'steps' && steps.items.map((item) => [item.phrase.text, item.blocks.length])).toEqual([
    ['one `', 0],
    ['for each:', 1],
  ])
})

it('takes a code span out of double backticks, and a backtick without a partner for none', () => {
  const [block] = blocks('a `` x ` y `` b ` c')
  const line = block?.kind === 'paragraph' ? block.lines[0] : undefined
  expect(line?.text).toBe('a ` b \uFFFD c')
  expect(line?.codes[0]?.text).toBe('x ` y')
})

it('leaves code fences, HTML and comments out', () => {
  expect(blocks('```\n**A:** b\n```\n\n<!-- **A:** b -->\n\n---\n')).toEqual([])
})
