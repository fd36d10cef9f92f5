// Point 9, checked.

import type { CatalogueLookup, Expression, ValueType } from '../expression/expression.ts'
import type { Written } from '../text/source.ts'
import type { Stated } from './stated.ts'

/** 1 is Monday, 7 is Sunday; Monday, where nobody has said. */
export function firstWeekdayOf({ limits }: { readonly limits: Pick<LimitsModel, 'weekStarts'> }): number {
  return limits.weekStarts === null ? 1 : WEEKDAYS.indexOf(limits.weekStarts.day) + 1
}

export interface LimitsModel extends Settings {
  readonly constants: readonly Constant[]
  readonly lookups: readonly (CatalogueLookup & Stated & { readonly name: string })[]
  readonly limits: readonly Limit[]
  /** By their languages, of which none is the one of the text. */
  readonly translations: readonly Translation[]
}

/** The words of readers in another language. `Stated`: the language of its heading. */
export interface Translation extends Stated {
  /** BCP 47. */
  readonly language: string
  readonly entries: readonly TranslatedWords[]
}

/** `Stated`: the words. */
export interface TranslatedWords extends Stated {
  /** As readers see them, or as a name of the text; maybe behind a place of theirs: `Ticket.status: Open`. */
  readonly words: string
  /** Empty: not there yet. */
  readonly translation: Written
}

export interface Settings {
  /** IANA name; UTC when not shown. */
  readonly timeZone: string
  /** BCP 47; `en` when not shown. */
  readonly language: string
  /** Not stated, it is whatever whoever reads would like. */
  readonly isLanguageStated: boolean
  /** ISO 4217: the currency of money whose field names none. Null: not shown. */
  readonly currency: (Stated & { readonly code: string }) | null
  /** Origins whose pages may call the product's calls, without the user's session. */
  readonly otherSites: 'none' | 'any' | readonly string[]
  /** The readers of the OpenAPI document of the calls in production: names of roles. */
  readonly apiDescription: 'none' | 'everybody' | readonly string[]
  /** Treatment of inputs that a call does not name. */
  readonly unknownInputs: 'refused' | 'ignored'
  readonly weekStarts: (Stated & { readonly day: Weekday }) | null
  /** `https://help.example.com`, without a slash at its end: what links in messages begin with. */
  readonly publicAddress: (Stated & { readonly origin: string }) | null
  /** `#1f6feb`, in small letters: what buttons, links and marks are drawn in, as near as can be read. */
  readonly brandColour: (Stated & { readonly colour: string }) | null
  /** Pictures beside the text, by their names; `inDark` null: the same. */
  readonly logo: (Stated & { readonly file: string; readonly inDark: string | null }) | null
  /** Names of secrets. Their values never stand in a text. */
  readonly secrets: readonly (Stated & { readonly name: string })[]
}

export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

export type Weekday = (typeof WEEKDAYS)[number]

export interface Constant extends Stated {
  readonly name: string
  readonly type: ValueType
  /** Unit of the author, where the type does not say it. */
  readonly unit: 'size' | 'percent' | null
  /** Durations in milliseconds, sizes in bytes, calendar periods as `P1Y2M`. */
  readonly value: string | number | boolean
  /** As the author wrote it: `15 minutes`. */
  readonly text: string
  readonly usedFor: string | null
}

/** How often something may happen, or how many there may be. */
export interface Limit extends Stated {
  readonly name: string
  readonly on:
    | { readonly kind: 'call'; readonly call: string }
    | { readonly kind: 'signing in' }
    /** Records that are there; with a window, records that were created in it. */
    | { readonly kind: 'entity'; readonly entity: string }
  readonly per: LimitedParty
  /** Null: at any one time. */
  readonly windowMs: number | null
  /** A whole number. Of a record's limit, its implicit record is `this`; of a user's, `me` is that user. */
  readonly atMost: Expression
  /** A code; null: the built-in error `too many`. */
  readonly otherwise: string | null
}

export type LimitedParty =
  | { readonly kind: 'everybody' }
  /** `role`: only users who have it are limited. */
  | { readonly kind: 'user'; readonly role: string | null }
  | { readonly kind: 'address' }
  /** The record of `entity` that the path of references leads to from the limited one. */
  | { readonly kind: 'record'; readonly path: readonly string[]; readonly entity: string }
