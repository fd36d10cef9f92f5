import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Edit } from '../diagnostic/diagnostic.ts'
import { formatSpecification } from '../format/format-specification.ts'
import { openDocument } from './document.ts'
import {
  type EditedTable,
  insertRow,
  moveRow,
  offsetInCell,
  removeRow,
  tableAt,
  tablesBelow,
  writeCell,
} from './table-edits.ts'

const HELP_DESK = readFileSync(new URL('../../../../examples/helpdesk/app.md', import.meta.url), 'utf8')

const TEXT = `## 3. Entities and their fields

### Entity: Note

| Field   | Type            | Rules    | Default | Meaning |
| ------- | --------------- | -------- | ------- | ------- |
| title   | text up to 200  | required |         |         |
| isShort | yes/no          | computed \`title == "a" \\|\\| title == "b"\` | | |
| body    | long text       |          |         |         |

After it.
`

const edited = (text: string, edit: Edit | null): string =>
  edit === null ? text : text.slice(0, edit.span.start) + edit.text + text.slice(edit.span.end)

function tableOf(text: string): EditedTable {
  const table = tableAt(openDocument(text), text.indexOf('| Field'))
  if (table === null) throw new Error('There is no table.')
  return table
}

/** Difference, line by line. */
function changedLines(before: string, after: string): string[] {
  const known = new Set(before.split('\n'))
  return after.split('\n').filter((line) => !known.has(line))
}

it('shows cells as a person reads them', () => {
  const { columns, rows } = tableOf(TEXT)
  expect(columns).toEqual(['Field', 'Type', 'Rules', 'Default', 'Meaning'])
  expect(rows.map(({ cells }) => cells.map(({ words }) => words))).toEqual([
    ['title', 'text up to 200', 'required', '', ''],
    ['isShort', 'yes/no', 'computed `title == "a" || title == "b"`', '', ''],
    ['body', 'long text', '', '', ''],
  ])
})

it('writes a cell by changing its line alone, in canonical form and with its pipes escaped', () => {
  const after = edited(TEXT, writeCell(tableOf(TEXT), { row: 1, column: 2 }, 'computed `title == "a" || title == "c"`'))
  expect(changedLines(TEXT, after)).toEqual(['| isShort | yes/no | computed `title == "a" \\|\\| title == "c"` | | |'])
  expect(after.split('\n')).toHaveLength(TEXT.split('\n').length)
})

it('changes nothing where the words stay as they were', () => {
  expect(writeCell(tableOf(TEXT), { row: 0, column: 1 }, ' text up to 200 ')).toBeNull()
})

it('adds, removes and moves rows without touching the others', () => {
  const added = edited(TEXT, insertRow(tableOf(TEXT), 3))
  expect(changedLines(TEXT, added)).toEqual(['| | | | | |'])
  expect(edited(added, removeRow(tableOf(added), 3))).toBe(TEXT)
  const first = edited(TEXT, insertRow(tableOf(TEXT), 0))
  expect(tableOf(first).rows[0]?.cells[0]?.words).toBe('')
  const moved = edited(TEXT, moveRow(TEXT, tableOf(TEXT), 0, 1))
  expect(tableOf(moved).rows.map(({ cells }) => cells[0]?.words)).toEqual(['isShort', 'title', 'body'])
  expect(edited(moved, moveRow(moved, tableOf(moved), 1, -1))).toBe(TEXT)
  expect(moveRow(TEXT, tableOf(TEXT), 2, 1)).toBeNull()
})

it('knows where the caret of a cell stands in the text', () => {
  const [, row] = tableOf(TEXT).rows
  const cell = row?.cells[2]
  if (cell === undefined) throw new Error('There is no such cell.')
  const caret = cell.words.indexOf('"b"')
  expect(TEXT.slice(offsetInCell(cell, cell.words, caret)).startsWith('"b"')).toBe(true)
})

it('is no table to be edited where lines do not begin with a pipe', () => {
  const text = '## 3. Entities and their fields\n\n### Entity: Note\n\nField | Type\n--- | ---\ntitle | text\n'
  expect(tableAt(openDocument(text), text.indexOf('Field'))).toBeNull()
})

const TABLES = (() => {
  const document = openDocument(HELP_DESK)
  return document.headings.flatMap((heading) => tablesBelow(document, heading))
})()

it('reads every table of an example, and writes any words into any cell so that they are read again', () => {
  expect(TABLES.length).toBeGreaterThan(25)
  const somewhere = fc.record({
    table: fc.nat(TABLES.length - 1),
    row: fc.nat(100),
    column: fc.nat(10),
    words: fc.string({ unit: fc.constantFrom('a', 'b', '|', ' ', '`', ',', '\n') }),
  })
  fc.assert(
    fc.property(somewhere, ({ table: number, row, column, words }) => {
      const table = TABLES[number]
      if (table === undefined || table.rows.length === 0) return
      const at = { row: row % table.rows.length, column: column % table.columns.length }
      const after = edited(HELP_DESK, writeCell(table, at, words))
      const again = tableAt(openDocument(after), table.span.start)
      expect(again?.rows[at.row]?.cells[at.column]?.words).toBe(words.replace(/\n+/g, ' ').trim())
      expect(changedLines(HELP_DESK, after).length).toBeLessThanOrEqual(1)
    }),
    { numRuns: 15 },
  )
})

it('leaves a formatted text formatted', () => {
  const text = formatSpecification(TEXT)
  const after = edited(text, writeCell(tableOf(text), { row: 0, column: 4 }, 'what it is about'))
  expect(formatSpecification(after)).toBe(after)
})
