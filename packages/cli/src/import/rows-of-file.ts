// Rows of a CSV file → batches. One transaction imports a batch and stores its answer under a key made of all rows up to
// there, so a run after a kill finds the answers of imported batches instead of importing them again. The next batch is
// read while PostgreSQL works on the one before.

import { createHash } from 'node:crypto'
import { type CellValue, matchColumns, sentRow } from '@ninefold/core/contract/inputs/imported-rows.ts'
import { LEFT_OUT, partsOf, type RowsTaken } from '@ninefold/core/contract/inputs/row-imports.ts'
import type { InputField } from '@ninefold/core/contract/wire/inputs.ts'
import { fromLocal } from '@ninefold/core/expression/evaluate/time-zone.ts'
import type { Entity } from '@ninefold/core/model/entities.ts'
import { keyOwner } from '@ninefold/server/api/calls/idempotency.ts'
import { grantedInputs } from '@ninefold/server/api/calls/standard-calls.ts'
import type { Exchange } from '@ninefold/server/api/http/exchange.ts'
import { importRows, rowsOf, type SentRows } from '@ninefold/server/api/screens/row-imports.ts'
import { bindingsOf } from '@ninefold/server/gate/context/bindings.ts'
import { keptAnswer } from '@ninefold/server/store/tables/idempotency-keys.ts'
import { EXIT, Stop } from '../terminal/exit.ts'
import type { CsvSource } from './csv-source.ts'
import { NamedRecords } from './named-records.ts'
import { type RefusedLine, WHY } from './refused-file.ts'

export interface TakenBatch {
  /** Number of rows, refused ones included. */
  readonly rows: number
  readonly created: number
  readonly refused: readonly RefusedLine[]
  /** True: an earlier run has imported it. */
  readonly isRepeated: boolean
}

export interface RowsOfFile {
  readonly exchange: Exchange
  readonly entity: Entity
  readonly source: CsvSource
}

/** Yields one batch after another. */
export async function* takenBatches({ exchange, entity, source }: RowsOfFile): AsyncGenerator<TakenBatch, void> {
  const batches = new Batches(exchange, entity, source)
  for await (const batch of oneAhead(batches.of(source.rows))) yield await batches.take(batch)
}

/** Asks for the next item before the one at hand is used. Two items are in memory. */
async function* oneAhead<T>(items: AsyncGenerator<T, void>): AsyncGenerator<T, void> {
  let next = items.next()
  for (;;) {
    const item = await next
    if (item.done === true) return
    next = items.next()
    // The error is thrown where the item is awaited; until then it has no other listener.
    next.catch(() => {})
    yield item.value
  }
}

interface Batch {
  readonly lines: readonly (readonly string[])[]
  /** Equal for equal rows behind equal rows. */
  readonly key: string
  /** Null: a cell may name a record that the batch before creates, so the rows are read later. */
  readonly sent: SentRows | null
}

type Cells = { readonly field: InputField; readonly value: CellValue }[]

class Batches {
  readonly #exchange: Exchange
  readonly #entity: Entity
  readonly #columns: readonly FileColumn[]
  readonly #hasDecimalCommas: boolean
  readonly #named: NamedRecords
  #key: string

  constructor(exchange: Exchange, entity: Entity, { headings, delimiter }: CsvSource) {
    // A row cannot contain a file.
    const inputs = grantedInputs(exchange, entity).filter(({ file }) => file === undefined)
    this.#exchange = exchange
    this.#entity = entity
    this.#columns = columnsOf(inputs, headings)
    this.#hasDecimalCommas = delimiter === ';'
    this.#named = new NamedRecords(exchange)
    this.#key = JSON.stringify(headings)
  }

  async *of(rows: CsvSource['rows']): AsyncGenerator<Batch, void> {
    const namesNone = this.#columns.every(({ field }) => field.reference === null)
    for await (const lines of partsOf(rows)) {
      this.#key = createHash('sha256').update(this.#key).update(JSON.stringify(lines)).digest('base64url')
      yield { lines, key: this.#key, sent: namesNone ? await this.#sent(lines) : null }
    }
  }

  async take({ lines, key, sent }: Batch): Promise<TakenBatch> {
    const { application, caller, bindings } = this.#exchange
    const keyed = { caller: keyOwner(caller), call: `ninefold import ${this.#entity.name}`, key }
    const kept = await keptAnswer(application.database, keyed)
    if (kept !== null) return { ...taken(lines, kept.json), isRepeated: true }
    const nowMs = application.database.nowMs()
    const exchange = { ...this.#exchange, bindings: { ...bindings, ...bindingsOf(application, caller, nowMs) } }
    // The key stands for the content, because a name in a cell may mean another record by the next run.
    const recognised = { ...keyed, content: key, isSecret: false, by: 'file' }
    const answer = await importRows(exchange, this.#entity, sent ?? (await this.#sent(lines)), {
      key: recognised,
      asked: { id: key, headers: {} },
    })
    return { ...taken(lines, answer.json), isRepeated: answer.isRepeated === true }
  }

  async #sent(lines: Batch['lines']): Promise<SentRows> {
    const rows: unknown[] = []
    for (const cells of lines) rows.push(sentRow(await this.#entered(cells), this.#instantAt))
    return rowsOf({ ...this.#exchange, body: { rows, refused: LEFT_OUT } }, this.#entity)
  }

  /** A name of no record, or of several, is refused like an unknown key. */
  async #entered(cells: readonly string[]): Promise<Cells> {
    const entered: Cells = []
    for (const { field, column } of this.#columns) {
      const cell = cells[column] ?? ''
      const read = await this.#named.entered(field, cell, this.#hasDecimalCommas)
      entered.push({ field, value: 'value' in read ? read.value : cell.trim() })
    }
    return entered
  }

  readonly #instantAt = (clock: string): number | null => {
    const { timeZone } = this.#exchange.application
    const asUtc = Date.parse(`${clock.trim().replace(' ', 'T')}Z`)
    return Number.isNaN(asUtc) ? null : fromLocal(asUtc, timeZone)
  }
}

function taken(lines: readonly (readonly string[])[], json: string | null): Omit<TakenBatch, 'isRepeated'> {
  const { created, refused } = JSON.parse(json ?? '{}') as RowsTaken
  const reasons = new Map<number, string[]>()
  for (const { row = 0, about, message } of refused)
    reasons.set(row, [...(reasons.get(row) ?? []), `${about}: ${message}`])
  return {
    rows: lines.length,
    created,
    refused: [...reasons].map(([row, why]) => ({ cells: lines[row] ?? [], why: why.join(' ') })),
  }
}

interface FileColumn {
  readonly field: InputField
  readonly column: number
}

const LISTED_MAX = 10

function listed(headings: readonly string[]): string {
  const first = headings.slice(0, LISTED_MAX).map((heading) => `"${heading.slice(0, 100)}"`)
  const more = headings.length - first.length
  return first.join(', ') + (more > 0 ? ` and ${more} more` : '')
}

/** Columns that are inputs. An unknown column is an error, because its values would be lost silently. */
function columnsOf(inputs: readonly InputField[], headings: readonly string[]): FileColumn[] {
  const chosen = matchColumns(inputs, headings)
  const columns = inputs.flatMap((field): FileColumn[] => {
    const column = chosen[field.path.join('.')] ?? null
    return column === null ? [] : [{ field, column }]
  })
  const names = inputs.map(({ path }) => path.join('.')).join(', ')
  const unknown = headings.filter(
    (heading, index) => heading !== WHY && !columns.some(({ column }) => column === index),
  )
  if (unknown.length > 0)
    throw new Stop(
      `${listed(unknown)}: no field that this person may give. Fields are: ${names}. Take the column out of the file, or call it by its field.`,
      EXIT.refused,
    )
  const missing = inputs.filter(({ isNeeded, path }) => isNeeded && (chosen[path.join('.')] ?? null) === null)
  if (missing.length > 0)
    throw new Stop(
      `The file has no column for ${missing.map(({ path }) => path.join('.')).join(', ')}, which each record needs.`,
      EXIT.refused,
    )
  return columns
}
