// A chosen file of any size → its rows, one at a time. The first part of the file decides about its encoding.

import { bodyRows, csvRows, type ParseCsv } from '@ninefold/core/contract/inputs/csv-rows.ts'
import { delimiterOf, lineEndOf } from '@ninefold/core/contract/inputs/csv.ts'
import papaparse, { type ParseResult } from 'papaparse'

export interface CsvStream {
  readonly headings: readonly string[]
  /** True: semicolons separate the cells, so a comma in a number is a decimal separator. */
  readonly hasDecimalCommas: boolean
  /** Each row is as long as the headings. Throws an `UnreadableRow`. */
  readonly rows: AsyncGenerator<readonly string[], void>
  /** The share of the file that has been read, from 0 to 1. */
  readonly part: () => number
}

const BEGINNING_BYTES = 65_536

/** Null: the file has no row. */
export async function csvStream(file: Blob): Promise<CsvStream | null> {
  const bytes = new Uint8Array(await file.slice(0, BEGINNING_BYTES).arrayBuffer())
  const encoding = encodingOf(bytes)
  const beginning = new TextDecoder(encoding).decode(bytes)
  const [delimiter, newline] = [delimiterOf(beginning), lineEndOf(beginning)]
  const parse: ParseCsv = (text, isWhole) => {
    const { data, meta, errors } = new papaparse.Parser({ delimiter, newline }).parse(text, 0, !isWhole) as ParseResult<
      string[]
    >
    return { rows: data, read: meta.cursor, isUnclosed: errors.some(({ type }) => type === 'Quotes') }
  }
  const read = { bytes: 0 }
  const lines = csvRows(textsOf(file, encoding, read), parse)
  const first = await lines.next()
  if (first.done === true) return null
  const headings = first.value.map((heading) => heading.trim())
  return {
    headings,
    hasDecimalCommas: delimiter === ';',
    rows: bodyRows(headings.length, lines),
    part: () => (file.size === 0 ? 1 : read.bytes / file.size),
  }
}

function encodingOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  try {
    // The end may cut a character in two.
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return 'utf-8'
  } catch {
    return 'windows-1252'
  }
}

async function* textsOf(file: Blob, encoding: string, read: { bytes: number }): AsyncGenerator<string, void> {
  const decoder = new TextDecoder(encoding)
  const reader = file.stream().getReader()
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      read.bytes += part.value.length
      yield decoder.decode(part.value, { stream: true })
    }
    yield decoder.decode()
  } finally {
    await reader.cancel()
  }
}
