// Words for keyboard shortcuts, in the language of the reader: the English ones are loaded with what says them.

import { words } from '../words.ts'
import { shortcutWords, type ShortcutWords } from './words-shortcuts.ts'

/** Asked for each time: another language has other words. */
export const shortcutText = (): ShortcutWords => words.shortcuts ?? shortcutWords
