// The first file of a specification → the chapters that it lists: links to files, read in this order.

import { diagnostic, type Diagnostic } from '../diagnostic/diagnostic.ts'
import type { OutlineEntry } from '../outline/outline.ts'
import { joined, matchPhrase, spanOf, writtenOf, type Phrase } from '../outline/phrase.ts'
import { outlineOfFile } from '../outline/read-outline.ts'
import { chaptersOf, fileOfChapter, isChapterPath, type Chapter, unbound } from '../text/chapters.ts'
import type { Source, Written } from '../text/source.ts'
import { textTooLarge } from '../text/text-size.ts'

/** As many files as a person oversees. */
export const CHAPTERS_MAX = 100

const LABEL = 'Chapters'

/** The outline of one file. `path` null: the main file. */
export interface FileOutline {
  readonly path: string | null
  readonly entries: readonly OutlineEntry[]
  /** The end of its text. */
  readonly end: number
}

export interface ReadFiles {
  /** The main file first, then the chapters that could be read, in the order of their list. */
  readonly files: readonly FileOutline[]
  readonly diagnostics: readonly Diagnostic[]
  /** False: a chapter is missing, so names that it declares would be unknown. */
  readonly isWhole: boolean
}

/** A text above the size limit has no outline. */
export function readFiles(text: string): ReadFiles {
  if (textTooLarge(text) !== null) return { files: [], diagnostics: [], isWhole: false }
  const [main, ...others] = chaptersOf(text)
  if (main === undefined) return { files: [], diagnostics: [], isWhole: true }
  const outlineOf = ({ path, span }: Chapter): FileOutline => ({
    path,
    entries: outlineOfFile(text, span),
    end: span.end,
  })
  const first = outlineOf(main)
  const { paths, diagnostics } = readList(first.entries)
  const listed = paths.map((path) => ({ path, chapter: others.find((other) => other.path === path.text) }))
  const unread = listed.flatMap(({ path, chapter }) => {
    if (chapter !== undefined && chapter.unread === undefined) return []
    return [diagnostic('N025', path.span, path.text, chapter?.unread ?? 'its file is not here')]
  })
  const chapters = listed.flatMap(({ chapter }) =>
    chapter === undefined || chapter.unread !== undefined ? [] : [outlineOf(chapter)],
  )
  return {
    files: [first, ...chapters],
    diagnostics: [...diagnostics, ...unread],
    isWhole: unread.length === 0 && diagnostics.length === 0,
  }
}

/** The paths of the chapters that a main file lists. */
export function listedChapters(main: string): string[] {
  // Most texts list nothing, and need not be parsed for that.
  if (!main.includes(LABEL) || textTooLarge(main) !== null) return []
  return readList(outlineOfFile(main, { start: 0, end: main.length })).paths.map(({ text }) => text)
}

/** The files of the chapters that a specification lists, whether they could be read or not. */
export function chapterFiles({ file, text }: Source): string[] {
  return listedChapters(unbound(text).main).map((path) => fileOfChapter(file, path))
}

interface ChapterList {
  readonly paths: readonly Written[]
  readonly diagnostics: readonly Diagnostic[]
}

/**
 * The list below the label, above the first point. Each entry begins with a link; the rest of it is prose.
 *
 *   **Chapters:**
 *
 *   - [Lending](lending.md): loans and returns
 *                ^
 */
function readList(entries: readonly OutlineEntry[]): ChapterList {
  const points = entries.findIndex((entry) => entry.kind === 'heading' && entry.level > 1)
  const preamble = entries.slice(0, points < 0 ? entries.length : points)
  const at = preamble.findIndex((entry) => entry.kind === 'label' && entry.label.text === LABEL)
  const label = preamble[at]
  if (label?.kind !== 'label') return { paths: [], diagnostics: [] }
  const written = entriesBelow(preamble.slice(at + 1))
  if (written.length === 0 || label.value.text !== '') {
    const place = label.value.text === '' ? label.label : label.value
    return { paths: [], diagnostics: [diagnostic('N024', spanOf(place), 'no list')] }
  }
  const paths: Written[] = []
  const found: Diagnostic[] = []
  for (const entry of written) {
    const path = pathIn(entry, paths, found)
    if (path !== null) paths.push(path)
  }
  const [extra] = paths.slice(CHAPTERS_MAX)
  if (extra !== undefined) found.push(diagnostic('N024', extra.span, 'too many', CHAPTERS_MAX))
  return { paths: paths.slice(0, CHAPTERS_MAX), diagnostics: found }
}

/** Entries of the list that follows directly, with bullets or with numbers. */
function entriesBelow(entries: readonly OutlineEntry[]): Phrase[] {
  const [first] = entries
  if (first?.kind === 'steps') return first.items.map(({ phrase }) => phrase)
  const end = entries.findIndex((entry) => entry.kind !== 'paragraph' || entry.isEntry !== true)
  const list = end < 0 ? entries : entries.slice(0, end)
  return list.flatMap((entry) => (entry.kind === 'paragraph' ? [joined(entry.lines)] : []))
}

const LINK = /^\[(?<title>[^\]]+)\]\((?<path>[^)]*)\)/d
/** A path without its link. */
const BARE_PATH = /^`?(?<path>[^\s`]+\.md)`?$/d

/** Null if the entry does not name a chapter; `found` then has the reason. */
function pathIn(entry: Phrase, before: readonly Written[], found: Diagnostic[]): Written | null {
  const path = matchPhrase(entry, LINK)?.written('path') ?? null
  if (path === null) {
    found.push(withLink(entry))
    return null
  }
  if (!isChapterPath(path.text)) {
    found.push(diagnostic('N024', path.span, 'no path', path.text))
    return null
  }
  const first = before.find(({ text }) => text.toLowerCase() === path.text.toLowerCase())
  if (first === undefined) return path
  found.push(
    diagnostic('N024', path.span, 'twice', path.text)
      .because(first.span, 'It is listed here.')
      .withHint('List each chapter once.'),
  )
  return null
}

function withLink(entry: Phrase): Diagnostic {
  const words = writtenOf(entry)
  const found = diagnostic('N024', spanOf(entry), 'no link', words.text)
  const path = BARE_PATH.test(words.text) ? words.text : null
  if (path === null || !isChapterPath(path)) return found
  const link = `[${titleFor(path)}](${path})`
  return found
    .withHint(`Write ${link}.`)
    .withFix({ title: `Replace with ${link}`, edits: [{ span: spanOf(entry), text: link }] })
}

/** `rooms/opening-hours.md` → `Opening hours` */
function titleFor(path: string): string {
  const words = path.replace(/^.*\/|\.md$/g, '').replace(/[-_]+/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
