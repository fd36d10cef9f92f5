// The pattern of a text → whether the whole text matches. Linear in the length of the text (RE2). Only servers use it,
// because the library is too large for the browser.

import { RE2JS } from 're2js'

const compiled = new Map<string, RE2JS>()

/** The checker has validated the pattern. */
export function followsPattern(pattern: string, text: string): boolean {
  const known = compiled.get(pattern) ?? RE2JS.compile(pattern)
  compiled.set(pattern, known)
  return known.matches(text)
}
