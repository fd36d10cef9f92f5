// The reader's language: their own choice, which the browser remembers; else the specification's; else the first of the
// browser's languages with a translation.

import { LOCAL } from '../browser-storage.ts'

/** Languages with translated words. */
export const LANGUAGES = ['en', 'de'] as const

export type Language = (typeof LANGUAGES)[number]

const REMEMBERED = 'ninefold.language'

export interface KnownLanguages {
  readonly chosen: Language | null
  /** The specification's language; null: not stated. */
  readonly stated: string | null
  readonly browser: readonly string[]
}

/** One tag for words, dates, numbers and money. Of several tags of one language, the most specific is used. */
export function languageFor({ chosen, stated, browser }: KnownLanguages): string {
  return inRegion(languageOf({ chosen, stated, browser }), browser)
}

/** English in a German browser uses German conventions: a 24-hour clock, and weeks from Monday. */
function inRegion(tag: string, browser: readonly string[]): string {
  const language = localeOf(tag)
  if (language === null || language.region !== undefined) return tag
  const own = browser.map(localeOf).find((each) => each?.region !== undefined && each.language === language.language)
  const region = (own ?? browser.map(localeOf).find((each) => each?.region !== undefined))?.region
  if (region === undefined) return tag
  const regional = new Intl.Locale(tag, { region }).toString()
  // If the language has no conventions for that region, its default ones are used.
  return new Intl.DateTimeFormat(regional).resolvedOptions().locale === regional ? regional : tag
}

function localeOf(tag: string): Intl.Locale | null {
  try {
    return new Intl.Locale(tag)
  } catch {
    return null
  }
}

function languageOf({ chosen, stated, browser }: KnownLanguages): string {
  if (chosen !== null) return [stated ?? '', ...browser].find((tag) => isSpoken(tag, chosen)) ?? chosen
  return stated ?? browser.find((tag) => LANGUAGES.some((language) => isSpoken(tag, language))) ?? 'en'
}

/** English for every language without a translation. */
export function wordsFor(tag: string): Language {
  return LANGUAGES.find((language) => isSpoken(tag, language)) ?? 'en'
}

function isSpoken(tag: string, language: Language): boolean {
  return tag.toLowerCase().split('-')[0] === language
}

/** The header for the server: a choice comes first, then the specification's language, then those of the browser. */
export function acceptLanguage({ chosen, browser }: Pick<KnownLanguages, 'chosen' | 'browser'>): string {
  if (chosen !== null) return chosen
  return ['*', ...browser.slice(0, 5).map((tag, index) => `${tag};q=0.${9 - index}`)].join(', ')
}

/** By the reader's region and not by the page's language, because spreadsheets do the same. */
export function writesDecimalCommas([region]: readonly string[]): boolean {
  return new Intl.NumberFormat(region).formatToParts(1.5).some(({ type, value }) => type === 'decimal' && value === ',')
}

export function browserLanguages(): readonly string[] {
  return typeof navigator === 'undefined' ? [] : navigator.languages
}

/** Storage may be disabled; then a choice holds as long as the page. */
let chosenHere: Language | null | undefined

export function chosenLanguage(): Language | null {
  if (chosenHere !== undefined) return chosenHere
  const remembered = LOCAL.read(REMEMBERED)
  return LANGUAGES.find((language) => language === remembered) ?? null
}

/** Null: the default of the application. */
export function chooseLanguage(language: Language | null): void {
  chosenHere = language
  LOCAL.write(REMEMBERED, language)
}

const RIGHT_TO_LEFT = /^(?:ar|arc|ckb|dv|fa|he|ks|ku-arab|nqo|ps|sd|syr|ug|ur|yi)(?:-|$)|-(?:arab|hebr|syrc|thaa)\b/i

/** Direction of writing. */
export function directionOf(tag: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.test(tag) && !/-latn\b/i.test(tag) ? 'rtl' : 'ltr'
}
