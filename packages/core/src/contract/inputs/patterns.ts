// The pattern of a text → does a text follow it, as a whole? In time that grows with the text and nothing else.
// Only servers ask: what reads patterns so is heavier than many an application's whole page.

import { RE2JS } from 're2js'

const compiled = new Map<string, RE2JS>()

/** Checking has seen that the pattern can be read. */
export function followsPattern(pattern: string, text: string): boolean {
  const known = compiled.get(pattern) ?? RE2JS.compile(pattern)
  compiled.set(pattern, known)
  return known.matches(text)
}
