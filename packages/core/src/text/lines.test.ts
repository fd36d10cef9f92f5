import fc from 'fast-check'
import { expect, it } from 'vitest'
import { excerptOf, linesOf, lineText, positionAt } from './lines.ts'

it('counts lines by CR LF, LF and CR, and columns from 1', () => {
  const lines = linesOf('a\r\nb\nc\rd')
  expect([0, 1, 3, 5, 7, 8].map((offset) => positionAt(lines, offset))).toEqual([
    { line: 1, column: 1 },
    { line: 1, column: 2 },
    { line: 2, column: 1 },
    { line: 3, column: 1 },
    { line: 4, column: 1 },
    { line: 4, column: 2 },
  ])
  expect([1, 2, 3, 4].map((line) => lineText(lines, line))).toEqual(['a', 'b', 'c', 'd'])
})

it('draws an offset outside the text to its nearest end', () => {
  expect(positionAt(linesOf('ab'), 99)).toEqual({ line: 1, column: 3 })
  expect(positionAt(linesOf(''), -1)).toEqual({ line: 1, column: 1 })
})

it('finds the way back from every position to its offset', () =>
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', '\n', '\r', '\r\n', '😀'), maxLength: 40 }),
      fc.nat(80),
      (text, at) => {
        const offset = Math.min(at, text.length)
        const lines = linesOf(text)
        const { line, column } = positionAt(lines, offset)
        expect((lines.starts[line - 1] ?? 0) + column - 1).toBe(offset)
      },
    ),
  ))

it('cuts an excerpt into what stands before, in and after a span', () => {
  expect(excerptOf(linesOf('x\nabc def\n'), { start: 6, end: 9 })).toEqual({
    line: 2,
    before: 'abc ',
    marked: 'def',
    after: '',
  })
})
