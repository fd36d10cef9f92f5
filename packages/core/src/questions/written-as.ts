// A draft, or a piece of one → the author's texts under the given member names, in the order of the text, without
// duplicates.

import type { Written } from '../text/source.ts'

export function writtenAs(draft: object, keys: readonly string[]): Written[] {
  const found = new Map<number, Written>()
  const visit = (value: unknown, key: string): void => {
    if (typeof value !== 'object' || value === null) return
    if (Array.isArray(value)) return value.forEach((each) => visit(each, key))
    if (!('text' in value && 'span' in value))
      return Object.entries(value).forEach(([inner, each]) => visit(each, inner))
    const written = value as Written
    if (keys.includes(key) && written.text !== '') found.set(written.span.start, written)
  }
  visit(draft, '')
  return [...found.values()].sort((a, b) => a.span.start - b.span.start)
}
