// The catalogues of the languages other than English. A file of its own, so that they are lazy-loaded.

import type { Language } from '../../client/input/language.ts'
import type { Words } from './words.ts'

/** English is built in. */
export const CATALOGUES: Readonly<Record<Language, (() => Promise<Words>) | null>> = {
  en: null,
  de: () => import('./words-german.ts').then(({ german }) => german),
}
