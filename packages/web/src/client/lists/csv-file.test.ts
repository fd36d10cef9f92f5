// A spreadsheet's file is read as intended, and a downloaded file comes back unchanged.

import { expect, it } from 'vitest'
import fc from 'fast-check'
import {
  CSV_BEGIN,
  csvCell,
  csvLine,
  csvText,
  durationOfText,
  durationText,
  textOfCsv,
  WITH_COMMAS,
  WITH_SEMICOLONS,
} from '@ninefold/core/contract/inputs/csv.ts'
import type { InputField } from '@ninefold/core/contract/wire/inputs.ts'
import { readCsv, textOfFile } from './csv-file.ts'
import { enteredCell } from '@ninefold/core/contract/inputs/imported-rows.ts'
import { writesDecimalCommas } from '../input/language.ts'

it('reads commas, semicolons and tabulators, and leaves out empty lines', () => {
  for (const by of [',', ';', '\t'])
    expect(readCsv(`a${by}b\r\n1${by}"x${by} ""y""\n"\r\n\r\n2\r\n`)).toEqual({
      isRead: true,
      hasDecimalCommas: by === ';',
      headings: ['a', 'b'],
      rows: [
        ['1', `x${by} "y"\n`],
        ['2', ''],
      ],
    })
})

it('says what is no table', () => {
  expect(readCsv('a,b')).toEqual({ isRead: false, why: 'no rows' })
  expect(readCsv('a,b\n"1,2')).toMatchObject({ isRead: false, why: 'unclosed' })
  // Unquoted, the comma of a name begins a cell that no column has.
  expect(readCsv('a,b\n1,2\n1,Miller, Ann')).toEqual({ isRead: false, why: 'too wide', row: 2 })
  expect(readCsv('a,b\n1,2,, ')).toMatchObject({ isRead: true, rows: [['1', '2']] })
})

it('reads UTF-8, UTF-16 and what older programs write', async () => {
  expect(await textOfFile(new Blob(['Grüße']))).toBe('Grüße')
  expect(await textOfFile(new Blob([new Uint8Array([0x47, 0x72, 0xfc, 0xdf, 0x65])]))).toBe('Grüße')
  expect(await textOfFile(new Blob([new Uint8Array([0xff, 0xfe, 0x47, 0, 0xfc, 0])]))).toBe('Gü')
})

const text = fc.string({
  unit: fc.constantFrom('=', '+', '-', '@', '＝', "'", '\t', '\r', '\n', ',', ';', '"', ' ', 'a', 'ü', '1'),
})

it('brings every text back, and none that a program would compute', () => {
  fc.assert(
    fc.property(fc.array(text, { minLength: 2, maxLength: 4 }), (texts) => {
      const cells = texts.map(csvText)
      expect(cells.some((cell) => /^[=+\-@\t\r\n]/.test(cell))).toBe(false)
      const read = readCsv(
        CSV_BEGIN + csvLine(['a', 'b', 'c', 'd'].slice(0, texts.length)) + csvLine(['x', ...cells.slice(1)]),
      )
      expect(read).toMatchObject({ isRead: true })
      expect(read.isRead ? read.rows[0]?.slice(1).map(textOfCsv) : []).toEqual(texts.slice(1))
    }),
  )
})

it('brings durations back', () => {
  for (const milliseconds of [0, 1, 999, 60_000, 95_400_250, -3_600_000])
    expect(durationOfText(durationText(milliseconds))).toBe(milliseconds)
  expect(durationOfText('soon')).toBeNull()
})

it.each([WITH_COMMAS, WITH_SEMICOLONS])('brings numbers and amounts back, with $separator between cells', (dialect) => {
  const number = { kind: 'decimal' } as InputField
  const money = { kind: 'money', money: { currency: null } } as unknown as InputField
  const cells = [
    csvCell({ kind: 'number' }, '-12.50', dialect),
    csvCell({ kind: 'money', currency: null }, { amount: '1234.5', currency: 'EUR' }, dialect),
    csvCell({ kind: 'text' }, '1.5, or 2; or 3', dialect),
  ]
  expect(cells[0]).toBe(dialect === WITH_COMMAS ? '-12.50' : '-12,50')
  const read = readCsv(csvLine(['a', 'b', 'c'], dialect) + csvLine(cells, dialect))
  if (!read.isRead) throw new Error('It was not read.')
  const [one = '', two = '', three = ''] = read.rows[0] ?? []
  const entered = (field: InputField, cell: string) =>
    enteredCell({ ...field, reference: null }, cell, new Map(), read.hasDecimalCommas)
  expect(entered(number, one)).toEqual({ value: '-12.50' })
  expect(entered(money, two)).toEqual({ value: ['1234.5', 'EUR'] })
  expect(entered({ ...number, kind: 'text' }, three)).toEqual({ value: '1.5, or 2; or 3' })
})

it('separates as the region of the reader has it', () => {
  expect(writesDecimalCommas(['de-DE', 'en-US'])).toBe(true)
  expect(writesDecimalCommas(['en-US', 'de-DE'])).toBe(false)
  expect(writesDecimalCommas(['de-CH'])).toBe(false)
})

it('writes values as people and programs read them', () => {
  expect(csvCell({ kind: 'money', currency: null }, { amount: '9.90', currency: 'EUR' })).toBe('9.90 EUR')
  expect(csvCell({ kind: 'number' }, -5)).toBe('-5')
  expect(csvCell({ kind: 'text' }, '-5')).toBe("'-5")
  expect(csvCell({ kind: 'choice', values: [{ value: 'in_work', label: 'In work' }] }, 'in_work')).toBe('In work')
  expect(csvCell({ kind: 'list', of: { kind: 'text' } }, ['=a', null, 'b'])).toBe("'=a; ; b")
  expect(csvCell({ kind: 'secret', entity: 'A', field: 'b' }, true)).toBe('')
  expect(csvCell({ kind: 'period', of: 'date' }, { start: '2026-01-01', end: '2026-02-01' })).toBe(
    '2026-01-01/2026-02-01',
  )
  expect(csvCell({ kind: 'text' }, undefined)).toBe('')
})

/** Parses like a program with this separator that supports quotes only around a whole cell. */
function cellsBy(separator: string, line: string): string[] {
  const cells = [...line.matchAll(new RegExp(`("(?:[^"]|"")*"|[^${separator}\r\n]*)(?:${separator}|\r?\n|\r|$)`, 'g'))]
  return cells.map(([, cell = '']) => (cell.startsWith('"') ? cell.replace(/^"|"$/g, '').replaceAll('""', '"') : cell))
}

it('holds no formula in any cell, by whatever a program separates cells', () => {
  expect(cellsBy(';', 'a,"b;=1"')).toEqual(['a,"b', '=1"', ''])
  fc.assert(
    fc.property(text, text, (one, other) => {
      const line = csvLine([csvText(one), csvText(other)])
      for (const separator of [';', '\t'])
        expect(cellsBy(separator, line).filter((cell) => /^[ "]*[=+\-@＝＋－＠]/.test(cell))).toEqual([])
    }),
    { numRuns: 2000 },
  )
})
