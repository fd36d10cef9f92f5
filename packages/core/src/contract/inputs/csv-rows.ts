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

/** A quotation mark is never closed: the rest of the file would be one cell. */
export class UnclosedQuotation extends Error {
  override name = 'UnclosedQuotation'
  /** The row that has it, from 1; the line with the headings is row 0. */
  readonly row: number

  constructor(row: number) {
    super(`A quotation mark in row ${row} is never closed.`)
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
    if (rest.length > ROW_LENGTH_MAX) throw new UnclosedQuotation(count)
  }
  const { rows, isUnclosed } = parse(rest, true)
  if (isUnclosed) throw new UnclosedQuotation(count + rows.length - 1)
  for (const row of rows) if (!isBlank(row)) yield row
}

function isBlank(row: readonly string[]): boolean {
  return row.every((cell) => cell.trim() === '')
}
