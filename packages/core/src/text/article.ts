// `a` or `an` before a name of the specification, by its English pronunciation.

/** A vowel sound: `hour` has one; `user`, `unit`, `euro` and `one` do not. */
const VOWEL = /^"?(?!eu|one\b|once\b|uni(?!n|m)|us[aeu]|ut[ei]|ur[aeiou])(?:[aeiou]|hour|hono)/i

/** `a Report`, `an Employee`, `an "Employee"`. */
export function withArticle(name: string): string {
  return `${VOWEL.test(name) ? 'an' : 'a'} ${name}`
}

/** At the start of a sentence. */
export function withCapitalArticle(name: string): string {
  return withArticle(name).replace(/^a/, 'A')
}
