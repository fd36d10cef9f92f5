// Types: the labels, tables and steps that are valid in a place of a specification, each with its reader.

import type { UnsupportedPart } from '../diagnostic/registry.ts'
import type { LabelGrammar } from '../grammar/label.ts'
import type { TableGrammar } from '../grammar/tables.ts'
import type { Steps, Table } from '../outline/outline.ts'
import type { Phrase } from '../outline/phrase.ts'
import type { Span, Written } from '../text/source.ts'

/** `markdown`: the value with its Markdown. */
export type LabelReader = (value: Phrase, label: Phrase, markdown: Written) => void

/** A valid label with its reader. */
export interface KnownLabel extends LabelGrammar {
  readonly read: LabelReader
}

export type KnownLabels = Readonly<Record<string, KnownLabel>>

/** The valid blocks of a place. */
export interface Expected {
  readonly tables?: readonly TableReader[]
  /** For tables with the author's own header, such as a lookup's. */
  readonly anyTable?: (table: Table) => void
  readonly labels?: KnownLabels
  readonly steps?: (steps: Steps) => void
}

/** One row; a missing column gives an empty cell. */
export interface Row<Column extends string = string> {
  readonly cells: Readonly<Record<Column, Phrase>>
  /** Each cell with its Markdown; null: empty. Missing: the row stands in no table. */
  readonly markdown?: Readonly<Record<Column, Written | null>>
  readonly span: Span
}

/** An optional column. Not null: it is not supported yet, and is not read. */
export interface ExtraColumn {
  readonly header: RegExp
  readonly unsupported: UnsupportedPart | null
}

export interface TableReader {
  readonly grammar: TableGrammar
  /** Its columns, in their order. */
  readonly columns: readonly string[]
  readonly extra: readonly ExtraColumn[]
  readonly read: (row: Row) => void
}
