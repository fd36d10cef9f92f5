// Rows of text → a table in the terminal; figures → text.

export function printTable(header: readonly string[], rows: readonly (readonly string[])[]): void {
  const all = [header, ...rows]
  const widths = header.map((_, column) => Math.max(...all.map((row) => (row[column] ?? '').length)))
  for (const row of all)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
}

export function milliseconds(value: number): string {
  return `${value.toFixed(value < 10 ? 2 : 1)} ms`
}

export function verdict(isReached: boolean): string {
  return isReached ? 'reached' : 'not reached'
}
