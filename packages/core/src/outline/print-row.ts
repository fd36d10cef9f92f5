// Cells → a row of a table in canonical form: one space around words, and no aligned columns.

export function printRow(cells: readonly string[]): string {
  return `|${cells.map((words) => (words === '' ? ' ' : ` ${words} `)).join('|')}|`
}
