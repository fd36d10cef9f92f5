// In which language a person reads the application: their own choice, which the browser remembers; else the one that the
// specification states; else the first of the browser's that there are words in.

/** The languages that there are words in. */
export const LANGUAGES = ['en', 'de'] as const

export type Language = (typeof LANGUAGES)[number]

const REMEMBERED = 'ninefold.language'

export interface KnownLanguages {
  readonly chosen: Language | null
  /** Language of the specification; null: none is stated. */
  readonly stated: string | null
  readonly browser: readonly string[]
}

/** A tag for words, dates, numbers and money alike. Where several speak one language, the tag that says more is kept. */
export function languageFor({ chosen, stated, browser }: KnownLanguages): string {
  return inRegion(languageOf({ chosen, stated, browser }), browser)
}

/** `en` read by somebody whose browser is German is written as in Germany: 24 hours, and the week from Monday. */
function inRegion(tag: string, browser: readonly string[]): string {
  const language = localeOf(tag)
  if (language === null || language.region !== undefined) return tag
  const own = browser.map(localeOf).find((each) => each?.region !== undefined && each.language === language.language)
  const region = (own ?? browser.map(localeOf).find((each) => each?.region !== undefined))?.region
  if (region === undefined) return tag
  const regional = new Intl.Locale(tag, { region }).toString()
  // Where nobody has said how the language is written there, it is written as at home.
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

/** English for every language that there are no words in. */
export function wordsFor(tag: string): Language {
  return LANGUAGES.find((language) => isSpoken(tag, language)) ?? 'en'
}

function isSpoken(tag: string, language: Language): boolean {
  return tag.toLowerCase().split('-')[0] === language
}

/** For the server: a choice counts before all, what the specification states before what the browser would like. */
export function acceptLanguage({ chosen, browser }: Pick<KnownLanguages, 'chosen' | 'browser'>): string {
  if (chosen !== null) return chosen
  return ['*', ...browser.slice(0, 5).map((tag, index) => `${tag};q=0.${9 - index}`)].join(', ')
}

/** As the region of the reader has it, whatever language the pages are in: spreadsheets go by the region, too. */
export function writesDecimalCommas([region]: readonly string[]): boolean {
  return new Intl.NumberFormat(region).formatToParts(1.5).some(({ type, value }) => type === 'decimal' && value === ',')
}

export function browserLanguages(): readonly string[] {
  return typeof navigator === 'undefined' ? [] : navigator.languages
}

/** Storage may be closed to us: then a choice holds as long as the page. */
let chosenHere: Language | null | undefined

export function chosenLanguage(): Language | null {
  if (chosenHere !== undefined) return chosenHere
  const remembered = read()
  return LANGUAGES.find((language) => language === remembered) ?? null
}

/** Null: whatever fits the application. */
export function chooseLanguage(language: Language | null): void {
  chosenHere = language
  try {
    if (language === null) localStorage.removeItem(REMEMBERED)
    else localStorage.setItem(REMEMBERED, language)
  } catch {
    // It holds until the page is closed.
  }
}

function read(): string | null {
  try {
    return localStorage.getItem(REMEMBERED)
  } catch {
    return null
  }
}

const RIGHT_TO_LEFT = /^(?:ar|arc|ckb|dv|fa|he|ks|ku-arab|nqo|ps|sd|syr|ug|ur|yi)(?:-|$)|-(?:arab|hebr|syrc|thaa)\b/i

/** Where lines begin. */
export function directionOf(tag: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.test(tag) && !/-latn\b/i.test(tag) ? 'rtl' : 'ltr'
}
