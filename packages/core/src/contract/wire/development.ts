// Description of a specification for a browser, while the text is written.

import type { AnsweredQuestion, Point } from '../../model/points.ts'
import type { MadeLabel } from '../../model/screens.ts'

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
  /** The one remedy that there is: what it does, and the places of the text that it changes (offsets, end excluded). */
  readonly remedy?: Remedy
}

export interface Remedy {
  readonly title: string
  readonly edits: readonly { readonly start: number; readonly end: number; readonly text: string }[]
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
  /** Losses of the new text, and changes that the present records rule out. */
  readonly concerned: readonly { readonly sentence: string; readonly rows: number; readonly losesValues: boolean }[]
}

/** Answer of `GET /_ninefold/view-as` (development only): through whose eyes the application can be seen. */
export interface Eyes {
  /** Somebody else is seen as: they can go back. `label` null: to nobody who is signed in. */
  readonly oneself: { readonly label: string | null } | null
  /** The role that is seen with instead of the user's own. */
  readonly role: string | null
  readonly users: readonly {
    readonly id: string | null
    readonly identifier: string
    readonly label: string
    readonly roles: readonly string[]
  }[]
  readonly roles: readonly string[]
}

/** Body of `POST /_ninefold/view-as`. `DELETE` goes back to oneself. */
export type ViewAs =
  | { readonly kind: 'user'; readonly identifier: string }
  | { readonly kind: 'role'; readonly role: string }

/** Answer of `GET /_ninefold/clock.json` (development only). */
export interface ClockState {
  /** So far is the application's time from the real one, in milliseconds. */
  readonly aheadMs: number
}

/** Body of `POST /_ninefold/clock.json`: the distance from the real time that it is to have. */
export type MoveClock = ClockState

/** Its answer: what came due by it and has been done. */
export interface MovedClock extends ClockState {
  readonly done: readonly { readonly kind: 'clock' | 'recurring' | 'message' | 'later'; readonly count: number }[]
  /** Something was due, and still is. */
  readonly isWaiting: boolean
}

/** One request that was answered, as its author reads it. Answer of `GET /_ninefold/requests.json`: the newest first. */
export interface LoggedRequest {
  readonly id: string
  /** `POST /api/tickets/:number/take` */
  readonly call: string
  /** The address as it was asked for. */
  readonly address: string
  readonly line: number | null
  /** The id of the user; null: nobody is signed in. */
  readonly caller: string | null
  readonly status: number
  readonly at: string
  readonly tookMs: number
  readonly refusals: readonly LoggedRefusal[]
  readonly steps: readonly LoggedStep[]
  readonly statements: readonly LoggedStatement[]
  /** So many more statements than are kept. */
  readonly moreStatements: number
}

export interface LoggedRefusal {
  readonly code: string
  /** Where the text says that it is refused: a rule, a step, a guard. Null: nothing of the text does. */
  readonly line: number | null
  /** Where the text says the code. */
  readonly codeLine: number | null
}

export interface LoggedStep {
  readonly line: number
  /** As it stands in the text. */
  readonly text: string
  /** After so long. */
  readonly atMs: number
}

export interface LoggedStatement {
  readonly text: string
  readonly parameters: readonly { readonly name: string; readonly value: string }[]
  readonly atMs: number
  readonly tookMs: number
  readonly rows: number
  /** PostgreSQL's own words. */
  readonly failed: string | null
  /** The step of the text that it belongs to, by its place among the steps. */
  readonly step: number | null
}

/**
 * Answer of `GET /_ninefold/why?address=/tickets/1000` (development only): what the screen there shows and offers whoever
 * asks, or does not, and which rows of the text decide it. `&row=/tickets/1001` is asked
 * of the record of that address, as a row that leads there.
 */
export interface WhyOfScreen {
  readonly screen: string
  readonly things: readonly WhyThing[]
}

export interface WhyThing {
  readonly kind: 'screen' | 'record' | 'field' | 'action'
  readonly key: string
  /** As the text calls it; what nobody has named is called by the page in the language of whoever looks. */
  readonly label: string
  readonly made?: MadeLabel
  readonly isBuiltIn?: true
  readonly entity: string | null
  /** `blocked`: it is offered, and cannot be done now. `depends`: on the record, and none was named. */
  readonly answer: 'yes' | 'no' | 'blocked' | 'depends'
  /** Where the screen names it. Null: it does not. */
  readonly line: number | null
  /** Why it cannot be done now. */
  readonly reason: string | null
  readonly grounds: readonly WhyGround[]
}

/** One row of the text that allows it, or forbids it. */
export interface WhyGround {
  readonly says: string
  readonly line: number
  readonly isForbidding: boolean
  /** Null: that depends on the record. */
  readonly holds: boolean | null
  readonly clauses: readonly { readonly words: string; readonly line: number; readonly holds: boolean | null }[]
}

/** Messages of the event stream `/_ninefold/author-events` (development only). */
export type DevelopmentEvent =
  /** Another specification is applied: ask for the app and the data again, and keep what a person typed. */
  | { readonly kind: 'applied'; readonly revision: string }
  /** The text has errors (or a change waits); the last good version goes on serving. */
  | { readonly kind: 'held back'; readonly report: SpecificationReport }
  /** A request was answered, and is in the log. */
  | { readonly kind: 'request'; readonly id: string; readonly isRefused: boolean }
