// Refused rows → a CSV file like the original, with a column of reasons. Once corrected, it can be imported again.

import { createWriteStream, type WriteStream } from 'node:fs'
import { once } from 'node:events'
import { CSV_BEGIN, csvLine, WITH_COMMAS, WITH_SEMICOLONS } from '@ninefold/core/contract/inputs/csv.ts'
import type { CsvSource } from './csv-source.ts'

export interface RefusedLine {
  readonly cells: readonly string[]
  readonly why: string
}

/** Heading of the column of reasons; an imported file may already have it. */
export const WHY = 'refused because'

export class RefusedFile {
  readonly #stream: WriteStream
  readonly #dialect: typeof WITH_COMMAS
  /** Indexes of the file's own columns. */
  readonly #own: readonly number[]

  constructor(path: string, { headings, delimiter }: CsvSource) {
    this.#stream = createWriteStream(path)
    this.#dialect = delimiter === ';' ? WITH_SEMICOLONS : WITH_COMMAS
    this.#own = [...headings.keys()].filter((index) => headings[index] !== WHY)
    this.#stream.write(CSV_BEGIN + this.#line(headings, WHY))
  }

  async add(refused: readonly RefusedLine[]): Promise<void> {
    const lines = refused.map(({ cells, why }) => this.#line(cells, why)).join('')
    if (lines !== '' && !this.#stream.write(lines)) await once(this.#stream, 'drain')
  }

  #line(cells: readonly string[], why: string): string {
    return csvLine([...this.#own.map((index) => cells[index] ?? ''), why], this.#dialect)
  }

  async close(): Promise<void> {
    this.#stream.end()
    await once(this.#stream, 'close')
  }
}
