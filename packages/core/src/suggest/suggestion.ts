// A suggested answer to a question: words for a person, and text for the specification.

import type { QuestionLabel } from '../model/points.ts'
import { printRow } from '../outline/print-row.ts'

export interface Suggestion {
  /** The answer, in a few words. */
  readonly title: string
  /** Its consequence, as a sentence. */
  readonly note: string
  readonly pieces: readonly Piece[]
}

/** A piece of the answer, with its place. */
export type Piece =
  /** Replaces the question's label. */
  | { readonly kind: 'label'; readonly question: QuestionLabel; readonly text: string }
  /** Parts at the end of the question's point. Its label is removed. */
  | { readonly kind: 'parts'; readonly question: QuestionLabel; readonly text: string }
  /** A row of an existing table, by column. */
  | { readonly kind: 'row'; readonly place: RowPlace; readonly cells: Readonly<Record<string, string>> }
  /** Parts of another point, whose question they do not answer. */
  | { readonly kind: 'besides'; readonly question: QuestionLabel; readonly text: string }

/** The first table with these columns, below the heading of a part or of the question's point. */
export interface RowPlace {
  readonly question: QuestionLabel
  /** `Repair` of `### Entity: Repair`. */
  readonly part: string | null
  /** The first column. */
  readonly header: string
}

/** A table in canonical form. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  return [printRow(header), printRow(header.map(() => '---')), ...rows.map((row) => printRow(row))].join('\n')
}

export function bullets(lines: Readonly<Record<string, string | null>>): string {
  return Object.entries(lines)
    .flatMap(([label, value]) => (value === null || value === '' ? [] : [`- **${label}:** ${value}`]))
    .join('\n')
}
