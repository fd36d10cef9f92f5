// A page in German → its words that come neither from the specification nor from the German catalogues: texts that lack
// a translation.

import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { SAID } from './odd-words.ts'

const PAGES = new URL('../../../web/src/ui/', import.meta.url)
const GERMAN = globSync('**/*-german.ts', { cwd: fileURLToPath(PAGES) }).map((name) => new URL(name, PAGES))
const GERMAN_REFUSALS = new URL('../../../core/src/contract/words/refusal-words-german.ts', import.meta.url)

/** Leaves out quoted words: keys and code are English. */
function saidInGerman(): string {
  return [...GERMAN, GERMAN_REFUSALS]
    .map((file) => readFileSync(file, 'utf8'))
    .flatMap((code) => [...code.matchAll(/'[^'\n]*'|`[^`]*`/g)].map(([quoted]) => quoted))
    .join(' ')
}

/** Names of languages and browsers, and words of calendars and clocks. */
const NAMES = 'English Deutsch Chrome Linux Uhr'
const CALENDAR = Array.from({ length: 12 }, (_, month) =>
  new Intl.DateTimeFormat('de', { dateStyle: 'full' }).format(new Date(2026, month, month + 1)),
).join(' ')

/** A name in the specification counts as one word for each of its parts: `firstRepliedAt`. */
const wordsIn = (text: string): string[] =>
  text
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .match(/\p{L}{3,}/gu) ?? []

const BY_NAME = wordsIn(`${NAMES} ${CALENDAR}`)

export interface GermanReader {
  /** Untranslated words, each with the place where it was first seen. */
  readonly forgotten: ReadonlyMap<string, string>
  readonly look: (page: Page, where: string) => Promise<void>
}

/** A translated specification says only this to readers: its translations, its records and its time zone. */
function saidByText(text: string): string | null {
  const tables = text.split(/^(?=#{2,3} )/m)
  const translation = tables.find((part) => part.startsWith('### Translation: de'))
  if (translation === undefined) return null
  const translated = [...translation.matchAll(/^\|.*?(?<!\\)\|(.*)\|$/gm)].map(([, cell]) =>
    cell?.replace(/\{[^{}]*\}/g, ' '),
  )
  const records = tables.filter((part) => /^### (?:Sample|Reference) data/.test(part))
  const zone = /^\| Time zone \|.*$/m.exec(text)?.[0] ?? ''
  return [...translated, zone, ...records.map((part) => part.split('\n').slice(4).join('\n'))].join(' ')
}

/** A reader who knows the typed text, German, and the specification's texts for German readers. */
export function germanReader(text: string, typed: string): GermanReader {
  const stated = wordsIn(saidByText(text) ?? text)
  // The product forms the plurals of entities, in the specification's language.
  const known = new Set([
    ...stated,
    ...stated.map((word) => `${word}s`),
    ...wordsIn(`${saidInGerman()} ${typed}`),
    ...BY_NAME,
  ])
  const forgotten = new Map<string, string>()
  return {
    forgotten,
    look: async (page, where) => {
      for (const said of await page.evaluate<string[]>(SAID))
        if (!forgotten.has(said) && !wordsIn(said).every((word) => known.has(word))) forgotten.set(said, where)
    },
  }
}

/** Takes effect on the next page. */
export const READ_GERMAN = `localStorage.setItem('ninefold.language', 'de')`
