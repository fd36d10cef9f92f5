// A table row while it is typed → its cells. Markdown splits at every unescaped pipe, even in backticks.

export interface Cell {
  readonly words: string
  /** Between the pipes, including white space. */
  readonly from: number
  readonly to: number
}

export function escapedCells(line: string): Cell[] {
  const cells: Cell[] = []
  let from = line.indexOf('|') + 1
  for (let index = from; index <= line.length; index++) {
    const isEnd = index === line.length
    if (!isEnd && (line[index] !== '|' || line[index - 1] === '\\')) continue
    const words = line.slice(from, index)
    // Text after the last pipe is not a cell.
    if (!isEnd || words.trim() !== '' || cells.length === 0) cells.push({ words: words.trim(), from, to: index })
    from = index + 1
  }
  return cells
}
