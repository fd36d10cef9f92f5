// What a browser is told of a specification while it is written.

import type { AnsweredQuestion, Point } from '../model/points.ts'

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

/** Answer of `GET /_ninefold/text` (development only): the file as it is, whether it can be served or not. */
export interface SpecificationText {
  readonly file: string
  readonly text: string
}

/** Body of `PUT /_ninefold/text` (development only). `before` is the text that the author began with. */
export interface TextToSave {
  readonly text: string
  readonly before: string
}

export type SavedText =
  | { readonly kind: 'saved' }
  /** Somebody else has saved meanwhile: the file is left as it is, and this is it. */
  | { readonly kind: 'changed meanwhile'; readonly text: string }

/** Answer of `POST /_ninefold/plan` (development only): what a text would come to, if it were saved. */
export interface PlanOfText {
  readonly differences: readonly { readonly point: Point; readonly kind: string; readonly sentence: string }[]
  /** What would go away, and what cannot be done with the records that are there. */
  readonly concerned: readonly { readonly sentence: string; readonly rows: number; readonly losesValues: boolean }[]
}

/** Messages of the event stream `/_ninefold/events` (development only). */
export type DevelopmentEvent =
  /** Another specification is applied: ask for the app and the data again, and keep what a person typed. */
  | { readonly kind: 'applied'; readonly revision: string }
  /** The text has errors (or a change waits); the last good version goes on serving. */
  | { readonly kind: 'held back'; readonly report: SpecificationReport }
