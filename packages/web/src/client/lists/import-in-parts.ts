// A file of any size → requests of a thousand rows each, one after another. Each has a key made of all rows up to there,
// so that a part sent before, by this page or an earlier one, is not imported twice, also after a later row of the file
// was corrected.

import { CSV_BEGIN, csvLine, WITH_COMMAS, WITH_SEMICOLONS } from '@ninefold/core/contract/inputs/csv.ts'
import {
  type ColumnChoice,
  enteredCell,
  type Found,
  foundKey,
  namesIn,
  sentRow,
} from '@ninefold/core/contract/inputs/imported-rows.ts'
import { LEFT_OUT, partsOf, type RowsTaken } from '@ninefold/core/contract/inputs/row-imports.ts'
import type { InputField } from '@ninefold/core/contract/wire/inputs.ts'
import { nameOf } from '../input/form-values.ts'
import { instantAt } from '../input/moments.ts'
import { request } from '../query/request.ts'
import { untilAnswered } from '../query/retry-until-answered.ts'
import { csvStream } from './csv-stream.ts'

export interface ImportInParts {
  readonly file: File
  readonly fields: readonly InputField[]
  readonly columns: ColumnChoice
  /** The list's own address: `/_ninefold/screens/<key>/<block>`. */
  readonly address: string
  readonly timeZone: string
  readonly recordCalled: (reference: NonNullable<InputField['reference']>, name: string) => Promise<Found>
  readonly tell: (progress: ImportProgress) => void
  readonly signal: AbortSignal
}

export interface ImportProgress {
  readonly rows: number
  readonly created: number
  readonly refused: number
  /** The share of the file that has been read, from 0 to 1. */
  readonly part: number
  /** The reason why the next part has to wait. Null: it does not. */
  readonly waitsFor: unknown
}

export interface Imported extends ImportProgress {
  /** Refused rows with their reasons, as CSV. Null: none. */
  readonly refusedRows: Blob | null
  /** Null: the whole file was read. */
  readonly stoppedBy: unknown
}

/** Heading of the column with the reasons. */
const WHY = 'refused because'

export async function importInParts(asked: ImportInParts): Promise<Imported> {
  const stream = await csvStream(asked.file)
  let progress: ImportProgress = { rows: 0, created: 0, refused: 0, part: 1, waitsFor: null }
  if (stream === null) return { ...progress, refusedRows: null, stoppedBy: null }
  const [{ headings, hasDecimalCommas }, used] = [stream, usedColumns(asked)]
  const dialect = hasDecimalCommas ? WITH_SEMICOLONS : WITH_COMMAS
  const own = headings.flatMap((heading, index) => (heading === WHY ? [] : [index]))
  const line = (cells: readonly string[], why: string): string =>
    csvLine([...own.map((index) => cells[index] ?? ''), why], dialect)
  const [names, keys] = [new KnownNames(asked), new PartKeys(headings, asked.columns)]
  let refusedRows = new Blob([CSV_BEGIN + line(headings, WHY)])
  const done = (stoppedBy: unknown): Imported => ({
    ...progress,
    refusedRows: progress.refused === 0 ? null : refusedRows,
    stoppedBy,
  })
  try {
    for await (const lines of partsOf(stream.rows)) {
      const rows: unknown[] = []
      for (const cells of lines) rows.push(await bodyOfLine(asked, used, cells, names, hasDecimalCommas))
      const key = keys.next(lines)
      const answer = await sent(asked, rows, key, (waitsFor) => asked.tell({ ...progress, waitsFor }))
      const why = reasonsByRow(answer)
      refusedRows = new Blob([refusedRows, ...[...why].map(([row, reasons]) => line(lines[row] ?? [], reasons))])
      progress = {
        rows: progress.rows + lines.length,
        created: progress.created + answer.created,
        refused: progress.refused + why.size,
        part: stream.part(),
        waitsFor: null,
      }
      asked.tell(progress)
    }
    return done(null)
  } catch (thrown) {
    return done(thrown)
  }
}

interface UsedColumn {
  readonly field: InputField
  readonly column: number
}

function usedColumns({ fields, columns }: ImportInParts): UsedColumn[] {
  return fields.flatMap((field): UsedColumn[] => {
    const column = columns[nameOf(field)] ?? null
    return column === null ? [] : [{ field, column }]
  })
}

/** A name of no record, or of several, is refused by the server like an unknown key. */
async function bodyOfLine(
  { timeZone }: ImportInParts,
  used: readonly UsedColumn[],
  cells: readonly string[],
  names: KnownNames,
  hasDecimalCommas: boolean,
): Promise<Record<string, unknown>> {
  const entered = []
  for (const { field, column } of used) {
    const cell = cells[column] ?? ''
    const read = enteredCell(field, cell, await names.of(field, cell), hasDecimalCommas)
    entered.push({ field, value: 'value' in read ? read.value : cell.trim() })
  }
  return sentRow(entered, (clock) => instantAt(clock, timeZone))
}

const NAMES_MAX = 10_000

class KnownNames {
  readonly #known = new Map<string, Found>()
  readonly #asked: ImportInParts

  constructor(asked: ImportInParts) {
    this.#asked = asked
  }

  async of(field: InputField, cell: string): Promise<ReadonlyMap<string, Found>> {
    const { reference } = field
    const found = new Map<string, Found>()
    if (reference === null) return found
    for (const name of namesIn(field, cell)) {
      const key = foundKey(reference, name)
      const record = this.#known.get(key) ?? (await this.#asked.recordCalled(reference, name))
      if (this.#known.size >= NAMES_MAX) this.#known.clear()
      this.#known.set(key, record)
      found.set(key, record)
    }
    return found
  }
}

/** Repeats the same request until it is answered; the server recognises it. */
function sent(
  { address, signal }: ImportInParts,
  rows: readonly unknown[],
  idempotencyKey: string,
  wait: (why: unknown) => void,
): Promise<RowsTaken> {
  const body = { rows, refused: LEFT_OUT }
  const send = () => request<RowsTaken>('POST', `${address}/rows`, { body, idempotencyKey, signal })
  return untilAnswered(send, signal, wait)
}

function reasonsByRow({ refused }: RowsTaken): ReadonlyMap<number, string> {
  const reasons = new Map<number, string>()
  for (const { row = 0, about, message } of refused)
    reasons.set(row, `${reasons.has(row) ? `${reasons.get(row)} ` : ''}${about}: ${message}`)
  return reasons
}

const LANES = [
  [2_166_136_261, 16_777_619],
  [2_654_435_769, 2_246_822_507],
] as const

/** Own hashes, because `crypto.subtle` is missing on pages without HTTPS. The server compares contents, so files never collide. */
class PartKeys {
  readonly #sums: number[] = LANES.map(([start]) => start)
  #rows = 0

  constructor(headings: readonly string[], columns: ColumnChoice) {
    this.#add(JSON.stringify([headings, columns]))
  }

  next(lines: readonly (readonly string[])[]): string {
    this.#add(JSON.stringify(lines))
    const key = `rows-${this.#sums.map((sum) => (sum >>> 0).toString(16)).join('-')}-${this.#rows}`
    this.#rows += lines.length
    return key
  }

  #add(text: string): void {
    for (const [lane, [, prime]] of LANES.entries()) {
      let sum = this.#sums[lane] ?? 0
      for (let index = 0; index < text.length; index++) sum = Math.imul(sum ^ text.charCodeAt(index), prime)
      // The low bits of a product know only the low bits of its factors.
      this.#sums[lane] = sum ^ (sum >>> 15)
    }
  }
}
