// A CSV file of any size → its rows, one at a time, with only a few parts of the file in memory. The file is read once.
// It has headings, and commas, semicolons, tabs or bars between its cells.

import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { bodyRows, csvRows, type ParseCsv } from '@ninefold/core/contract/inputs/csv-rows.ts'
import { delimiterOf, lineEndOf } from '@ninefold/core/contract/inputs/csv.ts'
import papaparse, { type ParseResult } from 'papaparse'
import { Stop } from '../terminal/exit.ts'

export interface CsvSource {
  readonly headings: readonly string[]
  readonly delimiter: string
  /** Each row is as long as the headings. Throws an `UnreadableRow` or an `UnreadableText` where the rest is unreadable. */
  readonly rows: AsyncIterable<readonly string[]>
}

/** The first part of the file decides about separator and line end. */
const BEGINNING_BYTES = 65_536

export async function csvSource(path: string): Promise<CsvSource> {
  const beginning = (await beginningOf(path)).replace(/^\uFEFF/, '')
  const [delimiter, newline] = [delimiterOf(beginning), lineEndOf(beginning)]
  const parse: ParseCsv = (text, isWhole) => {
    const { data, meta, errors } = new papaparse.Parser({ delimiter, newline }).parse(text, 0, !isWhole) as ParseResult<
      string[]
    >
    return { rows: data, read: meta.cursor, isUnclosed: errors.some(({ type }) => type === 'Quotes') }
  }
  const lines = csvRows(textsOf(path), parse)
  const first = await lines.next()
  if (first.done === true) throw new Stop(`${path} has no row.`)
  const headings = first.value.map((heading) => heading.trim())
  return { headings, delimiter, rows: bodyRows(headings.length, lines) }
}

async function beginningOf(path: string): Promise<string> {
  const file = await open(path).catch((cause: NodeJS.ErrnoException) => {
    throw new Stop(cause.code === 'ENOENT' ? `There is no file ${path}.` : `${path} can't be read: ${cause.message}`)
  })
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(BEGINNING_BYTES), 0, BEGINNING_BYTES, 0)
    return buffer.subarray(0, bytesRead).toString('utf8')
  } finally {
    await file.close()
  }
}

/** The bytes of the file are not a text in UTF-8. */
export class UnreadableText extends Error {
  override name = 'UnreadableText'
}

/** Without a byte order mark. */
async function* textsOf(path: string): AsyncGenerator<string, void> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const bytes of createReadStream(path)) yield decoder.decode(bytes as Buffer, { stream: true })
    yield decoder.decode()
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause
    throw new UnreadableText(
      'The file is not a text in UTF-8. Save it in UTF-8, or convert it: iconv -f WINDOWS-1252 -t UTF-8.',
    )
  }
}
