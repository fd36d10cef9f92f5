// A text in pieces → rows of CSV, one at a time, with one piece and one row in memory. The caller passes the parser.

export interface ParsedText {
  readonly rows: readonly (readonly string[])[]
  /** The number of characters of the rows. */
  readonly read: number
  /** True: the text ends inside quotation marks. */
  readonly isUnclosed: boolean
}

/** `isWhole` false: the last row may continue in the next piece and is left out. */
export type ParseCsv = (text: string, isWhole: boolean) => ParsedText

/**
 * `unclosed`: the rest of the file would be one cell. `too long`: the same, or a row beyond the limit. `too wide`: cells
 * without a heading would be lost.
 */
export type UnreadableBecause = 'unclosed' | 'too long' | 'too wide'

const SENTENCES: Readonly<Record<UnreadableBecause, (row: number) => string>> = {
  unclosed: (row) => `A quotation mark in row ${row} is never closed.`,
  'too long': (row) => `Row ${row} has more than 8 MB, or a quotation mark in it is never closed.`,
  'too wide': (row) =>
    `Row ${row} has more cells than there are headings. A text with a separator needs quotation marks.`,
}

export class UnreadableRow extends Error {
  override name = 'UnreadableRow'
  readonly why: UnreadableBecause
  /** From 1; the line with the headings is row 0. */
  readonly row: number

  constructor(why: UnreadableBecause, row: number) {
    super(SENTENCES[why](row))
    this.why = why
    this.row = row
  }
}

/** Characters parsed at once. */
const PART_LENGTH = 65_536
/** A longer row is refused. */
const ROW_LENGTH_MAX = 8_388_608

/** Rows without any text are left out. */
export async function* csvRows(texts: AsyncIterable<string>, parse: ParseCsv): AsyncGenerator<readonly string[], void> {
  let [rest, count] = ['', 0]
  for await (const text of texts) {
    rest += text
    if (rest.length < PART_LENGTH) continue
    const { rows, read } = parse(rest, false)
    rest = rest.slice(read)
    for (const row of rows) {
      if (isBlank(row)) continue
      count += 1
      yield row
    }
    if (rest.length > ROW_LENGTH_MAX) throw new UnreadableRow('too long', count)
  }
  const { rows, isUnclosed } = parse(rest, true)
  for (const row of isUnclosed ? rows.slice(0, -1) : rows) {
    if (isBlank(row)) continue
    count += 1
    yield row
  }
  // The line with the headings is counted too.
  if (isUnclosed) throw new UnreadableRow('unclosed', count)
}

/** A row as long as the headings: empty cells are added, or left out. Throws an `UnreadableRow`. `row`: its number. */
export function asWideAs(width: number, cells: readonly string[], row: number): readonly string[] {
  if (!isBlank(cells.slice(width))) throw new UnreadableRow('too wide', row)
  return Array.from({ length: width }, (_, index) => cells[index] ?? '')
}

/** Rows below the headings, each as wide as these. Throws an `UnreadableRow`. */
export async function* bodyRows(
  width: number,
  rows: AsyncIterable<readonly string[]>,
): AsyncGenerator<readonly string[], void> {
  let count = 0
  for await (const cells of rows) yield asWideAs(width, cells, (count += 1))
}

function isBlank(row: readonly string[]): boolean {
  return row.every((cell) => cell.trim() === '')
}
