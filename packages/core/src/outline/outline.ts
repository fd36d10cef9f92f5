// The outline of a Markdown text: headings, tables, labelled lines, numbered steps and paragraphs, in order, each with
// its position. It knows Markdown, but not the nine points.

import type { Span, Written } from '../text/source.ts'
import type { Phrase } from './phrase.ts'

export type Block = Table | Label | Paragraph | Steps

export type OutlineEntry = Heading | Block

export interface Heading {
  readonly kind: 'heading'
  readonly level: number
  /** Without the number signs. */
  readonly phrase: Phrase
  readonly span: Span
}

export interface Table {
  readonly kind: 'table'
  readonly header: TableRow
  readonly rows: readonly TableRow[]
  readonly span: Span
}

export interface TableRow {
  readonly cells: readonly Phrase[]
  /** Each cell with its Markdown; only the backslash of `\|` is removed. Null: empty. */
  readonly markdown: readonly (Written | null)[]
  readonly span: Span
  /** Missing: no code span of the row is broken by a pipe. */
  readonly broken?: BrokenCode
}

/** A code span that Markdown has split into several cells at its unescaped pipes. */
export interface BrokenCode {
  /** From the first pipe to the last one. */
  readonly pipes: Span
  readonly count: number
  /** Nothing stands between the pipes. */
  readonly isPlain: boolean
  /** The row with the code span as one cell. */
  readonly mended: TableRow
}

/** `**Label:** value`, alone, in a list, or within a paragraph. */
export interface Label {
  readonly kind: 'label'
  /** Without the colon. */
  readonly label: Phrase
  readonly value: Phrase
  /** The value with its Markdown. */
  readonly markdown: Written
  readonly span: Span
}

/** Free text. A line such as `Purpose: not shown.` is one too, because the outline knows no labels by name. */
export interface Paragraph {
  readonly kind: 'paragraph'
  readonly lines: readonly Phrase[]
  /** It begins an entry of a list with bullets. */
  readonly isEntry?: true
  readonly span: Span
}

/** A numbered list. */
export interface Steps {
  readonly kind: 'steps'
  readonly items: readonly StepItem[]
  readonly span: Span
}

export interface StepItem {
  readonly phrase: Phrase
  /** Blocks below the step. */
  readonly blocks: readonly Block[]
  readonly span: Span
}
