// A model and a language → the model in that language; and the missing and unused entries of a translation.

import type { MessageTemplate } from '../../model/errors.ts'
import type { TranslatedWords, Translation } from '../../model/limits.ts'
import type { Model } from '../../model/model.ts'
import { humanised } from '../../model/words.ts'
import { amountIn } from './amounts.ts'
import { formsIn } from '../../model/outside/plural-forms.ts'
import { placeholdersOf, placesInWords, type Word } from './word.ts'
import { withWords } from './translated-model.ts'

/** Each once for each of its places. */
export function everyWord(model: Model): Word[] {
  return [...new Map(wordsInOrder(model).map((word) => [JSON.stringify(word), word])).values()]
}

/** Two models that differ only in names have corresponding words in the same order. */
export function wordsInOrder(model: Model): Word[] {
  const found: Word[] = []
  withWords(model, (word) => {
    if (isSpoken(word)) found.push(word)
    return word.words
  })
  return found
}

/** A phrase of placeholders only is the same in every language. */
function isSpoken({ words }: Word): boolean {
  return formsIn(words).length > 0 || /\p{L}/u.test(words.replace(/\{[^{}]*\}/g, ''))
}

/** Words without a translation stay in the language of the text. */
export function spokenModel(model: Model, translation: Translation): Model {
  const catalogue = new Catalogue(model, translation)
  const spoken = withWords(model, (word) => catalogue.translationOf(word) ?? word.markdown ?? word.words)
  const errors = {
    ...spoken.errors,
    catalogue: spoken.errors.catalogue.map((entry) => ({
      ...entry,
      message: withAmounts(entry.message, translation.language),
    })),
  }
  return { ...spoken, errors, limits: { ...model.limits, language: translation.language, isLanguageStated: true } }
}

function withAmounts(message: MessageTemplate, language: string): MessageTemplate {
  return {
    ...message,
    parts: message.parts.map((part) =>
      part.kind === 'constant' ? { ...part, text: amountIn(language, part.text) } : part,
    ),
  }
}

export interface TranslationState {
  readonly words: readonly Word[]
  readonly missing: readonly Word[]
  /** Entries that match no word of the text. */
  readonly unused: readonly TranslatedWords[]
  /** Entries with other placeholders than their words; they are ignored. */
  readonly unfit: readonly { readonly entry: TranslatedWords; readonly word: Word }[]
}

export function translationState(model: Model, translation: Translation): TranslationState {
  const catalogue = new Catalogue(model, translation)
  const words = everyWord(model)
  const used = new Set<TranslatedWords>()
  const unfit = new Map<TranslatedWords, Word>()
  const missing = words.filter((word) => {
    const entry = catalogue.entryOf(word)
    if (entry === null) return true
    used.add(entry)
    if (entry.translation.text !== '' && !hasSamePlaceholders(word, entry)) unfit.set(entry, word)
    return entry.translation.text === ''
  })
  return {
    words,
    missing,
    unused: translation.entries.filter((entry) => !used.has(entry)),
    unfit: [...unfit].map(([entry, word]) => ({ entry, word })),
  }
}

/** One row per phrase, in the order of the points; entries for one place stay separate. */
export function translationRows(model: Model, language: string): (readonly [words: string, translation: string])[] {
  const translation = model.limits.translations.find((each) => each.language === language)
  const catalogue = translation === undefined ? null : new Catalogue(model, translation)
  const rows = new Map<string, readonly [string, string]>()
  for (const word of everyWord(model)) {
    const entry = catalogue?.entryOf(word) ?? null
    const words = entry?.words ?? word.words
    rows.set(phraseKey(words), [word.markdown ?? words, catalogue?.translationOf(word) ?? ''])
  }
  return [...rows.values()]
}

/** Equal words are one phrase, in either spelling: `createdAt` is "Created at". */
export function phraseKey(words: string): string {
  return humanised(words.replace(/\s+/g, ' '))
}

/** The entries of a translation, by the words that they translate. */
export class Catalogue {
  private readonly entries = new Map<string, TranslatedWords>()

  constructor(model: Model, { entries }: Translation) {
    const places = placesOf(model)
    for (const entry of entries) {
      const { words, of } = inItsPlace(entry.words, places)
      this.entries.set(keyOf(words, of), entry)
    }
  }

  /** The most specific place wins: the field, then its entity or the screen, then everywhere. */
  entryOf({ words, of }: Word): TranslatedWords | null {
    const places = of === null ? [null] : [...placesInWords(of), null]
    for (const place of places) {
      const found = this.entries.get(keyOf(words, place))
      if (found !== undefined) return found
    }
    return null
  }

  translationOf(word: Word): string | null {
    const entry = this.entryOf(word)
    return entry === null || entry.translation.text === '' || !hasSamePlaceholders(word, entry)
      ? null
      : word.markdown === undefined
        ? entry.translation.text
        : entry.markdown
  }
}

function keyOf(words: string, of: string | null): string {
  return JSON.stringify([of, phraseKey(words)])
}

function hasSamePlaceholders({ words }: Word, { translation }: TranslatedWords): boolean {
  return placeholdersOf(words).join() === placeholdersOf(translation.text).join()
}

/** Entities, their fields, and screens. */
export function placesOf({ entities, screens }: Pick<Model, 'entities' | 'screens'>): ReadonlySet<string> {
  return new Set([
    ...entities.entities.flatMap(({ name, fields }) => [name, ...fields.map((field) => `${name}.${field.name}`)]),
    ...screens.screens.map(({ name }) => name),
  ])
}

/** `Ticket.status: Open` → "Open" of that field. Any other colon is part of the words. */
function inItsPlace(written: string, places: ReadonlySet<string>): Word {
  const colon = written.indexOf(': ')
  const place = written.slice(0, colon)
  return colon > 0 && places.has(place)
    ? { words: written.slice(colon + 2).trim(), of: place }
    : { words: written, of: null }
}
