// `a` or `an` before a name of the specification, by how English says its beginning.

/** A letter that is said as a vowel: `hour` is, `user`, `unit`, `euro` and `one` are not. */
const VOWEL = /^"?(?!eu|one\b|once\b|uni(?!n|m)|us[aeu]|ut[ei]|ur[aeiou])(?:[aeiou]|hour|hono)/i

/** `a Report`, `an Employee`, `an "Employee"`. */
export function withArticle(name: string): string {
  return `${VOWEL.test(name) ? 'an' : 'a'} ${name}`
}

/** At the beginning of a sentence. */
export function withCapitalArticle(name: string): string {
  return withArticle(name).replace(/^a/, 'A')
}
