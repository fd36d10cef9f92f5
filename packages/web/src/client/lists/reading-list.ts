// A list with a text to read and no page of its own: comments, notes, log entries.

import type { AppList } from '@ninefold/core/contract/wire/app.ts'
import type { Display } from '@ninefold/core/contract/wire/display.ts'

export function isReadingList({ opens, columns }: Pick<AppList, 'opens' | 'columns'>): boolean {
  return opens === null && columns.some(({ display }) => isReading(display))
}

export function isReading({ kind }: Display): boolean {
  return kind === 'long text' || kind === 'formatted text'
}
