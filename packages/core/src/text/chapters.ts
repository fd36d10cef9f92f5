// The files of a specification ↔ one text, in which a line marks the beginning of each chapter. All layers read the one
// text; places in it are told as file, line and column.

import { excerptOf, linesOf, positionAt, type Excerpt, type Lines } from './lines.ts'
import type { Position, Source, Span } from './source.ts'

/** A chapter's file as it was read. `path`: from the folder of the main file, with slashes. */
export interface ChapterFile {
  readonly path: string
  readonly text: string
  /** Missing: it was read. Otherwise the reason why it was not, and no text. */
  readonly unread?: string
}

/** One file's range of a bound text. */
export interface Chapter {
  /** Null: the main file. */
  readonly path: string | null
  /** Without the line that marks its beginning. */
  readonly span: Span
  readonly unread?: string
}

/** Paths of chapters stay in the folder of the main file: no segment begins with a dot, and none is empty. */
const SEGMENT = '[\\p{L}\\p{N}_-][\\p{L}\\p{N}._-]*'
const PATH = `(?:${SEGMENT}/)*${SEGMENT}\\.md`
const WHOLE_PATH = new RegExp(`^${PATH}$`, 'u')
/** The first line ending ends the file before; it is not part of that file. */
const MARK = new RegExp(`\\n<!-- chapter: (?<path>${PATH})(?: cannot be read: (?<unread>.+?))? -->\\n`, 'gu')

const PATH_CHARACTERS_MAX = 200

/** Tells whether a chapter can have this path. */
export function isChapterPath(path: string): boolean {
  return path.length <= PATH_CHARACTERS_MAX && WHOLE_PATH.test(path)
}

/** The offset of the first mark in a file's own text; null: there is none. Such a file cannot be bound. */
export function markIn(text: string): number | null {
  const at = `\n${text}\n`.search(MARK)
  return at < 0 ? null : at
}

/** One text of a main file and its chapters. Without chapters it is the main file's text. */
export function bound(main: string, chapters: readonly ChapterFile[]): string {
  return main + chapters.map((chapter) => `\n<!-- ${titleOf(chapter)} -->\n${chapter.text}`).join('')
}

function titleOf({ path, unread }: ChapterFile): string {
  return unread === undefined ? `chapter: ${path}` : `chapter: ${path} cannot be read: ${unread}`
}

/** The files of a bound text, the main file first. Together with their marks they are the whole text. */
export function chaptersOf(text: string): Chapter[] {
  const found: Chapter[] = []
  let at: Omit<Chapter, 'span'> = { path: null }
  let start = 0
  for (const match of text.matchAll(MARK)) {
    found.push({ ...at, span: { start, end: match.index } })
    const { path = null, unread } = match.groups ?? {}
    at = { path, ...(unread === undefined ? {} : { unread }) }
    start = match.index + match[0].length
  }
  return [...found, { ...at, span: { start, end: text.length } }]
}

/** The text of each file. Undoes `bound`. */
export function unbound(text: string): { readonly main: string; readonly chapters: readonly ChapterFile[] } {
  const [main, ...chapters] = chaptersOf(text).map(({ span: { start, end }, path, ...chapter }) => ({
    ...chapter,
    path: path ?? '',
    text: text.slice(start, end),
  }))
  return { main: main?.text ?? '', chapters }
}

/** The same bound text with each file's text changed. */
export function withEachFile(text: string, change: (text: string, span: Span) => string): string {
  let end = 0
  const changed = chaptersOf(text).map(({ span }) => {
    const mark = text.slice(end, span.start)
    end = span.end
    return mark + change(text.slice(span.start, span.end), span)
  })
  return changed.join('')
}

/** A place as people find it: line and column in one file. */
export interface Place extends Position {
  readonly file: string
  /** Of the file's text, from 0. */
  readonly offset: number
}

/** The files of a source with their lines, computed once for many places. */
export type Places = readonly PlacedFile[]

interface PlacedFile {
  /** Null: the main file. */
  readonly path: string | null
  readonly file: string
  /** Offset of its text in the source. */
  readonly start: number
  readonly lines: Lines
}

export function placesOf({ file, text }: Source): Places {
  return chaptersOf(text).map(({ path, span: { start, end } }) => ({
    path,
    file: path === null ? file : fileOfChapter(file, path),
    start,
    lines: linesOf(text.slice(start, end)),
  }))
}

/** `shop/app.md` and `orders.md` → `shop/orders.md`. */
export function fileOfChapter(main: string, path: string): string {
  return main.replace(/[^/\\]*$/, () => path)
}

function fileAt(places: Places, offset: number): PlacedFile {
  const found = places.findLast(({ start }) => start <= offset) ?? places[0]
  if (found === undefined) throw new Error('Defect: a text without a file.')
  return found
}

export function placeAt(places: Places, offset: number): Place {
  const { file, start, lines } = fileAt(places, offset)
  return { file, ...positionAt(lines, offset - start), offset: offset - start }
}

/** As `excerptOf`, with the number of the line in its file. */
export function excerptAt(places: Places, span: Span): Excerpt {
  const { start, lines } = fileAt(places, span.start)
  return excerptOf(lines, { start: span.start - start, end: span.end - start })
}

/** A line of the main file as its number, one of a chapter as `lending.md:12`. */
export type LineOfText = number | `${string}:${number}`

/** The lines of a text, for anything that has a place in it. */
export function linesIn(text: string): (stated: { readonly span: Pick<Span, 'start'> }) => LineOfText {
  const places = placesOf({ file: '', text })
  return ({ span }) => {
    const { path, start, lines } = fileAt(places, span.start)
    const { line } = positionAt(lines, span.start - start)
    return path === null ? line : `${path}:${line}`
  }
}
