// A name → its uses in the draft. A field's name counts where its own entity is named, and everywhere only if no other
// entity has a field of that name, so that every counted use is certain.

import type { Draft } from '../draft/draft.ts'
import { offsetIn, type Span, type Written } from '../text/source.ts'

export interface Wanted {
  readonly name: string
  /** The field's entity; null for names of other kinds. */
  readonly entity: string | null
  /** No other entity has a field of that name. */
  readonly isUnique: boolean
}

/** Prose, and places that define a name instead of using it. */
const NO_USE: ReadonlySet<string> = new Set([
  'meaning',
  'usedFor',
  'means',
  'comesTo',
  'whenEmpty',
  'purpose',
  'term',
  'user',
  'name',
  'as',
  'key',
  'tab',
  'languageVersion',
])

/** In the order of the text. */
export function mentionsOf(draft: Draft, wanted: Wanted): Span[] {
  const found = new Map<number, Span>()
  const visit = (value: unknown, key: string, entity: string | null): void => {
    if (typeof value !== 'object' || value === null || NO_USE.has(key)) return
    if (Array.isArray(value)) return value.forEach((each) => visit(each, key, entity))
    if (isWritten(value)) {
      for (const span of usesIn(value, wanted, entity)) found.set(span.start, span)
      return
    }
    const own = entityOf(value) ?? entity
    for (const [inner, each] of Object.entries(value)) {
      if (!(inner === 'label' && 'action' in value)) visit(each, inner, own)
    }
  }
  const { answers: _, headings: __, name: ___, ...points } = draft
  visit(points, '', null)
  return [...found.values()].sort((a, b) => a.start - b.start)
}

/** The entity of a piece of the draft. */
function entityOf(value: object): string | null {
  for (const key of ['shows', 'source', 'like']) {
    const inner = (value as Record<string, unknown>)[key]
    if (typeof inner === 'object' && inner !== null) {
      const entity = entityOf(inner)
      if (entity !== null) return entity
    }
  }
  const { entity, fields, name } = value as { entity?: unknown; fields?: unknown; name?: unknown }
  if (isWritten(entity)) return entity.text
  return Array.isArray(fields) && isWritten(name) ? name.text : null
}

function isWritten(value: unknown): value is Written {
  return (
    typeof value === 'object' && value !== null && 'text' in value && 'span' in value && typeof value.text === 'string'
  )
}

const QUOTED = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g

function usesIn(written: Written, { name, entity, isUnique }: Wanted, around: string | null): Span[] {
  if (written.text === name) return entity === null || entity === around || isUnique ? [written.span] : []
  // Names with spaces never occur in expressions.
  if (!/^\w+$/.test(name)) return []
  const text = written.text.replace(QUOTED, (quoted) => ' '.repeat(quoted.length))
  return [...text.matchAll(new RegExp(`(?<before>[\\w.]*)\\b${name}\\b`, 'g'))].flatMap((use) => {
    const before = use.groups?.['before'] ?? ''
    if (/\w$/.test(before)) return []
    const isBare = before === '' || before === 'this.' || before === 'old.'
    const isMeant =
      entity === null ? before === '' : isUnique || before === `${entity}.` || (isBare && entity === around)
    const start = use.index + before.length
    return isMeant ? [{ start: offsetIn(written, start), end: offsetIn(written, start + name.length - 1) + 1 }] : []
  })
}
