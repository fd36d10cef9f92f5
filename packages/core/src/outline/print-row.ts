// Cells → a table row in canonical form: one space around the text, and no aligned columns.

export function printRow(cells: readonly string[]): string {
  return `|${cells.map((words) => (words === '' ? ' ' : ` ${words} `)).join('|')}|`
}
