// Words for sharing views, mentions and values that a form computes, in the language of the reader: the English ones are loaded with what says them.

import { sharingWords, type SharingWords } from './words-sharing.ts'
import { words } from '../words.ts'

/** Asked for each time: another language has other words. */
export const sharingText = (): SharingWords => words.sharing ?? sharingWords
