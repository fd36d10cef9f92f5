// What a browser is told of a specification while it is written.

import type { AnsweredQuestion } from '../model/points.ts'

/** Answer of `GET /_ninefold/specification` (development only). */
export interface SpecificationReport {
  readonly file: string
  readonly questions: readonly AnsweredQuestion[]
  readonly diagnostics: readonly ReportedDiagnostic[]
  /**
   * Schema changes that wait because data is concerned. Those that lose values wait for a yes,
   * `POST /_ninefold/consent`; the others until their records fit.
   */
  readonly waiting: readonly { readonly sentence: string; readonly rows: number; readonly losesValues: boolean }[]
}

export interface ReportedDiagnostic {
  readonly number: string
  readonly severity: 'error' | 'warning' | 'unknown' | 'note'
  readonly message: string
  readonly hint: string | null
  readonly line: number
  readonly column: number
  /** The whole line of text, and which part of it (columns from 1, end excluded) is meant. */
  readonly excerpt: string
  readonly from: number
  readonly to: number
}

/** Messages of the event stream `/_ninefold/events` (development only). */
export type DevelopmentEvent =
  /** Another specification is applied: ask for the app and the data again, and keep what a person typed. */
  | { readonly kind: 'applied'; readonly revision: string }
  /** The text has errors (or a change waits); the last good version goes on serving. */
  | { readonly kind: 'held back'; readonly report: SpecificationReport }
