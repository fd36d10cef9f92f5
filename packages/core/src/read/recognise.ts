// A Markdown text → whether it is a specification: it has the numbered heading of one of the nine points, or states the
// language version before its first heading of that level.

import { POINT_HEADINGS, POINTS } from '../model/points.ts'
import { readOutline } from '../outline/read-outline.ts'

const TITLES = new Set(
  POINTS.map((point) => `${POINT_HEADINGS[point].number}. ${POINT_HEADINGS[point].title}`.toLowerCase()),
)

/** For finding specifications among other files; a file that is named explicitly is always taken as one. */
export function isSpecification(text: string): boolean {
  let isAbovePoints = true
  for (const entry of readOutline(text)) {
    if (entry.kind === 'label' && isAbovePoints && entry.label.text === 'Ninefold') return true
    if (entry.kind !== 'heading' || entry.level !== 2) continue
    isAbovePoints = false
    if (TITLES.has(entry.phrase.text.toLowerCase())) return true
  }
  return false
}
