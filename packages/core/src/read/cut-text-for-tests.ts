// A text in one file → the same text in several, for tests that compare the two.

import { bound, chaptersOf, type ChapterFile } from '../text/chapters.ts'
import { CHAPTERS_MAX } from './chapters.ts'

/** A range of the whole text that stands in a chapter, after `added` characters that only the chapter has. */
interface Piece {
  readonly start: number
  readonly end: number
  readonly added: string
}

export interface Cut {
  readonly text: string
  /** The offset in the whole text; NaN for characters that only the chapters have. */
  readonly offsetInWhole: (offset: number) => number
}

/** Where a text may be cut: at its headings, and between blocks that stand directly below the heading of a point. */
function cutsIn(whole: string): number[] {
  let isInPart = true
  return [...whole.matchAll(/(?<=\n\n)\S.*/g)].flatMap(({ 0: line, index }) => {
    if (/^#{2,3} /.test(line)) isInPart = line.startsWith('### ')
    return line.startsWith('#') || !isInPart ? [index] : []
  })
}

/** A text in several files. A file that begins within a point repeats its heading. */
export function cutAt(whole: string, isCut: (place: number) => boolean): Cut {
  const points = [...whole.matchAll(/^## .*$/gm)]
  const starts = cutsIn(whole)
    .filter((_, count) => isCut(count))
    .slice(0, CHAPTERS_MAX)
  const pieces = starts.map((start, index): Piece => {
    const point = points.findLast((each) => each.index <= start)
    const isInside = point !== undefined && point.index < start
    const title = `# Chapter ${index}\n\n`
    return { start, end: starts[index + 1] ?? whole.length, added: isInside ? `${title}${point[0]}\n\n` : title }
  })
  const files = pieces.map(({ start, end, added }, index): ChapterFile => ({
    path: `c/${index}.md`,
    text: added + whole.slice(start, end),
  }))
  const list = `**Chapters:**\n\n${files.map(({ path }) => `- [A chapter](${path}): words.\n`).join('')}\n`
  const main = whole.slice(0, starts[0])
  const at = main.includes('\n## ') ? main.indexOf('\n## ') + 1 : main.length
  const text = files.length === 0 ? whole : bound(main.slice(0, at) + list + main.slice(at), files)
  const spans = chaptersOf(text).map(({ span }) => span)
  const offsetInWhole = (offset: number): number => {
    const index = spans.findLastIndex(({ start }) => start <= offset)
    const inside = offset - (spans[index]?.start ?? 0)
    const piece = pieces[index - 1]
    if (piece !== undefined) return inside < piece.added.length ? NaN : piece.start + inside - piece.added.length
    if (files.length === 0 || inside < at) return inside
    return inside < at + list.length ? NaN : inside - list.length
  }
  return { text, offsetInWhole }
}

/** The same value, with its spans placed in another text. */
export function placed(value: unknown, offsetOf: (offset: number) => number): unknown {
  if (Array.isArray(value)) return value.map((each) => placed(each, offsetOf))
  if (value instanceof Map) return [...value].map((each) => placed(each, offsetOf))
  if (typeof value !== 'object' || value === null) return value
  const { start, end } = value as { readonly start?: unknown; readonly end?: unknown }
  if (typeof start === 'number' && typeof end === 'number' && Object.keys(value).length === 2)
    return { start: offsetOf(start), length: end - start }
  const entries = Object.entries(value).map(([key, each]) => [key, placed(each, offsetOf)])
  // Variables of expressions and choices of lines are known by an offset.
  const { of } = value as { readonly of?: unknown }
  const inWords = typeof of === 'string' ? /^(?:.* at )?(?<offset>\d+)$/.exec(of)?.groups?.['offset'] : undefined
  return { ...Object.fromEntries(entries), ...(inWords === undefined ? {} : { of: offsetOf(Number(inWords)) }) }
}
