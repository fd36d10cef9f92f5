// Point 9, checked.

import type { CatalogueDecision, CatalogueLookup, Expression, ValueType } from '../expression/expression.ts'
import type { Written } from '../text/source.ts'
import type { Stated } from './stated.ts'

/** 1 is Monday, 7 is Sunday; Monday by default. */
export function firstWeekdayOf({ limits }: { readonly limits: Pick<LimitsModel, 'weekStarts'> }): number {
  return limits.weekStarts === null ? 1 : WEEKDAYS.indexOf(limits.weekStarts.day) + 1
}

export interface LimitsModel extends Settings {
  readonly constants: readonly Constant[]
  readonly lookups: readonly (CatalogueLookup & Stated & { readonly name: string })[]
  readonly decisionTables: readonly DecisionTable[]
  readonly calendars: readonly Calendar[]
  readonly limits: readonly Limit[]
  /** By their languages, which differ from the text's own. */
  readonly translations: readonly Translation[]
}

/** Its value is its text: see expression/business-calendar.ts. */
export interface Calendar extends Stated {
  readonly name: string
  readonly type: ValueType
  readonly value: string
}

/** A lookup with several columns of conditions. */
export interface DecisionTable extends Stated {
  readonly name: string
  readonly parameters: CatalogueDecision['parameters']
  /** The value of the row that fits. */
  readonly value: Expression
}

/** Readers' words in another language. `Stated`: the language in its heading. */
export interface Translation extends Stated {
  /** BCP 47. */
  readonly language: string
  readonly entries: readonly TranslatedWords[]
}

/** `Stated`: the words. */
export interface TranslatedWords extends Stated {
  /** As readers see them, or as a name in the text; possibly after their place: `Ticket.status: Open`. */
  readonly words: string
  /** Empty: not translated yet. */
  readonly translation: Written
  /** The translation with its Markdown. */
  readonly markdown: string
}

export interface Settings {
  /** IANA name; UTC when not shown. */
  readonly timeZone: string
  /** BCP 47; `en` when not shown. */
  readonly language: string
  /** If not stated, each reader's own preference applies. */
  readonly isLanguageStated: boolean
  /** ISO 4217: the default currency of money. Null: not shown. */
  readonly currency: (Stated & { readonly code: string }) | null
  /** Origins whose pages may use the product's calls, without the user's session. */
  readonly otherSites: 'none' | 'any' | readonly string[]
  /** Readers of the OpenAPI document in production: names of roles. */
  readonly apiDescription: 'none' | 'everybody' | readonly string[]
  /** Treatment of unknown inputs. */
  readonly unknownInputs: 'refused' | 'ignored'
  /** Headers that tell the uses that a limit of a call leaves. */
  readonly limitHeaders: readonly LimitHeaders[]
  readonly weekStarts: (Stated & { readonly day: Weekday }) | null
  /** `https://help.example.com`, without a trailing slash: the beginning of links in messages. */
  readonly publicAddress: (Stated & { readonly origin: string }) | null
  /** `#1f6feb`, in lower case: the colour of buttons, links and marks, adjusted for contrast. */
  readonly brandColour: (Stated & { readonly colour: string }) | null
  /** Names of logo files; `inDark` null: the same file. */
  readonly logo: (Stated & { readonly file: string; readonly inDark: string | null }) | null
  /** Names of secrets. Their values are never in a text. */
  readonly secrets: readonly (Stated & { readonly name: string })[]
}

/** `X-RateLimit-Reset` is a moment in Unix seconds, or a number of seconds; `RateLimit` is the draft of the IETF. */
export const LIMIT_HEADERS = ['X-RateLimit', 'X-RateLimit with seconds', 'RateLimit'] as const

export type LimitHeaders = (typeof LIMIT_HEADERS)[number]

export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

export type Weekday = (typeof WEEKDAYS)[number]

export interface Constant extends Stated {
  readonly name: string
  readonly type: ValueType
  /** The author's unit, if the type does not show it. */
  readonly unit: 'size' | 'percent' | null
  /** Durations in milliseconds, sizes in bytes, calendar periods as `P1Y2M`. */
  readonly value: string | number | boolean
  /** As the author wrote it: `15 minutes`. */
  readonly text: string
  readonly usedFor: string | null
}

/** A rate limit or a quota. */
export interface Limit extends Stated {
  readonly name: string
  readonly on:
    /** One call, or null for all together. */
    | { readonly kind: 'call'; readonly call: string | null }
    | { readonly kind: 'signing in' }
    /** Open streams: those of one call, or null for all. Their number at once. */
    | { readonly kind: 'streams'; readonly call: string | null }
    /** A number of records; with a window, of those created in it. */
    | { readonly kind: 'entity'; readonly entity: string }
  readonly per: LimitedParty
  /**
   * The field of the counted records with their tenant: those of each tenant count by themselves. Missing: there are no
   * tenants, or the record for whom it counts is in one.
   */
  readonly within?: string
  /** Null: at any time. */
  readonly windowMs: number | null
  /** An integer. In a quota per record, its implicit record is `this`; in a limit per user, `me` is that user. */
  readonly atMost: Expression
  /** A code; null: the built-in error `too many`. */
  readonly otherwise: string | null
}

/** Tells whether uses of the call, `POST /api/loans`, count. */
export function isLimitOfCall({ on }: Pick<Limit, 'on'>, call: string): boolean {
  return on.kind === 'call' && (on.call === null || on.call === call)
}

export type LimitedParty =
  | { readonly kind: 'everybody' }
  /** `role`: only users with it are limited. */
  | { readonly kind: 'user'; readonly role: string | null }
  | { readonly kind: 'address' }
  /** Streams of one call whose addresses have the same values. */
  | { readonly kind: 'path' }
  /** The record of `entity` at the end of a path of references from the counted one. */
  | { readonly kind: 'record'; readonly path: readonly string[]; readonly entity: string }
