// Words for keyboard shortcuts, in the reader's language. The English ones are loaded with the components that use
// them.

import { words } from '../words.ts'
import { shortcutWords, type ShortcutWords } from './words-shortcuts.ts'

/** A function, because the language may change. */
export const shortcutText = (): ShortcutWords => words.shortcuts ?? shortcutWords
