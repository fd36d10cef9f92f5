// Point 9 as written.

import type { Span, Written } from '../text/source.ts'

export interface LimitsDraft {
  readonly settings: readonly SettingDraft[]
  readonly constants: readonly ConstantDraft[]
  readonly lookups: readonly LookupDraft[]
  readonly decisionTables: readonly DecisionTableDraft[]
  readonly limits: readonly LimitDraft[]
  readonly translations: readonly TranslationDraft[]
  readonly calendars: readonly CalendarDraft[]
}

/** `### Calendar: office` with `Day | Open`. */
export interface CalendarDraft {
  readonly name: Written
  readonly rows: readonly {
    readonly days: readonly CalendarDayDraft[]
    /** Nothing: closed. Null: not shown, or after a diagnostic. */
    readonly open: readonly { readonly from: number; readonly until: number }[] | null
    readonly openSpan: Span
  }[]
}

/** Keys of a calendar (business-calendar.ts) that a day stands for. */
export interface CalendarDayDraft {
  readonly keys: readonly string[]
  readonly span: Span
}

/** `### Translation: de` with `Words | Translation`. */
export interface TranslationDraft {
  readonly language: Written
  /** An empty translation counts as missing. */
  readonly entries: readonly {
    readonly words: Written
    readonly translation: Written
    /** The translation with its Markdown. */
    readonly markdown: string
  }[]
}

/** A row of `Setting | Value`. */
export interface SettingDraft {
  readonly name: Written
  /** Null: not shown. `none` and `out of scope` are kept as texts. */
  readonly value: Written | null
}

/** A row of `Constant | Value | Used for`. */
export interface ConstantDraft {
  readonly name: Written
  /** Null: not shown, so only the constant's name is known. */
  readonly value: Written | null
  readonly usedFor: Written
}

/** `### Lookup: answerTime` with `priority | Value`. */
export interface LookupDraft {
  readonly name: Written
  /** The first column's header. */
  readonly argument: Written
  /** A null value is not shown. */
  readonly rows: readonly { readonly key: Written; readonly value: Written | null }[]
  readonly span: Span
}

/** `### Lookup: fee` with `Order.country | Order.weight | Value`: each row has conditions on the columns. */
export interface DecisionTableDraft {
  readonly name: Written
  readonly columns: readonly { readonly entity: Written; readonly field: Written }[]
  readonly rows: readonly DecisionRowDraft[]
  readonly span: Span
}

export interface DecisionRowDraft {
  /** One for each column. */
  readonly conditions: readonly ConditionDraft[]
  /** For every case that no other row fits. */
  readonly isOtherwise: boolean
  /** Null: not shown. */
  readonly value: { readonly kind: 'amount' | 'expression'; readonly written: Written } | null
  readonly span: Span
}

/** A cell of conditions. `any`: an empty one. */
export type ConditionDraft =
  | { readonly kind: 'any' }
  | { readonly kind: 'expression'; readonly written: Written }
  | { readonly kind: 'presence'; readonly isEmpty: boolean; readonly span: Span }
  | {
      readonly kind: 'compared'
      readonly operator: '<' | '<=' | '>' | '>='
      readonly bound: BoundDraft
      readonly span: Span
    }
  /** Both ends are included. */
  | { readonly kind: 'between'; readonly from: BoundDraft; readonly to: BoundDraft; readonly span: Span }
  | {
      readonly kind: 'one of'
      readonly values: readonly { readonly written: Written; readonly isQuoted: boolean }[]
      readonly isExcept: boolean
      readonly span: Span
    }

/** An amount, or an expression in backticks, such as a constant's name. */
export interface BoundDraft {
  readonly written: Written
  readonly isExpression: boolean
}

/** A row of `Limit | On | Per | At most | Otherwise`. */
export interface LimitDraft {
  readonly name: Written
  /** A call, an entity, `signing in`, or `streams`. */
  readonly on: Written
  /** ``streams of `GET /api/plans/:id` ``: `on` is then the call. */
  readonly isOfStreams: boolean
  /** `user` of `user, 1 hour`; null: the cell is empty, so there is one count for everybody. */
  readonly per: Written | null
  /** `1 hour` of `user, 1 hour`. */
  readonly window: Written | null
  /** An expression, such as a number. */
  readonly atMost: Written
  /** A code; null: the built-in error. */
  readonly otherwise: Written | null
  readonly span: Span
}
