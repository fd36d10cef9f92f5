// A file that a person has chosen → the rows of a table, from any program: with commas, semicolons or tabs, in UTF-8 or
// an older encoding.

import { asWideAs, type UnreadableBecause, UnreadableRow } from '@ninefold/core/contract/inputs/csv-rows.ts'
import { delimiterOf } from '@ninefold/core/contract/inputs/csv.ts'
import papaparse from 'papaparse'

export interface CsvTable {
  readonly headings: readonly string[]
  /** Cells are separated by semicolons, so a comma in a number is a decimal one. */
  readonly hasDecimalCommas: boolean
  /** Each as long as the header. */
  readonly rows: readonly (readonly string[])[]
}

/** `row`: the row that cannot be read. */
export type CsvRead =
  | ({ readonly isRead: true } & CsvTable)
  | { readonly isRead: false; readonly why: UnreadableBecause; readonly row: number }
  | { readonly isRead: false; readonly why: 'no rows' }

export function readCsv(text: string): CsvRead {
  const plain = text.replace(/^\uFEFF/, '')
  const delimiter = delimiterOf(plain)
  const { data, errors } = papaparse.parse<string[]>(plain, {
    skipEmptyLines: 'greedy',
    delimiter,
  })
  const unclosed = errors.find(({ type }) => type === 'Quotes')
  if (unclosed !== undefined) return { isRead: false, why: 'unclosed', row: unclosed.row ?? 0 }
  const [headings = [], ...rows] = data
  if (rows.length === 0) return { isRead: false, why: 'no rows' }
  return asRead(() => ({
    hasDecimalCommas: delimiter === ';',
    headings: headings.map((heading) => heading.trim()),
    rows: rows.map((row, index) => asWideAs(headings.length, row, index + 1)),
  }))
}

function asRead(table: () => CsvTable): CsvRead {
  try {
    return { isRead: true, ...table() }
  } catch (cause) {
    return notRead(cause)
  }
}

/** Throws every other error again. */
export function notRead(cause: unknown): CsvRead {
  if (!(cause instanceof UnreadableRow)) throw cause
  return { isRead: false, why: cause.why, row: cause.row }
}

export async function textOfFile(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
