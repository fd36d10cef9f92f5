// An expression that stands for a name → the same expression at the place of the name, for diagnostics about it.

import type { Span } from '../../text/source.ts'

/** Every span becomes this one. Words of choices become copies, which count as no word of the text. */
export function placedAt<Part>(part: Part, span: Span): Part {
  if (Array.isArray(part)) return part.map((item) => placedAt(item, span)) as Part
  if (typeof part !== 'object' || part === null) return part
  const entries = Object.entries(part).map(([key, value]) => [key, key === 'span' ? span : placedAt(value, span)])
  return Object.fromEntries(entries) as Part
}
