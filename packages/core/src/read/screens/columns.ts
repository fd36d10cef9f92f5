// "Title", "Columns" and "Fields" of a block → draft: paths with their headings.

import type { ColumnDraft } from '../../draft/screens.ts'
import { matchPhrase, sliceOf, spanOf, splitPhrase, writtenOf, type Phrase } from '../../outline/phrase.ts'
import type { Written } from '../../text/source.ts'
import { pathIn } from '../names.ts'
import { unreadable, type Reading } from '../reading.ts'
import { mended } from './near-misses.ts'

const COLUMN =
  /^(?<path>\S+)(?: (?<how>as formatted text))?(?: as (?<button>button )?(?<title>"[^"]*"))?(?: (?<late>as formatted text))?$/d

const NEARLY_FORMATTED = /^\S+ (?<how>(?:as|in|with) (?:\S*formatt?ed\S*|formatting|markdown)(?: \S+)?)$/di

/** `number, category.name as "Kind", body as formatted text`. */
export function columnsOf(words: Phrase, reading: Reading): ColumnDraft[] {
  return splitPhrase(words, ',').flatMap((part): ColumnDraft[] => {
    const column = matchPhrase(part, COLUMN)
    const path = pathIn(column === null ? part : column.phrase('path'))
    if (path !== null) {
      const how = column === null ? undefined : (['how', 'late'] as const).find((name) => column.has(name))
      const title = column?.has('title') === true ? titleIn(column.phrase('title'), reading) : null
      const formatted = how === undefined || column === null ? null : spanOf(column.phrase(how))
      const button = column?.has('button') === true ? spanOf(column.phrase('button')) : null
      return [{ path, formatted, button, title }]
    }
    const nearly = matchPhrase(part, NEARLY_FORMATTED)
    if (nearly !== null) return mended(nearly.phrase('how'), 'as formatted text', reading)
    return (
      unreadable(
        part,
        'a column',
        'Write fields separated by commas: number, category.name as "Kind", body as formatted text.',
        reading,
      ) ?? []
    )
  })
}

/** `"Won this month"`, including its quotes. */
export function titleIn(words: Phrase, reading: Reading): Written | null {
  if (/^"[^"]+"$/.test(words.text)) return writtenOf(sliceOf(words, 1, words.text.length - 1))
  return unreadable(words, 'a title', 'Write the words in quotes: "Won this month".', reading)
}
