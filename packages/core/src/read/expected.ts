// Types: labels, tables and steps that may stand in some place of a specification, each with its reader.

import type { LabelGrammar } from '../grammar/labels.ts'
import type { TableGrammar } from '../grammar/tables.ts'
import type { Steps, Table } from '../outline/outline.ts'
import type { Phrase } from '../outline/phrase.ts'
import type { Span } from '../text/source.ts'

export type LabelReader = (value: Phrase, label: Phrase) => void

/** A label that may stand in some place, with its reader. */
export interface KnownLabel extends LabelGrammar {
  readonly read: LabelReader
}

export type KnownLabels = Readonly<Record<string, KnownLabel>>

/** Blocks that may stand in some place of a specification. */
export interface Expected {
  readonly tables?: readonly TableReader[]
  /** For tables whose header is the author's own, as that of a lookup. */
  readonly anyTable?: (table: Table) => void
  readonly labels?: KnownLabels
  readonly steps?: (steps: Steps) => void
}

/** One row; a column that the table does not have gives an empty cell. */
export interface Row<Column extends string = string> {
  readonly cells: Readonly<Record<Column, Phrase>>
  readonly span: Span
}

/** A column that a table may have besides. Not null: it is not supported yet ("Translations are"), and not read. */
export interface ExtraColumn {
  readonly header: RegExp
  readonly unsupported: string | null
}

export interface TableReader {
  readonly grammar: TableGrammar
  /** Its columns, in their order. */
  readonly columns: readonly string[]
  readonly extra: readonly ExtraColumn[]
  readonly read: (row: Row) => void
}
