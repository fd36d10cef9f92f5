// A document → its outline (symbols): the points, their parts, and the declarations in each.

import type { NamedKind, Occurrence } from '../check/names/occurrences.ts'
import { POINT_HEADINGS } from '../model/points.ts'
import type { Span } from '../text/source.ts'
import type { Document, HeadingPlace } from './document.ts'

export interface Landmark {
  readonly name: string
  readonly kind: NamedKind | 'point' | 'part'
  /** The range of everything that belongs to it. */
  readonly span: Span
  /** The range of its name. */
  readonly words: Span
  readonly children: readonly Landmark[]
}

export function landmarksOf(document: Document): Landmark[] {
  const { headings } = document
  const points: Landmark[] = []
  for (const [index, heading] of headings.entries()) {
    if (heading.part !== null) continue
    const next = headings.findIndex((other, at) => at > index && other.part === null)
    const parts = headings.slice(index + 1, next < 0 ? headings.length : next)
    const end = parts.at(-1)?.span.end ?? heading.span.end
    const { number, title } = POINT_HEADINGS[heading.point]
    points.push({
      name: `${number}. ${title}`,
      kind: 'point',
      span: { start: heading.span.start, end },
      words: heading.words,
      children: [...namesIn(document, heading), ...parts.map((part) => partLandmark(document, part))],
    })
  }
  return points
}

function partLandmark(document: Document, heading: HeadingPlace): Landmark {
  const { text } = document
  const name = text.slice(heading.words.start, heading.words.end).trim()
  return {
    name: name === '' ? (heading.part ?? '') : name,
    kind: 'part',
    span: heading.span,
    words: heading.words,
    children: namesIn(document, heading),
  }
}

const SHOWN: readonly NamedKind[] = [
  'field',
  'state',
  'transition',
  'clock',
  'rule',
  'role',
  'contextual role',
  'code',
  'constant',
  'message',
  'input',
  'query',
]

/** Declarations below the heading, in the order of the text. */
function namesIn({ compiled }: Document, { words, span }: HeadingPlace): Landmark[] {
  const isInside = ({ span: own, isDeclaration, named }: Occurrence): boolean =>
    isDeclaration && SHOWN.includes(named.kind) && own.start > words.end && own.end <= span.end
  const seen = new Set<number>()
  return compiled.names.occurrences.filter(isInside).flatMap(({ named, span: own }) => {
    if (seen.has(own.start)) return []
    seen.add(own.start)
    return [{ name: named.name, kind: named.kind, span: own, words: own, children: [] }]
  })
}
