// Words for sharing views, mentions and computed values of forms, in the reader's language. The English ones are loaded
// with the components that use them.

import { sharingWords, type SharingWords } from './words-sharing.ts'
import { words } from '../words.ts'

/** A function, because the language may change. */
export const sharingText = (): SharingWords => words.sharing ?? sharingWords
