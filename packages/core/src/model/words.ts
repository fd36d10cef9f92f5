// Names of the specification → words for people.

import type { Model } from './model.ts'

/** The words of a name, in the language of the model. */
export function said({ spoken }: Pick<Model, 'spoken'>, words: string): string {
  return spoken !== undefined && Object.hasOwn(spoken, words) ? (spoken[words] ?? words) : words
}

/** `firstRepliedAt` → `First replied at`; `timesADay` → `Times a day`; `on hold` → `On hold`; `iban` → `IBAN`; `SLOT_TAKEN` is unchanged. */
export function humanised(name: string): string {
  const spaced = name
    // The last capital before a small letter begins a word of its own: `timesADay`, `IBANOfPayer`.
    .replace(/([A-Z])([A-Z])(?=[a-z])/g, (_, before: string, after: string) => `${before} ${after.toLowerCase()}`)
    // Abbreviations stay: `amountEUR` is an amount in EUR.
    .replace(
      /([a-z0-9])([A-Z]+(?![a-z])|[A-Z])/g,
      (_, before: string, after: string) => `${before} ${after.length > 1 ? after : after.toLowerCase()}`,
    )
    .replace(/_/g, ' ')
    .trim()
  const written = spaced.replace(INITIALS, (letters) => letters.toUpperCase())
  return written.charAt(0).toUpperCase() + written.slice(1)
}

/** Words within a sentence. Abbreviations stay as they are. */
export function lowerFirst(words: string): string {
  return /^\p{Lu}{2}/u.test(words) ? words : words.charAt(0).toLowerCase() + words.slice(1)
}

/** Abbreviations that are always in capitals, as whole words. */
const INITIALS = /\b(?:bic|ean|gtin|iban|isbn|pdf|sku|url|vat)(?=\b|\d)/gi

/** A name in an address: `My tickets` → `my-tickets`. */
export function addressPart(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .toLowerCase()
}

/** Several words as one camel-case name: `price`, `of`, `work` → `priceOfWork`. */
export function inOneWord([first = '', ...others]: readonly string[]): string {
  return first + others.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

/** A simple English plural, for names without a stated one: `category` → `categories`. */
export function plural(name: string): string {
  if (/[^aeiou]y$/i.test(name)) return `${name.slice(0, -1)}ies`
  if (name.endsWith('person')) return `${name.slice(0, -6)}people`
  return /(s|x|z|ch|sh)$/i.test(name) ? `${name}es` : `${name}s`
}
