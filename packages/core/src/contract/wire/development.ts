// Description of a specification for a browser in development.

import type { AnsweredQuestion, Point } from '../../model/points.ts'
import type { MadeLabel } from '../../model/screens.ts'
import type { LineOfText } from '../../text/chapters.ts'

export type { LineOfText }

/** Answer of `GET /_ninefold/specification` (development only). */
export interface SpecificationReport {
  readonly file: string
  readonly questions: readonly AnsweredQuestion[]
  readonly diagnostics: readonly ReportedDiagnostic[]
  /**
   * Schema changes that wait because of existing data. Those that lose values wait for consent, `POST
   * /_ninefold/consent`; the others until the records comply.
   */
  readonly waiting: readonly { readonly sentence: string; readonly rows: number; readonly losesValues: boolean }[]
}

export interface ReportedDiagnostic {
  readonly number: string
  readonly severity: 'error' | 'warning' | 'unknown' | 'note'
  readonly message: string
  readonly hint: string | null
  /** The specification's file, or one of its chapters. */
  readonly file: string
  readonly line: number
  readonly column: number
  /** Of its place in the whole text, from 0. */
  readonly offset: number
  /** The whole line of text, and the part of it that is meant (columns from 1, end exclusive). */
  readonly excerpt: string
  readonly from: number
  readonly to: number
  /**
   * The only quick fix, if there is exactly one: its description, and the places in the text that it changes (offsets,
   * end exclusive).
   */
  readonly remedy?: Remedy
}

export interface Remedy {
  readonly title: string
  readonly edits: readonly { readonly start: number; readonly end: number; readonly text: string }[]
}

/** Answer of `GET /_ninefold/text` (development only): the file's text, valid or not. */
export interface SpecificationText {
  readonly file: string
  readonly text: string
}

/** Body of `PUT /_ninefold/text` (development only). `before` is the text that the author started from. */
export interface TextToSave {
  readonly text: string
  readonly before: string
}

export type SavedText =
  | { readonly kind: 'saved' }
  /** The file has changed meanwhile: it is not written, and this is its text. */
  | { readonly kind: 'changed meanwhile'; readonly text: string }
  /** A file cannot be written, for the reason in this sentence. */
  | { readonly kind: 'refused'; readonly why: string }

/** Answer of `POST /_ninefold/plan` (development only): the consequences of saving a text. */
export interface PlanOfText {
  readonly differences: readonly { readonly point: Point; readonly kind: string; readonly sentence: string }[]
  /** Losses by the new text, and changes that existing records prevent. */
  readonly concerned: readonly { readonly sentence: string; readonly rows: number; readonly losesValues: boolean }[]
}

/** Answer of `GET /_ninefold/view-as` (development only): users and roles that the application can be viewed as. */
export interface Eyes {
  /** Set while viewing as another user: the original user. `label` null: a guest. */
  readonly oneself: { readonly label: string | null } | null
  /** The role that replaces the user's own. */
  readonly role: string | null
  readonly users: readonly {
    readonly id: string | null
    readonly identifier: string
    readonly label: string
    readonly roles: readonly string[]
  }[]
  readonly roles: readonly string[]
}

/** Body of `POST /_ninefold/view-as`. `DELETE` returns to the original user. */
export type ViewAs =
  | { readonly kind: 'user'; readonly identifier: string }
  | { readonly kind: 'role'; readonly role: string }

/** Answer of `GET /_ninefold/clock.json` (development only). */
export interface ClockState {
  /** Offset of the application's clock from the real time, in milliseconds. */
  readonly aheadMs: number
}

/** Answer of `POST /_ninefold/clock.json`, whose body is the new offset: the work that became due and was done. */
export interface MovedClock extends ClockState {
  readonly done: readonly {
    readonly kind: 'clock' | 'recurring' | 'message' | 'later' | 'document'
    readonly count: number
  }[]
  /** True: something was due, and still is. */
  readonly isWaiting: boolean
}

/** One answered request, for the author. Answer of `GET /_ninefold/requests.json`: newest first. */
export interface LoggedRequest {
  readonly id: string
  /** `POST /api/tickets/:number/take` */
  readonly call: string
  /** The requested address. */
  readonly address: string
  readonly line: LineOfText | null
  /** The user's id; null: a guest. */
  readonly caller: string | null
  readonly status: number
  readonly at: string
  readonly tookMs: number
  readonly refusals: readonly LoggedRefusal[]
  readonly steps: readonly LoggedStep[]
  readonly statements: readonly LoggedStatement[]
  /** The number of further statements that were not kept. */
  readonly moreStatements: number
}

export interface LoggedRefusal {
  readonly code: string
  /** The line of the rule, step or guard that refused it. Null: not refused by the text. */
  readonly line: LineOfText | null
  /** The line that states the code. */
  readonly codeLine: LineOfText | null
}

export interface LoggedStep {
  readonly line: LineOfText
  /** As it stands in the text. */
  readonly text: string
  /** Time since the start of the request. */
  readonly atMs: number
}

export interface LoggedStatement {
  readonly text: string
  readonly parameters: readonly { readonly name: string; readonly value: string }[]
  readonly atMs: number
  readonly tookMs: number
  readonly rows: number
  /** PostgreSQL's error message. */
  readonly failed: string | null
  /** The index of its step in the list of steps. */
  readonly step: number | null
}

/**
 * Answer of `GET /_ninefold/why?address=/tickets/1000` (development only): what the screen there shows and offers the
 * caller, and which lines of the text decide it. `&row=/tickets/1001` asks about the record of that address, as if it
 * were a row.
 */
export interface WhyOfScreen {
  readonly screen: string
  readonly things: readonly WhyThing[]
}

export interface WhyThing {
  readonly kind: 'screen' | 'record' | 'field' | 'action'
  readonly key: string
  /** The name in the text; parts without a name are labelled in the reader's language. */
  readonly label: string
  readonly made?: MadeLabel
  readonly isBuiltIn?: true
  readonly entity: string | null
  /** `blocked`: offered, but not possible now. `depends`: on the record, and none was given. */
  readonly answer: 'yes' | 'no' | 'blocked' | 'depends'
  /** The line of the screen that names it. Null: none. */
  readonly line: LineOfText | null
  /** Why it is not possible now. */
  readonly reason: string | null
  readonly grounds: readonly WhyGround[]
}

/** One line of the text that allows or forbids it. */
export interface WhyGround {
  readonly says: string
  readonly line: LineOfText
  readonly isForbidding: boolean
  /** Null: depends on the record. */
  readonly holds: boolean | null
  readonly clauses: readonly { readonly words: string; readonly line: LineOfText; readonly holds: boolean | null }[]
}

/** Messages of the event stream `/_ninefold/author-events` (development only). */
export type DevelopmentEvent =
  /** Another specification is applied: reload the app and the data, and keep typed values. */
  | { readonly kind: 'applied'; readonly revision: string }
  /** The text has errors, or a change waits; the last valid version continues. */
  | { readonly kind: 'held back'; readonly report: SpecificationReport }
  /** A request was answered and logged. */
  | { readonly kind: 'request'; readonly id: string; readonly isRefused: boolean }
