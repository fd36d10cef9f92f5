// The words of each language that the program itself does not have. Apart from what says them, so that they can be loaded
// beside the program.

import type { Language } from '../../client/input/language.ts'
import type { Words } from './words.ts'

/** English is there already. */
export const CATALOGUES: Readonly<Record<Language, (() => Promise<Words>) | null>> = {
  en: null,
  de: () => import('./words-german.ts').then(({ german }) => german),
}
